//! What a provider says about a person: the claims that an identity stores, and the e-mail addresses.

mod apple;
mod azure;
mod discord;
mod github;
mod gitlab;
mod google;
mod keycloak;
mod mapping;
mod openid;

use serde_json::{Map, Value, json};

pub(super) use apple::add_name as add_apple_name;
pub(super) use mapping::Mapping;

use super::ProviderError;
use super::client::Client;
use super::id_token::IdToken;

/// An e-mail address of a person.
#[derive(Clone, Debug)]
pub(crate) struct ProviderEmail {
    pub address: String,
    /// Whether the provider has verified that it is the person's.
    pub is_verified: bool,
    pub is_primary: bool,
}

/// A person, as a provider knows them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    pub emails: Vec<ProviderEmail>,
    /// `identity_data` of the identity.
    pub claims: Map<String, Value>,
}

impl Profile {
    /// A profile with these claims; those that are empty are left out.
    fn new(emails: Vec<ProviderEmail>, claims: &[(&str, &str)]) -> Profile {
        let claims = claims.iter().filter(|(_, value)| !value.is_empty());
        let claims = claims.map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        Profile { emails, claims }
    }

    /// The person's id at the provider; empty if it is missing.
    pub fn subject(&self) -> &str {
        self.claims.get("sub").and_then(Value::as_str).unwrap_or_default()
    }

    /// The primary address, in lower case, and whether it is verified.
    pub fn primary_email(&self) -> Option<(String, bool)> {
        let primary = self.emails.iter().find(|email| email.is_primary);
        primary.map(|email| (email.address.to_lowercase(), email.is_verified))
    }

    /// The verified addresses, in lower case.
    pub fn verified_emails(&self) -> Vec<String> {
        let verified = self.emails.iter().filter(|email| email.is_verified);
        verified.map(|email| email.address.to_lowercase()).collect()
    }

    /// States the e-mail address among the claims: the primary one, or else the last one.
    fn finish(mut self) -> Profile {
        let chosen = self.emails.iter().find(|email| email.is_primary).or(self.emails.last());
        let is_verified = chosen.is_some_and(|email| email.is_verified);
        if let Some(email) = chosen {
            self.claims.insert("email".to_owned(), json!(email.address.to_lowercase()));
        }
        self.claims.insert("email_verified".to_owned(), json!(is_verified));
        self.claims.entry("phone_verified").or_insert(json!(false));
        self
    }

    fn with_custom_claims(mut self, custom: Map<String, Value>) -> Profile {
        if !custom.is_empty() {
            self.claims.insert("custom_claims".to_owned(), Value::Object(custom));
        }
        self
    }
}

/// The one address of a provider that knows a single one.
fn only_email(address: &str, is_verified: bool) -> Vec<ProviderEmail> {
    if address.is_empty() {
        return Vec::new();
    }
    vec![ProviderEmail { address: address.to_owned(), is_verified, is_primary: true }]
}

/// The text of a member; empty if it is missing or of another type. Numeric ids become texts.
fn text(object: &Value, member: &str) -> String {
    match object.get(member) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// Whether a member is true. Some providers write `"true"` or `"1"`.
fn is_true(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Bool(flag)) => *flag,
        Some(Value::String(text)) => text == "true" || text == "1",
        _ => false,
    }
}

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
    pub(super) async fn fetch(
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
