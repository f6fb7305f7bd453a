//! The body of `POST` and `PUT /admin/custom-providers`.

use chrono::Utc;
use serde::Deserialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::rules::check_prefix;
use crate::database::CustomProvider;
use crate::error::{Error, Result};

/// A new provider, or the changes of one. An empty text counts as missing.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ProviderBody {
    provider_type: String,
    identifier: String,
    name: String,
    client_id: String,
    client_secret: String,
    acceptable_client_ids: Option<Vec<String>>,
    scopes: Option<Vec<String>>,
    pkce_enabled: Option<bool>,
    attribute_mapping: Option<Map<String, Value>>,
    custom_claims_allowlist: Option<Vec<String>>,
    authorization_params: Option<Map<String, Value>>,
    enabled: Option<bool>,
    email_optional: Option<bool>,
    issuer: String,
    discovery_url: Option<String>,
    skip_nonce_check: Option<bool>,
    authorization_url: String,
    token_url: String,
    userinfo_url: String,
    jwks_uri: Option<String>,
}

impl ProviderBody {
    /// A new provider.
    ///
    /// # Errors
    /// 400 for a missing field.
    pub fn into_provider(self) -> Result<CustomProvider> {
        if !matches!(self.provider_type.as_str(), "oauth2" | "oidc") {
            return Err(Error::invalid("provider_type must be either 'oauth2' or 'oidc'"));
        }
        required(&self.identifier, "identifier is required")?;
        check_prefix(&self.identifier)?;
        required(&self.name, "name is required")?;
        required(&self.client_id, "client_id is required")?;
        required(&self.client_secret, "client_secret is required")?;
        if self.provider_type == "oidc" {
            required(&self.issuer, "issuer is required for OIDC providers")?;
        } else {
            required(&self.authorization_url, "authorization_url is required for OAuth2 providers")?;
            required(&self.token_url, "token_url is required for OAuth2 providers")?;
            required(&self.userinfo_url, "userinfo_url is required for OAuth2 providers")?;
        }
        let now = Utc::now();
        let mut provider = CustomProvider {
            id: Uuid::new_v4(),
            provider_type: self.provider_type.clone(),
            identifier: self.identifier.clone(),
            name: String::new(),
            client_id: String::new(),
            client_secret: String::new(),
            acceptable_client_ids: Vec::new(),
            scopes: Vec::new(),
            pkce_enabled: true,
            attribute_mapping: Map::new(),
            custom_claims_allowlist: Vec::new(),
            authorization_params: Map::new(),
            enabled: true,
            email_optional: false,
            issuer: None,
            discovery_url: None,
            skip_nonce_check: false,
            discovery_document: None,
            authorization_url: None,
            token_url: None,
            userinfo_url: None,
            jwks_uri: None,
            created_at: now,
            updated_at: now,
        };
        self.apply_to(&mut provider);
        Ok(provider)
    }

    /// Whether the discovery document has to be fetched again.
    pub fn changes_discovery(&self) -> bool {
        !self.issuer.is_empty() || self.discovery_url.is_some()
    }

    /// Changes a provider. Its type and its identifier stay.
    pub fn apply_to(self, provider: &mut CustomProvider) {
        replace(&mut provider.name, self.name);
        replace(&mut provider.client_id, self.client_id);
        replace(&mut provider.client_secret, self.client_secret);
        set(&mut provider.acceptable_client_ids, self.acceptable_client_ids);
        set(&mut provider.scopes, self.scopes);
        set(&mut provider.pkce_enabled, self.pkce_enabled);
        set(&mut provider.attribute_mapping, self.attribute_mapping);
        set(&mut provider.custom_claims_allowlist, self.custom_claims_allowlist);
        set(&mut provider.authorization_params, self.authorization_params);
        set(&mut provider.enabled, self.enabled);
        set(&mut provider.email_optional, self.email_optional);
        let nonempty = |text: String| Some(text).filter(|text| !text.is_empty());
        if provider.provider_type == "oidc" {
            provider.issuer = nonempty(self.issuer).or(provider.issuer.take());
            provider.discovery_url = self.discovery_url.and_then(nonempty).or(provider.discovery_url.take());
            set(&mut provider.skip_nonce_check, self.skip_nonce_check);
            if !provider.scopes.iter().any(|scope| scope == "openid") {
                provider.scopes.insert(0, "openid".to_owned());
            }
        } else {
            provider.authorization_url =
                nonempty(self.authorization_url).or(provider.authorization_url.take());
            provider.token_url = nonempty(self.token_url).or(provider.token_url.take());
            provider.userinfo_url = nonempty(self.userinfo_url).or(provider.userinfo_url.take());
            provider.jwks_uri = self.jwks_uri.and_then(nonempty).or(provider.jwks_uri.take());
        }
    }
}

fn required(text: &str, message: &'static str) -> Result<()> {
    if text.is_empty() { Err(Error::invalid(message)) } else { Ok(()) }
}

fn replace(field: &mut String, text: String) {
    if !text.is_empty() {
        *field = text;
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}
