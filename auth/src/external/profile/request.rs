//! The requests for a person's profile at a provider's API.

use serde_json::Value;

use crate::external::ProviderError;
use crate::external::client::Client;
use crate::external::tokens::Tokens;

/// What a request for a profile needs.
pub(in crate::external) struct ProfileRequest<'a> {
    pub client: &'a Client,
    /// The base of the provider's API, or the user info endpoint.
    pub base: &'a str,
    pub tokens: &'a Tokens,
    pub client_id: &'a str,
    pub client_secret: &'a str,
}

impl ProfileRequest<'_> {
    /// The document at a path of the API.
    ///
    /// # Errors
    /// When the provider does not answer with JSON.
    pub(super) async fn get(&self, path: &str) -> Result<Value, ProviderError> {
        self.get_with(path, &[]).await
    }

    /// As [`ProfileRequest::get`], with further headers.
    pub(super) async fn get_with(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Value, ProviderError> {
        let url = format!("{}{path}", self.base);
        self.client.get(&url, Some(&self.tokens.access_token), headers).await
    }
}
