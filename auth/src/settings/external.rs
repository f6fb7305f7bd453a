//! Settings of external identity providers: `GOTRUE_EXTERNAL_NAME_…`, and of custom ones, which are in the database.

use std::collections::BTreeMap;
use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError, parse_flag};

use super::GoDuration;
use super::list::list;

const PREFIX: &str = "GOTRUE_EXTERNAL_";
/// Ways to sign in that are no external providers.
const OTHERS: [&str; 6] = ["EMAIL", "PHONE", "ANONYMOUS_USERS", "SAML", "WEB3_SOLANA", "WEB3_ETHEREUM"];

/// The settings.
#[derive(Clone, Debug)]
pub(crate) struct ExternalSettings {
    /// The enabled providers by name, in lower case.
    pub providers: BTreeMap<String, ProviderSettings>,
    /// `GOTRUE_EXTERNAL_IOS_BUNDLE_ID`: a further client id of Apple's id tokens.
    pub ios_bundle_id: Option<String>,
    /// `GOTRUE_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS`: issuers without a provider of their own whose id tokens are accepted,
    /// for the client id that the request names.
    pub id_token_issuers: Vec<String>,
    /// `GOTRUE_EXTERNAL_REDIRECT_URL`: the page that every sign-in returns to, instead of the one that it asks for.
    pub redirect_url: Option<String>,
    /// `GOTRUE_SECURITY_MANUAL_LINKING_ENABLED`: whether people may link and unlink identities.
    pub allows_manual_linking: bool,
    /// `GOTRUE_CUSTOM_OAUTH_ENABLED`: whether administrators may add providers.
    pub allows_custom: bool,
    /// `GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS`: how many they may add. Zero is unlimited.
    pub max_custom: usize,
    /// The address that custom providers return to, from `GOTRUE_CUSTOM_OAUTH_EXTERNAL_URL` or `API_EXTERNAL_URL`.
    pub custom_callback: String,
    /// `GOTRUE_CUSTOM_OAUTH_ALLOW_PRIVATE_ADDRESSES`: whether custom providers may be in a private network.
    pub allows_private_addresses: bool,
    /// `GOTRUE_INTERNAL_HTTP_TIMEOUT`: the timeout of a request to a provider.
    pub request_timeout: Option<Duration>,
}

/// A provider's settings. Its `Debug` form does not contain the secret.
#[derive(Clone)]
pub(crate) struct ProviderSettings {
    /// The first one is used for sign-ins; id tokens may be for any of them.
    pub client_ids: Vec<String>,
    pub secret: String,
    /// The address of `/callback`, as the provider knows it.
    pub redirect_uri: String,
    /// The provider's address; for OpenID providers the issuer.
    pub url: Option<String>,
    pub skips_nonce_check: bool,
    /// Whether people without an e-mail address may sign in.
    pub email_optional: bool,
}

impl std::fmt::Debug for ProviderSettings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ProviderSettings").field("url", &self.url).finish_non_exhaustive()
    }
}

