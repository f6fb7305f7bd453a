//! The steps of a sign-in by OAuth 1.0a (RFC 5849, section 2): a request token, its approval by the person, and its
//! exchange for an access token.

use url::Url;
use uuid::Uuid;

use super::oauth::Provider;
use super::sign_in_page::SignInPage;
use crate::external::ProviderError;
use crate::external::oauth1::Signer;
use crate::external::tokens::Tokens;

const REQUEST_TOKEN: &str = "/oauth/request_token";

impl Provider {
    pub(super) async fn request_token_page(&self, state: Uuid) -> Result<SignInPage, ProviderError> {
        let callback = format!("{}?state={state}", self.redirect_uri);
        let url = format!("{}{REQUEST_TOKEN}", self.profile_url);
        let (token, secret) = self.fetch_token(&url, None, ("oauth_callback", &callback)).await?;
        let invalid = |_| ProviderError::Address(self.authorization_endpoint.clone());
        let mut page = Url::parse(&self.authorization_endpoint).map_err(invalid)?;
        page.query_pairs_mut().append_pair("oauth_token", &token);
        Ok(SignInPage { url: page.into(), secret: Some(secret) })
    }

    pub(super) async fn exchange_request_token(
        &self,
        token: &str,
        verifier: &str,
        secret: &str,
    ) -> Result<Tokens, ProviderError> {
        let approved = Some((token, secret));
        let (access_token, token_secret) =
            self.fetch_token(&self.token_endpoint, approved, ("oauth_verifier", verifier)).await?;
        Ok(Tokens { access_token, token_secret, refresh_token: String::new(), id_token: None, profile: None })
    }

    /// Sends a signed request whose answer is a token with its secret.
    async fn fetch_token(
        &self,
        url: &str,
        token: Option<(&str, &str)>,
        parameter: (&str, &str),
    ) -> Result<(String, String), ProviderError> {
        let signer = Signer { client_id: &self.client_id, client_secret: &self.client_secret, token };
        let authorization = signer.authorization("POST", url, &[parameter])?;
        let answer = self.client.post_signed(url, &authorization).await?;
        let field = |name: &'static str| {
            let value = answer.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
            value.filter(|value| !value.is_empty()).ok_or(ProviderError::Missing(name))
        };
        Ok((field("oauth_token")?, field("oauth_token_secret")?))
    }
}
