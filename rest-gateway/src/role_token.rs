//! Legacy API keys: HS256 JWTs whose `role` claim is `anon` or `service_role`, signed with the project's JWT secret.

use jwt::{Algorithm, DecodingKey, EncodingKey, Header, Validation, errors};
use serde::{Deserialize, Serialize};

/// The claims of a legacy API key.
#[derive(Serialize)]
pub(crate) struct RoleClaims {
    iss: &'static str,
    role: String,
    iat: i64,
    exp: i64,
}

impl RoleClaims {
    /// `issued_at` and `expires_at` are Unix times in seconds.
    pub(crate) fn new(role: &str, issued_at: i64, expires_at: i64) -> RoleClaims {
        RoleClaims { iss: "supabase", role: role.to_owned(), iat: issued_at, exp: expires_at }
    }
}

/// Signs the claims with the secret.
///
/// # Errors
/// When the claims cannot be serialised.
pub(crate) fn sign(claims: &RoleClaims, secret: &str) -> errors::Result<String> {
    jwt::encode(&Header::new(Algorithm::HS256), claims, &EncodingKey::from_secret(secret.as_bytes()))
}

/// Whether a token is a valid key for `role`, signed with `secret`.
pub(crate) fn is_valid(token: &str, role: &str, secret: &str) -> bool {
    #[derive(Deserialize)]
    struct Role {
        role: String,
    }
    let key = DecodingKey::from_secret(secret.as_bytes());
    let mut validation = Validation::new(Algorithm::HS256);
    validation.validate_aud = false;
    jwt::decode::<Role>(token, &key, &validation).is_ok_and(|token| token.claims.role == role)
}