impl ExternalSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<ExternalSettings, EnvironmentError> {
        let variables: BTreeMap<&str, &str> = environment.with_prefix(PREFIX).collect();
        let mut providers = BTreeMap::new();
        for name in variables.keys().filter_map(|name| name.strip_suffix("_ENABLED")) {
            if !OTHERS.contains(&name) && flag(&variables, name, "ENABLED")? {
                providers.insert(name.to_lowercase(), ProviderSettings::read(&variables, name)?);
            }
        }
        let service_url = || format!("{}/auth/v1", environment.optional("SUPABASE_URL").unwrap_or_default());
        let external_url = ["GOTRUE_CUSTOM_OAUTH_EXTERNAL_URL", "API_EXTERNAL_URL"]
            .into_iter()
            .find_map(|name| environment.optional(name))
            .map_or_else(service_url, str::to_owned);
        Ok(ExternalSettings {
            providers,
            ios_bundle_id: variables.get("IOS_BUNDLE_ID").map(|id| (*id).to_owned()),
            id_token_issuers: list(
                variables.get("ALLOWED_ID_TOKEN_ISSUERS").copied().unwrap_or_default(),
                ',',
            ),
            redirect_url: variables.get("REDIRECT_URL").map(|url| (*url).to_owned()),
            allows_manual_linking: environment.flag("GOTRUE_SECURITY_MANUAL_LINKING_ENABLED")?,
            allows_custom: environment.flag_or("GOTRUE_CUSTOM_OAUTH_ENABLED", true)?,
            max_custom: environment
                .parsed("GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS", "a number of providers")?
                .unwrap_or(0),
            custom_callback: format!("{}/callback", external_url.trim_end_matches('/')),
            allows_private_addresses: environment.flag("GOTRUE_CUSTOM_OAUTH_ALLOW_PRIVATE_ADDRESSES")?,
            request_timeout: environment
                .parsed::<GoDuration>("GOTRUE_INTERNAL_HTTP_TIMEOUT", "a duration such as 10s")?
                .map(|timeout| timeout.0)
                .filter(|timeout| !timeout.is_zero()),
        })
    }
}

impl ProviderSettings {
    fn read(variables: &BTreeMap<&str, &str>, name: &str) -> Result<ProviderSettings, EnvironmentError> {
        let text =
            |field: &str| variables.get(format!("{name}_{field}").as_str()).copied().unwrap_or_default();
        let client_ids = text("CLIENT_ID").split(',').map(str::trim).filter(|id| !id.is_empty());
        Ok(ProviderSettings {
            client_ids: client_ids.map(str::to_owned).collect(),
            secret: text("SECRET").to_owned(),
            redirect_uri: text("REDIRECT_URI").to_owned(),
            url: Some(text("URL").trim_end_matches('/').to_owned()).filter(|url| !url.is_empty()),
            skips_nonce_check: flag(variables, name, "SKIP_NONCE_CHECK")?,
            email_optional: flag(variables, name, "EMAIL_OPTIONAL")?,
        })
    }
}

fn flag(variables: &BTreeMap<&str, &str>, name: &str, field: &str) -> Result<bool, EnvironmentError> {
    let variable = format!("{name}_{field}");
    let Some(text) = variables.get(variable.as_str()) else { return Ok(false) };
    parse_flag(text).ok_or_else(|| {
        let cause = format!("{PREFIX}{variable} must be true or false").into();
        EnvironmentError::Unusable { name: "GOTRUE_EXTERNAL_…", cause }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<ExternalSettings, EnvironmentError> {
        ExternalSettings::from_environment(&Environment::from_pairs(pairs.iter().copied()))
    }

    #[test]
    fn an_enabled_provider_has_the_settings_of_its_name() {
        let settings = read(&[
            ("GOTRUE_EXTERNAL_GOOGLE_ENABLED", "1"),
            ("GOTRUE_EXTERNAL_SAML_ENABLED", "true"),
            ("GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID", "web, ios"),
            ("GOTRUE_EXTERNAL_LINKEDIN_OIDC_ENABLED", "true"),
            ("GOTRUE_EXTERNAL_LINKEDIN_OIDC_URL", "https://login.example/"),
            ("GOTRUE_EXTERNAL_GITHUB_ENABLED", "false"),
            ("GOTRUE_EXTERNAL_EMAIL_ENABLED", "true"),
        ])
        .unwrap();
        assert_eq!(settings.providers.keys().collect::<Vec<_>>(), ["google", "linkedin_oidc"]);
        assert_eq!(settings.providers["google"].client_ids, ["web", "ios"]);
        assert_eq!(settings.providers["linkedin_oidc"].url.as_deref(), Some("https://login.example"));
    }

    #[test]
    fn an_invalid_flag_is_named_without_its_value() {
        let error = read(&[("GOTRUE_EXTERNAL_GOOGLE_ENABLED", "hunter2")]).unwrap_err().to_string();
        assert!(error.contains("GOTRUE_EXTERNAL_GOOGLE_ENABLED must be true or false"), "{error}");
        assert!(!error.contains("hunter2"));
    }
}
