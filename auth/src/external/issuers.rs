//! Issuers of id tokens, and which of them `grant_type=id_token` accepts.

use super::client::Client;
use super::id_token::unverified_issuer;
use super::known_issuers::{APPLE, GOOGLE, LINKED_IN, OTHER_APPLE, SNAPCHAT, VERCEL_MARKETPLACE};
use super::profile::Dialect;
use super::{Discovery, ProviderError};
use crate::app_state::AppState;
use crate::error::{Error, ErrorCode, Result};
use crate::settings::ProviderSettings;

/// The providers of supabase/auth, as `/settings` lists them.
pub(crate) const PROVIDERS: [&str; 25] = [
    "apple",
    "azure",
    "bitbucket",
    "discord",
    "facebook",
    "figma",
    "fly",
    "github",
    "gitlab",
    "google",
    "kakao",
    "keycloak",
    "linkedin",
    "linkedin_oidc",
    "notion",
    "slack",
    "slack_oidc",
    "snapchat",
    "spotify",
    "twitch",
    "twitter",
    "vercel_marketplace",
    "workos",
    "x",
    "zoom",
];

/// Whether an issuer is a tenant of Azure: `https://login.microsoftonline.com/TENANT/v2.0`, or a customer directory.
pub(super) fn is_azure(issuer: &str) -> bool {
    let Some((host, path)) = issuer.strip_prefix("https://").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let is_directory = host.strip_suffix(".ciamlogin.com").is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    });
    let tenant = path.trim_end_matches('/').strip_suffix("/v2.0");
    let is_tenant = tenant.is_some_and(|tenant| !tenant.is_empty() && !tenant.contains('/'));
    (host == "login.microsoftonline.com" || is_directory) && is_tenant
}

/// How a request names the issuer of its token.
pub(crate) struct IssuerRequest<'a> {
    pub provider: &'a str,
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub id_token: &'a str,
}

/// An issuer whose id tokens are accepted.
pub(crate) struct IdTokenIssuer {
    /// The name in `app_metadata`.
    pub provider: String,
    pub issuer: String,
    pub client_ids: Vec<String>,
    pub skips_nonce_check: bool,
    pub email_optional: bool,
    pub dialect: Dialect,
    pub client: Client,
    discovery_address: String,
}

impl IdTokenIssuer {
    /// The issuer that a request means.
    ///
    /// # Errors
    /// 400 when it is unknown or not enabled.
    pub async fn find(state: &AppState, request: &IssuerRequest<'_>) -> Result<IdTokenIssuer> {
        if request.provider.starts_with("custom:") {
            return IdTokenIssuer::custom(state, request.provider).await;
        }
        let providers = &state.settings.external.providers;
        let by_issuer = || {
            let issued_by = |name: &str, settings: &ProviderSettings| match name {
                "apple" => settings.url.is_none() && is_apple(request.issuer),
                "azure" => is_azure(request.issuer),
                _ => own_issuer(name, settings).as_deref() == Some(request.issuer),
            };
            providers.iter().find(|(name, settings)| issued_by(name, settings)).map(|(name, _)| name.as_str())
        };
        let name = match request.provider {
            "" => by_issuer().or_else(|| name_of(request.issuer)).unwrap_or_default(),
            name => name,
        };
        let Some(settings) = providers.get(name) else {
            if PROVIDERS.contains(&name) {
                let issuer = known_issuer(name).unwrap_or_default();
                let message = format!("Provider (issuer {issuer:?}) is not enabled");
                return Err(Error::bad_request(ErrorCode::ProviderDisabled, message));
            }
            return IdTokenIssuer::allowed(state, request);
        };
        let issuer = issuer_of(name, settings, request)?;
        let mut client_ids = settings.client_ids.clone();
        if name == "apple" {
            client_ids.extend(state.settings.external.ios_bundle_id.clone());
        }
        let discovery_address = Discovery::address(discovery_issuer(&issuer));
        Ok(IdTokenIssuer {
            provider: name.to_owned(),
            discovery_address,
            issuer,
            client_ids,
            // The tokens of Facebook's Limited Login have no digest of the nonce.
            skips_nonce_check: settings.skips_nonce_check || name == "facebook",
            email_optional: settings.email_optional,
            dialect: Dialect::of(name),
            client: state.providers.configured().clone(),
        })
    }

    /// An issuer that the settings allow without a provider of its own.
    fn allowed(state: &AppState, request: &IssuerRequest<'_>) -> Result<IdTokenIssuer> {
        let allowed = &state.settings.external.id_token_issuers;
        if !allowed.iter().any(|issuer| issuer == request.issuer) {
            let message = format!("Custom OIDC provider {:?} not allowed", request.provider);
            return Err(Error::invalid(message));
        }
        Ok(IdTokenIssuer {
            provider: request.issuer.to_owned(),
            discovery_address: Discovery::address(request.issuer),
            issuer: request.issuer.to_owned(),
            client_ids: Some(request.client_id.to_owned()).filter(|id| !id.is_empty()).into_iter().collect(),
            skips_nonce_check: false,
            email_optional: false,
            dialect: Dialect::OpenId,
            client: state.providers.configured().clone(),
        })
    }

