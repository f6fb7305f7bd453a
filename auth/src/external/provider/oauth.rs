//! A provider with its endpoints, and the steps of a sign-in with it.

use serde_json::{Map, Value};
use url::Url;

use crate::external::client::{Client, ClientAuthentication};
use crate::external::id_token::{Expected, unverified_issuer};
use crate::external::issuers::is_azure;
use crate::external::profile::{Dialect, Mapping, Profile, ProfileRequest, add_apple_name};
use crate::external::tokens::Tokens;
use crate::external::{Discovery, ProviderError};

/// A provider that people can sign in with.
pub(crate) struct Provider {
    /// Its name in `app_metadata`, e.g. `google` or `custom:acme`.
    pub name: String,
    /// Whether people without an e-mail address may sign in.
    pub email_optional: bool,
    /// Whether the exchange of the code needs a code verifier of this service.
    pub requires_pkce: bool,
    pub(super) dialect: Dialect,
    pub(super) client: Client,
    pub(super) client_id: String,
    pub(super) client_secret: String,
    pub(super) authentication: ClientAuthentication,
    pub(super) redirect_uri: String,
    pub(super) scopes: Vec<String>,
    pub(super) authorization_endpoint: String,
    pub(super) token_endpoint: String,
    /// The base of the provider's API, or the user info endpoint; empty without one.
    pub(super) profile_url: String,
    /// `None` for providers without id tokens.
    pub(super) id_tokens: Option<IdTokenRules>,
    pub(super) mapping: Mapping,
    /// Fixed parameters of the sign-in page.
    pub(super) parameters: Vec<(String, String)>,
}

/// What the browser brings back from the sign-in page.
pub(crate) enum Grant<'a> {
    Code(&'a str),
    /// Of OAuth 1.0a: the request token, which the person has approved.
    RequestToken {
        token: &'a str,
        verifier: &'a str,
    },
}

/// The source of a provider's ID tokens.
pub(super) struct IdTokenRules {
    /// The issuers that are accepted. Empty for Azure, whose tenants each have one.
    pub(super) issuers: Vec<String>,
    pub(super) jwks_uri: String,
    pub(super) audiences: Vec<String>,
}

impl Provider {
    /// The address of the sign-in page. `requested` are parameters of the request, which win over fixed ones.
    ///
    /// # Errors
    /// When the provider's endpoint is no address.
    pub(super) fn authorization_url(
        &self,
        state: &str,
        challenge: Option<&str>,
        requested: &[(String, String)],
    ) -> Result<String, ProviderError> {
        let invalid = |_| ProviderError::Address(self.authorization_endpoint.clone());
        let mut url = Url::parse(&self.authorization_endpoint).map_err(invalid)?;
        let scope = self.scopes.join(" ");
        let mut parameters: Vec<(&str, &str)> = vec![
            ("client_id", &self.client_id),
            ("redirect_uri", &self.redirect_uri),
            ("response_type", "code"),
            ("state", state),
        ];
        if !scope.is_empty() {
            parameters.push(("scope", &scope));
        }
        if self.dialect == Dialect::Apple {
            parameters.push(("response_mode", "form_post"));
        }
        if let Some(challenge) = challenge {
            parameters.extend([("code_challenge", challenge), ("code_challenge_method", "S256")]);
        }
        for (name, value) in requested.iter().chain(&self.parameters) {
            match parameters.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) if name == "scope" => *known = value,
                Some(_) => {}
                None => parameters.push((name, value)),
            }
        }
        url.query_pairs_mut().extend_pairs(parameters);
        // Apple reads a plus sign as itself.
        let query = url.query().unwrap_or_default().replace('+', "%20");
        url.set_query(Some(&query));
        Ok(url.into())
    }

    /// Exchanges a grant for tokens. `secret` is that of the sign-in page.
    ///
    /// # Errors
    /// When the provider rejects it, or does not answer in its form.
    pub async fn exchange(&self, grant: &Grant<'_>, secret: Option<&str>) -> Result<Tokens, ProviderError> {
        match (grant, self.dialect) {
            (Grant::RequestToken { token, verifier }, Dialect::Twitter) => {
                self.exchange_request_token(token, verifier, secret.unwrap_or_default()).await
            }
            (Grant::Code(code), dialect) if dialect != Dialect::Twitter => {
                self.exchange_code(code, secret).await
            }
            _ => Err(ProviderError::Missing("grant of the provider's protocol")),
        }
    }

    async fn exchange_code(&self, code: &str, verifier: Option<&str>) -> Result<Tokens, ProviderError> {
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", self.redirect_uri.as_str()),
        ];
        if let Some(verifier) = verifier {
            form.push(("code_verifier", verifier));
        }
        let credentials = (self.client_id.as_str(), self.client_secret.as_str());
        let in_header = self.authentication == ClientAuthentication::Basic;
        if !in_header {
            form.extend([("client_id", credentials.0), ("client_secret", credentials.1)]);
        }
        let answer = self.client.post(&self.token_endpoint, &form, in_header.then_some(credentials)).await?;
        Tokens::parse(&answer)
    }

    /// The person that the tokens belong to. `apple_user` is the field `user` of Apple's callback.
    ///
    /// # Errors
    /// When the id token is invalid, or the provider does not answer in its form.
    pub async fn profile(&self, tokens: &Tokens, apple_user: Option<&str>) -> Result<Profile, ProviderError> {
        let (mut profile, raw) = match (&self.id_tokens, &tokens.id_token) {
            (Some(rules), Some(id_token)) => self.of_id_token(rules, id_token, &tokens.access_token).await?,
            _ if self.profile_url.is_empty() => return Err(ProviderError::Missing("id token")),
            _ => self.dialect.fetch(&self.profile_request(tokens)).await?,
        };
        if self.dialect == Dialect::OpenId {
            profile = self.mapping.apply(profile, &raw);
        }
        if let (Dialect::Apple, Some(user)) = (self.dialect, apple_user) {
            add_apple_name(&mut profile, user);
        }
        if profile.subject().is_empty() {
            return Err(ProviderError::Missing("subject"));
        }
        Ok(profile)
    }

    fn profile_request<'a>(&'a self, tokens: &'a Tokens) -> ProfileRequest<'a> {
        ProfileRequest {
            client: &self.client,
            base: &self.profile_url,
            tokens,
            client_id: &self.client_id,
            client_secret: &self.client_secret,
        }
    }

    async fn of_id_token(
        &self,
        rules: &IdTokenRules,
        id_token: &str,
        access_token: &str,
    ) -> Result<(Profile, Map<String, Value>), ProviderError> {
        let mut issuers: Vec<&str> = rules.issuers.iter().map(String::as_str).collect();
        let mut jwks_uri = rules.jwks_uri.clone();
        let stated = unverified_issuer(id_token).unwrap_or_default();
        if issuers.is_empty() {
            if !is_azure(&stated) {
                return Err(ProviderError::Issuer {
                    expected: "a tenant of Azure".to_owned(),
                    found: stated,
                });
            }
            issuers.push(&stated);
        }
        if jwks_uri.is_empty() {
            let issuer = issuers.first().copied().unwrap_or_default();
            jwks_uri = self.client.discover(&Discovery::address(issuer), issuer).await?.jwks_uri;
        }
        let audiences: Vec<&str> = rules.audiences.iter().map(String::as_str).collect();
        let expected = Expected { issuers: &issuers, audiences: &audiences };
        let token = self.client.verify_id_token(&jwks_uri, id_token, &expected).await?;
        token.check_access_token(access_token)?;
        Ok((self.dialect.of_id_token(&token), token.claims))
    }
}
