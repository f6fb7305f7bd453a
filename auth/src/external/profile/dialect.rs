//! How each provider's answers are read.

use serde_json::{Map, Value};

use super::record::Profile;
use super::{apple, azure, discord, github, gitlab, google, keycloak, openid};
use crate::external::ProviderError;
use crate::external::client::Client;
use crate::external::id_token::IdToken;

/// The rules by which a provider's answers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Apple,
    Azure,
    Discord,
    GitHub,
    GitLab,
    Google,
    Keycloak,
    /// The standard claims of OpenID Connect.
    OpenId,
}

impl Dialect {
    /// The profile in a verified id token.
    pub fn of_id_token(self, token: &IdToken) -> Profile {
        let profile = match self {
            Dialect::Apple => apple::profile(token),
            Dialect::Azure => azure::profile(token),
            Dialect::Google => google::profile(&Value::Object(token.claims.clone())),
            _ => openid::profile(&token.claims),
        };
        profile.finish()
    }

    /// The profile at the provider's API under `base`, or at the user info endpoint, and the claims as the provider
    /// sent them if it sends the standard ones.
    ///
    /// # Errors
    /// When the provider does not answer, or not in its form.
    pub(in crate::external) async fn fetch(
        self,
        client: &Client,
        base: &str,
        token: &str,
    ) -> Result<(Profile, Map<String, Value>), ProviderError> {
        let profile = match self {
            Dialect::Discord => discord::fetch(client, base, token).await?,
            Dialect::GitHub => github::fetch(client, base, token).await?,
            Dialect::GitLab => gitlab::fetch(client, base, token).await?,
            Dialect::Keycloak => keycloak::fetch(client, base, token).await?,
            Dialect::Google => google::profile(&client.get(base, Some(token)).await?),
            Dialect::Apple | Dialect::Azure => return Err(ProviderError::Missing("id token")),
            Dialect::OpenId => {
                let Value::Object(claims) = client.get(base, Some(token)).await? else {
                    return Err(ProviderError::Missing("claims"));
                };
                return Ok((openid::profile(&claims).finish(), claims));
            }
        };
        Ok((profile.finish(), Map::new()))
    }
}