    async fn custom(state: &AppState, name: &str) -> Result<IdTokenIssuer> {
        if !state.settings.external.allows_custom {
            return Err(Error::invalid("Custom OAuth providers are disabled"));
        }
        let row = state.database.connection().await?.find_custom_provider(name).await?;
        let row = row.ok_or_else(|| Error::invalid(format!("Custom provider {name:?} not found")))?;
        if !row.enabled {
            let message = format!("Custom provider {name:?} is disabled");
            return Err(Error::bad_request(ErrorCode::ProviderDisabled, message));
        }
        let Some(issuer) = row.issuer.clone() else {
            return Err(Error::invalid(format!("Provider {name:?} is not an OIDC provider")));
        };
        Ok(IdTokenIssuer {
            provider: name.to_owned(),
            discovery_address: row.discovery_address(),
            issuer,
            client_ids: row.audiences().map(str::to_owned).collect(),
            skips_nonce_check: row.skip_nonce_check,
            email_optional: row.email_optional,
            dialect: Dialect::OpenId,
            client: state.providers.custom().clone(),
        })
    }

    /// The address of the issuer's key set.
    ///
    /// # Errors
    /// When its discovery document cannot be fetched.
    pub async fn jwks_uri(&self) -> Result<String, ProviderError> {
        let issuer = discovery_issuer(&self.issuer);
        Ok(self.client.discover(&self.discovery_address, issuer).await?.jwks_uri)
    }
}

/// The issuer of the token; for Apple and Azure, which have several, the one that the token names.
fn issuer_of(name: &str, settings: &ProviderSettings, request: &IssuerRequest<'_>) -> Result<String> {
    let (title, is_theirs): (&str, fn(&str) -> bool) = match name {
        "apple" => ("an Apple", is_apple),
        "azure" => ("an Azure", is_azure),
        _ => {
            let message = "this provider needs the URL of an OpenID issuer";
            return own_issuer(name, settings).ok_or_else(|| Error::invalid(message));
        }
    };
    let Some(stated) = unverified_issuer(request.id_token) else {
        let short = title.trim_start_matches("an ");
        return Err(Error::invalid(format!("Unable to detect issuer in ID token for {short} provider")));
    };
    if !is_theirs(&stated) && own_issuer(name, settings).as_deref() != Some(stated.as_str()) {
        return Err(Error::invalid(format!("Detected ID token issuer is not {title} ID token issuer")));
    }
    if !request.issuer.is_empty() && request.issuer != stated {
        return Err(Error::invalid("Provided issuer does not match ID token issuer"));
    }
    Ok(stated)
}

/// The issuer of a provider's configuration.
fn own_issuer(name: &str, settings: &ProviderSettings) -> Option<String> {
    match (&settings.url, name) {
        (Some(tenant), "azure") => Some(format!("{tenant}/v2.0")),
        // Their addresses are no issuers.
        (
            _,
            "bitbucket" | "discord" | "figma" | "fly" | "github" | "gitlab" | "notion" | "spotify"
            | "twitter" | "workos" | "x" | "zoom",
        ) => None,
        (Some(url), _) => Some(url.clone()),
        (None, _) => known_issuer(name).map(str::to_owned),
    }
}

/// The provider whose tokens have this issuer, for everybody.
fn name_of(issuer: &str) -> Option<&'static str> {
    match issuer {
        _ if is_apple(issuer) => Some("apple"),
        _ if is_azure(issuer) => Some("azure"),
        _ => PROVIDERS.into_iter().find(|name| !issuer.is_empty() && known_issuer(name) == Some(issuer)),
    }
}

fn known_issuer(name: &str) -> Option<&'static str> {
    match name {
        "apple" => Some(APPLE),
        "facebook" => Some("https://www.facebook.com"),
        "google" => Some(GOOGLE),
        "kakao" => Some("https://kauth.kakao.com"),
        "linkedin_oidc" => Some(LINKED_IN),
        "slack_oidc" => Some("https://slack.com"),
        "snapchat" => Some(SNAPCHAT),
        "twitch" => Some("https://id.twitch.tv/oauth2"),
        "vercel_marketplace" => Some(VERCEL_MARKETPLACE),
        _ => None,
    }
}

/// The issuer that publishes the keys: both of Apple's have the same ones.
fn discovery_issuer(issuer: &str) -> &str {
    if issuer == OTHER_APPLE { APPLE } else { issuer }
}

fn is_apple(issuer: &str) -> bool {
    issuer == APPLE || issuer == OTHER_APPLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tenants_are_issuers_of_azure() {
        for tenant in ["https://login.microsoftonline.com/9188/v2.0", "https://a-b.ciamlogin.com/x/v2.0/"] {
            assert!(is_azure(tenant), "{tenant}");
        }
        for other in [
            "http://login.microsoftonline.com/9188/v2.0",
            "https://login.microsoftonline.com.evil.example/9188/v2.0",
            "https://evil.example/login.microsoftonline.com/v2.0",
            "https://login.microsoftonline.com/a/b/v2.0",
            "https://login.microsoftonline.com//v2.0",
        ] {
            assert!(!is_azure(other), "{other}");
        }
    }
}
