//! The answer of a token endpoint (RFC 6749, section 5.1).

use serde_json::Value;

use super::ProviderError;

/// A provider's tokens. Not `Debug`, because they are secrets.
pub(crate) struct Tokens {
    pub access_token: String,
    /// The secret of the access token, which signs requests of OAuth 1.0a. Empty for other providers.
    pub token_secret: String,
    /// Empty if the provider gives none.
    pub refresh_token: String,
    pub id_token: Option<String>,
    /// What WorkOS says about the person.
    pub profile: Option<Value>,
}

impl Tokens {
    /// # Errors
    /// When there is no access token: GitHub answers a wrong code with status 200.
    pub fn parse(answer: &Value) -> Result<Tokens, ProviderError> {
        let text = |name| answer.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let access_token = text("access_token");
        if access_token.is_empty() {
            return Err(ProviderError::Missing("access token"));
        }
        let id_token = Some(text("id_token")).filter(|token| !token.is_empty());
        let profile = answer.get("profile").cloned();
        let refresh_token = text("refresh_token");
        Ok(Tokens { access_token, token_secret: String::new(), refresh_token, id_token, profile })
    }
}
