//! Custom providers, which administrators add at run time: rows of `auth.custom_oauth_providers`.

use super::not_available::NotAvailable;
use super::oauth::{IdTokenRules, Provider};
use crate::app_state::AppState;
use crate::database::CustomProvider;
use crate::external::client::ClientAuthentication;
use crate::external::profile::{Dialect, Mapping};

pub(super) async fn find(state: &AppState, name: &str, scopes: &str) -> Result<Provider, NotAvailable> {
    if !state.settings.external.allows_custom {
        return Err(NotAvailable::Configuration("custom OAuth providers are disabled"));
    }
    let row = state.database.connection().await?.find_custom_provider(name).await?;
    let row = row.ok_or_else(|| NotAvailable::CustomUnknown(name.to_owned()))?;
    if !row.enabled {
        return Err(NotAvailable::CustomDisabled(name.to_owned()));
    }
    let mut provider = start(state, &row, scopes);
    let Some(issuer) = &row.issuer else {
        let endpoints = (row.authorization_url, row.token_url, row.userinfo_url);
        let (Some(authorization), Some(token), Some(userinfo)) = endpoints else {
            return Err(NotAvailable::Configuration("the provider is missing required endpoints"));
        };
        (provider.authorization_endpoint, provider.token_endpoint) = (authorization, token);
        provider.profile_url = userinfo;
        return Ok(provider);
    };
    if !provider.scopes.iter().any(|scope| scope == "openid") {
        provider.scopes.insert(0, "openid".to_owned());
    }
    let found = provider.client.discover(&row.discovery_address(), issuer).await;
    let found = found.map_err(NotAvailable::Discovery)?;
    provider.authentication = found.client_authentication();
    let audiences = row.audiences().map(str::to_owned).collect();
    provider.id_tokens =
        Some(IdTokenRules { issuers: vec![found.issuer], jwks_uri: found.jwks_uri, audiences });
    provider.authorization_endpoint = found.authorization_endpoint;
    provider.token_endpoint = found.token_endpoint;
    provider.profile_url = found.userinfo_endpoint;
    Ok(provider)
}

/// The provider without its endpoints.
fn start(state: &AppState, row: &CustomProvider, scopes: &str) -> Provider {
    let requested: Vec<String> = scopes.split_whitespace().map(str::to_owned).collect();
    let parameters = row.authorization_params.iter();
    let parameters = parameters.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    let mapping = Mapping {
        attributes: row.attribute_mapping.clone(),
        custom_claims: row.custom_claims_allowlist.clone(),
    };
    Provider {
        name: row.identifier.clone(),
        email_optional: row.email_optional,
        requires_pkce: row.pkce_enabled,
        dialect: Dialect::OpenId,
        client: state.providers.custom().clone(),
        client_id: row.client_id.clone(),
        client_secret: row.client_secret.clone(),
        authentication: ClientAuthentication::Post,
        redirect_uri: state.settings.external.custom_callback.clone(),
        scopes: if requested.is_empty() { row.scopes.clone() } else { requested },
        authorization_endpoint: String::new(),
        token_endpoint: String::new(),
        profile_url: String::new(),
        id_tokens: None,
        mapping,
        parameters: parameters.collect(),
    }
}
