//! The tokens of a session, with the claims of Supabase's auth service.

use crate::settings::Settings;
use chrono::Utc;
use rand::RngExt;
use schema::models::user::User;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use service_kit::Error;
use uuid::Uuid;

const REFRESH_TOKEN_LENGTH: usize = 12;
/// Lower-case base32, the alphabet of Supabase's refresh tokens.
const REFRESH_TOKEN_ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

#[derive(Serialize)]
pub(crate) struct Session {
    access_token: String,
    token_type: &'static str,
    expires_in: u32,
    expires_at: i64,
    refresh_token: String,
}

#[derive(Serialize)]
struct AccessToken<'a> {
    iss: &'a str,
    sub: Uuid,
    aud: &'a str,
    exp: i64,
    iat: i64,
    email: &'a str,
    phone: &'a str,
    app_metadata: Metadata<'a>,
    user_metadata: Metadata<'a>,
    role: &'a str,
    aal: &'static str,
    amr: [Method; 1],
    session_id: Uuid,
    is_anonymous: bool,
}

/// Metadata of an account; an empty object where the column is null.
struct Metadata<'a>(Option<&'a Value>);

impl Serialize for Metadata<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_map(Some(0))?.end(),
        }
    }
}

#[derive(Serialize)]
struct Method {
    method: &'static str,
    timestamp: i64,
}

/// A signed access token for this account and session, with its refresh token.
pub(crate) fn session(
    settings: &Settings,
    user: &User,
    session_id: Uuid,
    refresh_token: String,
) -> Result<Session, Error> {
    let now = Utc::now().timestamp();
    let expires_at = now + i64::from(settings.token_lifetime);
    let access_token = settings.signer.sign(&AccessToken {
        iss: &settings.issuer,
        sub: user.id,
        aud: user.aud.as_deref().unwrap_or("authenticated"),
        exp: expires_at,
        iat: now,
        email: user.email.as_deref().unwrap_or_default(),
        phone: user.phone.as_deref().unwrap_or_default(),
        app_metadata: Metadata(user.raw_app_meta_data.as_ref()),
        user_metadata: Metadata(user.raw_user_meta_data.as_ref()),
        role: user.role.as_deref().unwrap_or("authenticated"),
        aal: "aal1",
        amr: [Method { method: "password", timestamp: now }],
        session_id,
        is_anonymous: user.is_anonymous,
    })?;
    Ok(Session {
        access_token,
        token_type: "bearer",
        expires_in: settings.token_lifetime,
        expires_at,
        refresh_token,
    })
}

/// A new refresh token: 12 letters, 60 random bits.
pub(crate) fn refresh_token() -> String {
    let mut random = rand::rng();
    let letter = |_| char::from(REFRESH_TOKEN_ALPHABET[random.random_range(0..REFRESH_TOKEN_ALPHABET.len())]);
    (0..REFRESH_TOKEN_LENGTH).map(letter).collect()
}
