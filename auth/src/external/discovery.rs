//! OpenID Connect Discovery 1.0.

use serde::{Deserialize, Serialize};

use super::ProviderError;
use super::client::{Client, ClientAuthentication};
use super::documents::MAX_AGE;

/// A provider's discovery document. Unused members are left out.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Discovery {
    pub issuer: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub userinfo_endpoint: String,
    pub jwks_uri: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scopes_supported: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    response_types_supported: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    grant_types_supported: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    subject_types_supported: Vec<String>,
    #[serde(skip_serializing)]
    token_endpoint_auth_methods_supported: Vec<String>,
}

impl Discovery {
    /// The address of an issuer's document.
    pub fn address(issuer: &str) -> String {
        format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'))
    }

    /// The names of the members that every provider must have and this one lacks.
    pub fn missing(&self) -> Vec<&'static str> {
        let required = [
            ("issuer", &self.issuer),
            ("authorization_endpoint", &self.authorization_endpoint),
            ("token_endpoint", &self.token_endpoint),
            ("jwks_uri", &self.jwks_uri),
        ];
        required.into_iter().filter(|(_, value)| value.is_empty()).map(|(name, _)| name).collect()
    }

    /// The client authentication at the token endpoint. By the specification, it is Basic unless the document says
    /// otherwise.
    pub(super) fn client_authentication(&self) -> ClientAuthentication {
        let methods = &self.token_endpoint_auth_methods_supported;
        let has = |method: &str| methods.iter().any(|other| other == method);
        if has("client_secret_post") && !has("client_secret_basic") {
            ClientAuthentication::Post
        } else {
            ClientAuthentication::Basic
        }
    }
}

impl Client {
    /// The document of an issuer, at `url`. It must name that issuer.
    ///
    /// # Errors
    /// When it cannot be fetched, or is another issuer's.
    pub async fn discover(&self, url: &str, issuer: &str) -> Result<Discovery, ProviderError> {
        let document = self.document(url, MAX_AGE).await?;
        let discovery = Discovery::deserialize(document.as_ref())?;
        // Issuers are compared without a trailing slash, because configurations leave it out.
        if discovery.issuer.trim_end_matches('/') != issuer.trim_end_matches('/') {
            self.documents.remove(url);
            let (expected, found) = (issuer.to_owned(), discovery.issuer);
            return Err(ProviderError::Issuer { expected, found });
        }
        Ok(discovery)
    }

    /// Forgets the document at `url`.
    pub fn forget(&self, url: &str) {
        self.documents.remove(url);
    }
}
