//! Access tokens: JSON Web Tokens with the claims of supabase/auth.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::database::AuthTransaction;
use crate::error::{Error, Result};
use crate::hooks::{self, AccessTokenPayload, Hook};
use crate::metadata::Metadata;
use crate::models::User;
use crate::settings::Settings;

/// How a session was authenticated: an entry of the claim `amr`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct AuthenticationMethod {
    pub method: String,
    /// Unix time in seconds.
    pub timestamp: i64,
}

/// A client of the OAuth server for which a session is.
#[derive(Clone, Debug)]
pub(crate) struct Application {
    pub client_id: Uuid,
    /// The granted scopes, separated by spaces.
    pub scope: String,
}

/// The claims that come from the session.
pub(crate) struct SessionClaims {
    pub session_id: Uuid,
    /// `aal1` to `aal3`.
    pub aal: String,
    /// Newest first.
    pub methods: Vec<AuthenticationMethod>,
    /// `None` for a session of the site itself.
    pub application: Option<Application>,
}

/// The account and the purpose of a token.
pub(crate) struct TokenRequest<'a> {
    pub user: &'a User,
    pub session: &'a SessionClaims,
    /// When the session started.
    pub session_created_at: DateTime<Utc>,
    /// How the token is obtained, for the hook: the method of the sign-in, or `token_refresh`.
    pub method: &'a str,
    pub client: &'a ClientContext,
    pub now: DateTime<Utc>,
}

#[derive(Serialize)]
struct Claims<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    iss: &'a str,
    sub: Uuid,
    aud: &'a str,
    exp: i64,
    iat: i64,
    email: &'a str,
    phone: &'a str,
    app_metadata: &'a Metadata,
    user_metadata: &'a Metadata,
    role: &'a str,
    aal: &'a str,
    amr: &'a [AuthenticationMethod],
    session_id: Uuid,
    is_anonymous: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'a str>,
}

/// When a session at the level `aal` ends because the account has a verified factor. `None` if it does not.
pub(crate) fn low_aal_end(
    settings: &Settings,
    user: &User,
    aal: &str,
    session_created_at: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let limit = TimeDelta::from_std(settings.sessions.low_aal?).ok()?;
    let has_factor = user.factors.iter().any(|factor| factor["status"] == "verified");
    (has_factor && aal == "aal1").then(|| session_created_at + limit)
}

/// A signed token, and its expiry as Unix time. The hook `custom_access_token` may replace the claims.
///
/// # Errors
/// When signing or the hook fails.
pub(crate) async fn sign(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    request: &TokenRequest<'_>,
) -> Result<(String, i64)> {
    if !hooks::is_enabled(state, Hook::CustomAccessToken) {
        return sign_without_hook(state, request);
    }
    let claims = claims(&state.settings, request);
    let payload = AccessTokenPayload {
        user_id: request.user.id,
        claims: &claims,
        authentication_method: request.method,
    };
    let replaced = hooks::custom_access_token(state, transaction, request.client, &payload).await?;
    Ok((signed(state, &replaced)?, claims.exp))
}

/// A signed token, and its expiry as Unix time, where no hook is enabled.
///
/// # Errors
/// When signing fails.
pub(crate) fn sign_without_hook(state: &AppState, request: &TokenRequest<'_>) -> Result<(String, i64)> {
    let claims = claims(&state.settings, request);
    Ok((signed(state, &claims)?, claims.exp))
}

fn signed(state: &AppState, claims: &impl Serialize) -> Result<String> {
    state.signer.sign(claims).map_err(|error| Error::internal(error.to_string()))
}

fn claims<'a>(settings: &'a Settings, request: &TokenRequest<'a>) -> Claims<'a> {
    let TokenRequest { user, session, session_created_at, now, .. } = *request;
    let issued_at = now.timestamp();
    let mut expires_at = issued_at + i64::from(settings.token_lifetime);
    if let Some(end) = low_aal_end(settings, user, &session.aal, session_created_at) {
        expires_at = expires_at.min(end.timestamp());
    }
    Claims {
        iss: &settings.issuer,
        sub: user.id,
        aud: &user.aud,
        exp: expires_at,
        iat: issued_at,
        email: user.email.as_deref().unwrap_or_default(),
        phone: user.phone.as_deref().unwrap_or_default(),
        app_metadata: &user.app_metadata,
        user_metadata: &user.user_metadata,
        role: &user.role,
        aal: &session.aal,
        amr: &session.methods,
        session_id: session.session_id,
        is_anonymous: user.is_anonymous,
        client_id: session.application.as_ref().map(|application| application.client_id),
        scope: session.application.as_ref().map(|application| application.scope.as_str()),
    }
}
