//! Providers of the configuration, `GOTRUE_EXTERNAL_NAME_…`.
//!
//! Those that [`Dialect`] names have endpoints and claims of their own. Any other name is an OpenID provider with `url` as
//! its issuer.

use super::endpoints::{Endpoints, client_authentication};
use super::not_available::NotAvailable;
use super::oauth::{IdTokenRules, Provider};
use crate::app_state::AppState;
use crate::external::issuers;
use crate::external::known_issuers::{APPLE, GOOGLE, LINKED_IN, OTHER_APPLE, VERCEL_MARKETPLACE};
use crate::external::profile::Dialect;
use crate::external::{Discovery, ProviderError};
use crate::settings::ProviderSettings;

/// The address of Azure that signs in people of all tenants.
const SHARED_TENANT: &str = "https://login.microsoftonline.com/common";

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
    let dialect = Dialect::of(name);
    Ok(Provider {
        name: name.to_owned(),
        email_optional: settings.email_optional,
        requires_pkce: matches!(dialect, Dialect::OpenId | Dialect::X),
        dialect,
        client: state.providers.configured().clone(),
        client_id: client_id.clone(),
        client_secret: settings.secret.clone(),
        authentication: client_authentication(dialect),
        redirect_uri: settings.redirect_uri.clone(),
        scopes: scopes(dialect).iter().map(|scope| (*scope).to_owned()).collect(),
        authorization_endpoint: String::new(),
        token_endpoint: String::new(),
        profile_url: String::new(),
        id_tokens: None,
        mapping: Default::default(),
        parameters: Vec::new(),
    })
}

/// The scopes that a sign-in needs.
fn scopes(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Apple => &["email", "name"],
        Dialect::Azure => &["openid"],
        Dialect::Bitbucket => &["account", "email"],
        Dialect::Discord => &["email", "identify"],
        Dialect::Facebook => &["email"],
        Dialect::Figma => &["current_user:read"],
        Dialect::Fly => &["read"],
        Dialect::GitHub => &["user:email"],
        Dialect::GitLab => &["read_user"],
        Dialect::Kakao => &["account_email", "profile_image", "profile_nickname"],
        Dialect::Keycloak => &["profile", "email"],
        Dialect::Snapchat => &[
            "https://auth.snapchat.com/oauth2/api/user.external_id",
            "https://auth.snapchat.com/oauth2/api/user.display_name",
            "https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar",
        ],
        Dialect::Spotify => &["user-read-email"],
        Dialect::Twitch => &["user:read:email"],
        Dialect::X => &["users.email", "tweet.read", "users.read", "offline.access"],
        Dialect::Google | Dialect::LinkedIn | Dialect::OpenId | Dialect::Slack => {
            &["openid", "email", "profile"]
        }
        Dialect::Notion | Dialect::Twitter | Dialect::VercelMarketplace | Dialect::WorkOs | Dialect::Zoom => {
            &[]
        }
    }
}

async fn with_endpoints(
    mut provider: Provider,
    settings: &ProviderSettings,
) -> Result<Provider, NotAvailable> {
    let url = settings.url.as_deref();
    match provider.dialect {
        Dialect::Apple => return discovered(provider, url.unwrap_or(APPLE)).await,
        Dialect::Google => return discovered(provider, url.unwrap_or(GOOGLE)).await,
        Dialect::Azure => return Ok(of_tenant(provider, url.unwrap_or(SHARED_TENANT))),
        Dialect::Keycloak if url.is_none() => {
            return Err(NotAvailable::Configuration("unable to find URL for the Keycloak provider"));
        }
        _ => {}
    }
    let Some(endpoints) = Endpoints::of(provider.dialect, url) else {
        let issuer =
            url.ok_or(NotAvailable::Configuration("this provider needs the URL of an OpenID issuer"));
        return discovered(provider, issuer?).await;
    };
    (provider.authorization_endpoint, provider.token_endpoint) = (endpoints.authorization, endpoints.token);
    match issuer_of_profiles(provider.dialect) {
        None => provider.profile_url = endpoints.api,
        Some(issuer) => {
            let issuers = vec![url.unwrap_or(issuer).to_owned()];
            let audiences = vec![provider.client_id.clone()];
            provider.id_tokens = Some(IdTokenRules { issuers, jwks_uri: String::new(), audiences });
        }
    }
    Ok(provider)
}

/// The issuer of the id tokens from which a person's profile is read, for providers without an API for it.
fn issuer_of_profiles(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::LinkedIn => Some(LINKED_IN),
        Dialect::VercelMarketplace => Some(VERCEL_MARKETPLACE),
        _ => None,
    }
}

/// The provider with the endpoints of a tenant of Azure.
fn of_tenant(mut provider: Provider, tenant: &str) -> Provider {
    // The shared addresses sign in people of all tenants, each with the issuer of its own.
    let is_shared = ["/common", "/organizations", "/consumers"].iter().any(|end| tenant.ends_with(end));
    let issuers = if is_shared { Vec::new() } else { vec![format!("{tenant}/v2.0")] };
    let audiences = vec![provider.client_id.clone()];
    provider.id_tokens = Some(IdTokenRules { issuers, jwks_uri: String::new(), audiences });
    provider.authorization_endpoint = format!("{tenant}/oauth2/v2.0/authorize");
    provider.token_endpoint = format!("{tenant}/oauth2/v2.0/token");
    provider
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
        issuers.push(OTHER_APPLE.to_owned());
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
