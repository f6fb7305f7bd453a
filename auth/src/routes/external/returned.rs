//! The parameters with which a browser returns from a provider.

use url::form_urlencoded;

use crate::external::Grant;

/// The parameters of the callback.
#[derive(Default)]
pub(super) struct Return {
    pub state: String,
    code: String,
    pub error: String,
    pub error_description: String,
    /// Apple's: the person's name, at the first sign-in.
    pub user: String,
    /// Of OAuth 1.0a: the request token that the person has approved.
    oauth_token: String,
    oauth_verifier: String,
}

impl Return {
    pub fn parse(form: &[u8]) -> Return {
        let mut parsed = Return::default();
        for (name, value) in form_urlencoded::parse(form) {
            let field = match name.as_ref() {
                "state" => &mut parsed.state,
                "code" => &mut parsed.code,
                "error" => &mut parsed.error,
                "error_description" => &mut parsed.error_description,
                "user" => &mut parsed.user,
                "oauth_token" => &mut parsed.oauth_token,
                "oauth_verifier" => &mut parsed.oauth_verifier,
                // Twitter's: the request token that the person has rejected.
                "denied" => {
                    parsed.error = "access_denied".to_owned();
                    continue;
                }
                _ => continue,
            };
            *field = value.into_owned();
        }
        parsed
    }

    /// What the person has granted. `None` if the parameters of every protocol are missing.
    pub fn grant(&self) -> Option<Grant<'_>> {
        if !self.code.is_empty() {
            return Some(Grant::Code(&self.code));
        }
        let (token, verifier) = (self.oauth_token.as_str(), self.oauth_verifier.as_str());
        (!token.is_empty() && !verifier.is_empty()).then_some(Grant::RequestToken { token, verifier })
    }
}
