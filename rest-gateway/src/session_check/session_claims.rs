//! The claims of an access token that name its session.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use uuid::Uuid;

/// The session and its account.
#[derive(Deserialize)]
pub(super) struct SessionClaims {
    pub session_id: Uuid,
    #[serde(rename = "sub")]
    pub user_id: Uuid,
}

impl SessionClaims {
    /// Reads a token without verifying it. `None` when it names no session.
    pub(super) fn read(token: &str) -> Option<SessionClaims> {
        let payload = token.split('.').nth(1)?;
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(claims: &Value) -> Option<SessionClaims> {
        SessionClaims::read(&format!("e30.{}.c2ln", URL_SAFE_NO_PAD.encode(claims.to_string())))
    }

    #[test]
    fn only_a_token_with_an_account_and_a_session_names_one() {
        let (session, user) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let claims = read(&json!({ "sub": user, "session_id": session, "role": "authenticated" })).unwrap();
        assert_eq!((claims.session_id, claims.user_id), (session, user));
        for other in [
            json!({ "role": "anon", "iss": "supabase" }),
            json!({ "sub": user }),
            json!({ "sub": user, "session_id": "" }),
            json!({ "sub": "auth0|1", "session_id": session }),
            json!([]),
        ] {
            assert!(read(&other).is_none(), "{other}");
        }
        assert!(SessionClaims::read("sb_publishable_abc").is_none());
    }
}
