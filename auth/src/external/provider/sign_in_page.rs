//! The beginning of a sign-in: the address of the provider's page, and the secret of this one sign-in.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::oauth::Provider;
use crate::external::ProviderError;
use crate::external::profile::Dialect;

/// The sign-in page for one person.
pub(crate) struct SignInPage {
    pub url: String,
    /// What the exchange of the grant needs besides it: a code verifier, or the secret of a request token.
    pub secret: Option<String>,
}

impl Provider {
    /// Begins a sign-in, to which the browser returns with `state`. `requested` are parameters of the request.
    ///
    /// # Errors
    /// When the provider's endpoint is no address, or it gives no request token.
    pub async fn sign_in_page(
        &self,
        state: Uuid,
        requested: &[(String, String)],
    ) -> Result<SignInPage, ProviderError> {
        if self.dialect == Dialect::Twitter {
            return self.request_token_page(state).await;
        }
        let secret = self.requires_pkce.then(new_verifier);
        let challenge =
            secret.as_ref().map(|verifier| BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)));
        let url = self.authorization_url(&state.to_string(), challenge.as_deref(), requested)?;
        Ok(SignInPage { url, secret })
    }
}

/// A random code verifier of 43 characters (RFC 7636, section 4.1).
fn new_verifier() -> String {
    let mut random = [0; 32];
    rand::rng().fill_bytes(&mut random);
    BASE64_URL_SAFE_NO_PAD.encode(random)
}
