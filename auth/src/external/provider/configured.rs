//! Providers of the configuration, `GOTRUE_EXTERNAL_NAME_…`.
//!
//! Apple, Azure, Discord, GitHub, GitLab, Google and Keycloak have the endpoints and claims of their own; any other name
//! is an OpenID provider with `url` as its issuer.

use super::not_available::NotAvailable;
use super::oauth::{IdTokenRules, Provider};
use crate::app_state::AppState;
use crate::external::client::ClientAuthentication;
use crate::external::issuers::{self, APPLE, GOOGLE};
use crate::external::profile::Dialect;
use crate::external::{Discovery, ProviderError};
use crate::settings::ProviderSettings;

pub(super) async fn find(state: &AppState, name: &str, scopes: &str) -> Result<Provider, NotAvailable> {
    let Some(settings) = state.settings.external.providers.get(name) else {
        let is_known = issuers::PROVIDERS.contains(&name);
        return Err(if is_known {
            NotAvailable::Configuration("provider is not enabled")
        } else {
            NotAvailable::Unknown(name.to_owned())
        });
    };
    let mut provider = start(state, name, settings)?;
    provider.scopes.extend(split_scopes(scopes));
    with_endpoints(provider, settings).await
}

/// The provider without its endpoints, which the next step adds.
fn start(state: &AppState, name: &str, settings: &ProviderSettings) -> Result<Provider, NotAvailable> {
    let missing = |what| Err(NotAvailable::Configuration(what));
    let Some(client_id) = settings.client_ids.first() else { return missing("missing OAuth client ID") };
    if settings.secret.is_empty() {
        return missing("missing OAuth secret");
    }
    if settings.redirect_uri.is_empty() {
        return missing("missing redirect URI");
    }
    let (dialect, scopes) = rules(name);
    Ok(Provider {
        name: name.to_owned(),
        email_optional: settings.email_optional,
        requires_pkce: dialect == Dialect::OpenId,
        dialect,
        client: state.providers.configured().clone(),
        client_id: client_id.clone(),
        client_secret: settings.secret.clone(),
        authentication: ClientAuthentication::Post,
        redirect_uri: settings.redirect_uri.clone(),
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        authorization_endpoint: String::new(),
        token_endpoint: String::new(),
        profile_url: String::new(),
        id_tokens: None,
        mapping: Default::default(),
        parameters: Vec::new(),
    })
}

/// How a provider's answers are read, and the scopes that it needs.
fn rules(name: &str) -> (Dialect, &'static [&'static str]) {
    match name {
        "apple" => (Dialect::Apple, &["email", "name"]),
        "azure" => (Dialect::Azure, &["openid"]),
        "discord" => (Dialect::Discord, &["email", "identify"]),
        "github" => (Dialect::GitHub, &["user:email"]),
        "gitlab" => (Dialect::GitLab, &["read_user"]),
        "google" => (Dialect::Google, &["openid", "email", "profile"]),
        "keycloak" => (Dialect::Keycloak, &["profile", "email"]),
        _ => (Dialect::OpenId, &["openid", "email", "profile"]),
    }
}

async fn with_endpoints(
    mut provider: Provider,
    settings: &ProviderSettings,
) -> Result<Provider, NotAvailable> {
    let base = |default: &str| settings.url.clone().unwrap_or_else(|| default.to_owned());
    let (authorization, token, profile) = match provider.dialect {
        Dialect::Discord => {
            let api = format!("{}/api", base("https://discord.com"));
            (format!("{api}/oauth2/authorize"), format!("{api}/oauth2/token"), api)
        }
        Dialect::GitHub => {
            let host = base("https://github.com");
            let api = settings.url.as_ref().map(|url| format!("{url}/api/v3"));
            let api = api.unwrap_or_else(|| "https://api.github.com".to_owned());
            (format!("{host}/login/oauth/authorize"), format!("{host}/login/oauth/access_token"), api)
        }
        Dialect::GitLab => {
            let host = base("https://gitlab.com");
            (format!("{host}/oauth/authorize"), format!("{host}/oauth/token"), host)
        }
        Dialect::Keycloak => {
            let Some(realm) = settings.url.clone() else {
                return Err(NotAvailable::Configuration("unable to find URL for the Keycloak provider"));
            };
            let endpoints = format!("{realm}/protocol/openid-connect");
            (format!("{endpoints}/auth"), format!("{endpoints}/token"), realm)
        }
        Dialect::Azure => {
            let tenant = base("https://login.microsoftonline.com/common");
            let issuer = format!("{tenant}/v2.0");
            // The shared addresses sign in people of all tenants, each with the issuer of its own.
            let is_shared =
                ["/common", "/organizations", "/consumers"].iter().any(|end| tenant.ends_with(end));
            let issuers = if is_shared { Vec::new() } else { vec![issuer] };
            let audiences = vec![provider.client_id.clone()];
            provider.id_tokens = Some(IdTokenRules { issuers, jwks_uri: String::new(), audiences });
            (format!("{tenant}/oauth2/v2.0/authorize"), format!("{tenant}/oauth2/v2.0/token"), String::new())
        }
        Dialect::Apple => return discovered(provider, &base(APPLE)).await,
        Dialect::Google => return discovered(provider, &base(GOOGLE)).await,
        Dialect::OpenId => {
            let issuer = settings.url.as_deref().or_else(|| issuers::default_issuer(&provider.name));
            let Some(issuer) = issuer else {
                return Err(NotAvailable::Configuration("this provider needs the URL of an OpenID issuer"));
            };
            return discovered(provider, issuer).await;
        }
    };
    (provider.authorization_endpoint, provider.token_endpoint) = (authorization, token);
    provider.profile_url = profile;
    Ok(provider)
}

/// The provider with the endpoints of an issuer's discovery document.
async fn discovered(mut provider: Provider, issuer: &str) -> Result<Provider, NotAvailable> {
    let found = provider.client.discover(&Discovery::address(issuer), issuer).await;
    let found = found.map_err(NotAvailable::Discovery)?;
    if !found.missing().is_empty() {
        return Err(NotAvailable::Discovery(ProviderError::Missing("endpoint")));
    }
    provider.authentication = found.client_authentication();
    let audiences = vec![provider.client_id.clone()];
    let mut issuers = vec![found.issuer];
    if provider.dialect == Dialect::Apple && issuer == APPLE {
        issuers.push(issuers::OTHER_APPLE.to_owned());
    }
    provider.id_tokens = Some(IdTokenRules { issuers, jwks_uri: found.jwks_uri, audiences });
    provider.authorization_endpoint = found.authorization_endpoint;
    provider.token_endpoint = found.token_endpoint;
    if provider.dialect != Dialect::Apple {
        provider.profile_url = found.userinfo_endpoint;
    }
    Ok(provider)
}

/// The scopes of a request: separated by commas or spaces.
fn split_scopes(text: &str) -> impl Iterator<Item = String> {
    text.split([',', ' ']).filter(|scope| !scope.is_empty()).map(str::to_owned)
}
