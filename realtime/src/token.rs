//! Verification of access tokens and API keys, by the rules of supabase/realtime and with its error messages.
//!
//! The signature comes first, then the claims: `role` and `exp` are required, and `exp` must be in the future.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use serde_json::Value;
use service_kit::Verifier;
use service_kit::jwt::SignatureError;
use uuid::Uuid;

use crate::sessions::Session;

/// The prefix of opaque API keys.
pub(crate) const OPAQUE_PREFIX: &str = "sb_";

/// The verified claims of a token. A clone is cheap.
#[derive(Clone, Debug)]
pub(crate) struct Claims(Arc<Verified>);

#[derive(Debug)]
struct Verified {
    role: String,
    sub: Option<String>,
    session: Option<Session>,
    expires_at: Option<i64>,
    json: String,
}

impl Claims {
    /// The database role.
    pub(crate) fn role(&self) -> &str {
        &self.0.role
    }

    /// The account's id, in a person's token.
    pub(crate) fn sub(&self) -> Option<&str> {
        self.0.sub.as_deref()
    }

    /// The session in which the token was issued, in a person's token.
    pub(crate) fn session(&self) -> Option<Session> {
        self.0.session
    }

    /// The Unix time at which the token expires; `None` for an opaque key.
    pub(crate) fn expires_at(&self) -> Option<i64> {
        self.0.expires_at
    }

    /// All claims as a JSON object.
    pub(crate) fn as_json(&self) -> &str {
        &self.0.json
    }
}

/// Why a token is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TokenError {
    #[error("Token has expired {seconds} seconds ago")]
    Expired { seconds: i64 },
    #[error("Fields `role` and `exp` are required in JWT")]
    MissingClaims,
    #[error("The token provided is not a valid JWT")]
    Malformed,
    #[error("Failed to validate JWT signature")]
    Signature,
    #[error("Failed to generate JWT signer, check your JWT secret or JWKS configuration")]
    NoSigner,
    #[error(
        "Failed to generate JWT signer for key ID (kid) {0:?}, check your JWT secret or JWKS configuration"
    )]
    NoSignerForKey(String),
    #[error("Token expiration time is invalid")]
    InvalidExpiry,
}

impl TokenError {
    /// The code before the text in the error of a join.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            TokenError::Expired { .. } | TokenError::MissingClaims | TokenError::InvalidExpiry => {
                "InvalidJWTToken"
            }
            TokenError::Malformed => "MalformedJWT",
            TokenError::Signature => "JwtSignatureError",
            TokenError::NoSigner | TokenError::NoSignerForKey(_) => "JwtSignerError",
        }
    }

    /// The error message of a rejected handshake.
    pub(crate) fn handshake_text(&self) -> String {
        match self {
            TokenError::Expired { .. } => "Token has expired".to_owned(),
            other => other.to_string(),
        }
    }
}

impl From<SignatureError> for TokenError {
    fn from(error: SignatureError) -> TokenError {
        match error {
            SignatureError::Malformed => TokenError::Malformed,
            SignatureError::NoKey { id: None } => TokenError::NoSigner,
            SignatureError::NoKey { id: Some(id) } => TokenError::NoSignerForKey(id),
            SignatureError::Mismatch => TokenError::Signature,
        }
    }
}

/// Verifies a token or an API key. The text may be percent-encoded, and white space in it is ignored.
pub(crate) fn verify(verifier: &Verifier, text: &str) -> Result<Claims, TokenError> {
    let token: String = percent_decode_str(text)
        .decode_utf8_lossy()
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    match verifier.api_key(&token) {
        Some(key) if token.starts_with(OPAQUE_PREFIX) => Ok(from_opaque_key(&key)),
        Some(key) => from_claims(Arc::unwrap_or_clone(key.all)),
        None => from_claims(verifier.signed_claims(&token)?),
    }
}

fn from_opaque_key(key: &service_kit::Claims) -> Claims {
    let (role, json) = (key.role.clone(), key.as_json().to_owned());
    Claims(Arc::new(Verified { role, sub: None, session: None, expires_at: None, json }))
}

fn from_claims(mut claims: Value) -> Result<Claims, TokenError> {
    let (Some(role), Some(expiry)) = (claims.get("role"), claims.get("exp")) else {
        return Err(TokenError::MissingClaims);
    };
    let role = role.as_str().ok_or(TokenError::MissingClaims)?.to_owned();
    let expires_at = rounded(expiry).ok_or(TokenError::InvalidExpiry)?;
    let now = chrono::Utc::now().timestamp();
    if expires_at <= now {
        return Err(TokenError::Expired { seconds: now - expires_at });
    }
    claims["exp"] = expires_at.into();
    if let Some(issued_at) = claims.get("iat").and_then(rounded) {
        claims["iat"] = issued_at.into();
    }
    let uuid = |name| claims.get(name).and_then(Value::as_str).and_then(|text| Uuid::try_parse(text).ok());
    let session = uuid("session_id").zip(uuid("sub")).map(|(id, user)| Session { id, user });
    let sub = claims.get("sub").and_then(Value::as_str).map(str::to_owned);
    let json = claims.to_string();
    Ok(Claims(Arc::new(Verified { role, sub, session, expires_at: Some(expires_at), json })))
}

/// A numeric date, which may be a decimal.
fn rounded(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let decimal = value.as_f64()?.round();
        // Beyond this a decimal has no exact whole number.
        (decimal.abs() < 9e15).then_some(decimal as i64)
    })
}
