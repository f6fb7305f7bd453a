//! `[auth.external.NAME]` and `[auth.captcha]`: identity providers and captchas.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

use crate::config::reader::Section;
use crate::config::values::{Secret, text};

/// Names that collide with other settings of the auth service.
const RESERVED: [&str; 5] = ["email", "phone", "anonymous_users", "web3_solana", "web3_ethereum"];

/// Providers that the auth service knows without an address.
const BUILT_IN: [&str; 22] = [
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
    "linkedin_oidc",
    "notion",
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
/// Providers that clients can use without a secret, by ID tokens.
const SECRET_IS_OPTIONAL: [&str; 2] = ["apple", "google"];
/// Names that Supabase has replaced by `NAME_oidc`.
const RENAMED: [&str; 2] = ["linkedin", "slack"];

/// An identity provider by which people sign in.
#[derive(Debug, Clone, Default)]
pub struct ExternalProvider {
    pub enabled: bool,
    /// Several client ids are separated by commas.
    pub client_id: String,
    pub secret: Option<Secret>,
    /// The provider's address; for OpenID providers the issuer.
    pub url: Option<ProviderUrl>,
    /// By default, the gateway's URL with `/auth/v1/callback`.
    pub redirect_uri: Option<ProviderUrl>,
    pub skip_nonce_check: bool,
    /// Whether people without an e-mail address may sign in.
    pub email_optional: bool,
}

/// A URL, or an empty text, which counts as missing.
#[derive(Debug, Clone)]
pub struct ProviderUrl(String);

impl<'de> Deserialize<'de> for ProviderUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text(deserializer, "an address such as \"https://example.org\", or nothing", |text| {
            let is_url = text
                .parse::<hyper::Uri>()
                .is_ok_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some());
            (text.is_empty() || is_url).then(|| ProviderUrl(text.to_owned()))
        })
    }
}

/// The name of a provider: lower-case letters, digits and underscores.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProviderName(String);

impl<'de> Deserialize<'de> for ProviderName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let is_name = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        if is_name && !RESERVED.contains(&name.as_str()) {
            Ok(ProviderName(name))
        } else {
            Err(D::Error::custom("expected the name of a provider, such as google"))
        }
    }
}

/// The providers by name.
pub type ExternalProviders = BTreeMap<ProviderName, ExternalProvider>;

/// Reads `[auth.external]`.
pub(super) fn read(section: &mut Section<'_, '_>) -> ExternalProviders {
    section.named_sections("external", ExternalProvider::read)
}

impl ExternalProvider {
    fn read(name: &ProviderName, section: &mut Section<'_, '_>) -> ExternalProvider {
        if section.is_project() {
            section.tolerate_unset();
        }
        let mut provider = ExternalProvider {
            enabled: section.switch("enabled", false),
            client_id: section.value("client_id", String::new()),
            secret: section.optional("secret"),
            url: section.optional("url"),
            redirect_uri: section.optional("redirect_uri"),
            skip_nonce_check: section.value("skip_nonce_check", false),
            email_optional: section.value("email_optional", false),
        };
        if provider.enabled && section.is_project() {
            provider.enabled = can_run(name, &provider, section);
        }
        if let Some(missing) = provider.missing_key(name).filter(|_| provider.enabled) {
            // An unset variable and an empty secret have errors of their own.
            let has_error =
                !section.unset_variables().is_empty() || (missing == "secret" && section.was_read(missing));
            if !has_error {
                section.reject(missing, "expected a value, because the provider is enabled");
            }
        }
        provider
    }

    /// A key that sign-ins need.
    fn missing_key(&self, name: &ProviderName) -> Option<&'static str> {
        let needs_secret = !SECRET_IS_OPTIONAL.contains(&name.0.as_str());
        if self.client_id.is_empty() {
            Some("client_id")
        } else {
            (needs_secret && self.secret.is_none()).then_some("secret")
        }
    }

    fn has_url(&self) -> bool {
        self.url.as_ref().is_some_and(|url| !url.0.is_empty())
    }
}

/// Whether a provider of a Supabase project can be enabled. One that lacks a value is disabled with a warning: developers
/// often do not have the keys of all providers.
fn can_run(name: &ProviderName, provider: &ExternalProvider, section: &mut Section<'_, '_>) -> bool {
    let missing = provider.missing_key(name);
    let name = name.0.as_str();
    let reason = if RENAMED.contains(&name) {
        format!("its present name is {name}_oidc")
    } else if !section.unset_variables().is_empty() {
        let names: Vec<&str> = section.unset_variables().iter().map(String::as_str).collect();
        format!("these environment variables are not set: {}", names.join(", "))
    } else if let Some(key) = missing {
        format!("{key} has no value")
    } else if !BUILT_IN.contains(&name) && !provider.has_url() {
        "this stack knows it only as an OpenID provider, with its issuer as the url".to_owned()
    } else {
        return true;
    };
    section.warn(&format!("is off: {reason}"));
    false
}

/// `[auth.captcha]`.
#[derive(Debug, Clone, Default)]
pub struct Captcha {
    pub enabled: bool,
    pub provider: CaptchaProvider,
    pub secret: Option<Secret>,
}

impl Captcha {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Captcha {
        let captcha = Captcha {
            enabled: section.switch("enabled", false),
            provider: section.value("provider", CaptchaProvider::default()),
            secret: section.optional("secret"),
        };
        if captcha.enabled && captcha.secret.is_none() && !section.was_read("secret") {
            section.reject("secret", "expected the provider's secret, because captchas are enabled");
        }
        captcha
    }
}

/// The services that verify captchas.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaptchaProvider {
    #[default]
    Hcaptcha,
    Turnstile,
}

impl CaptchaProvider {
    /// The name in the auth service's environment.
    pub fn name(self) -> &'static str {
        match self {
            CaptchaProvider::Hcaptcha => "hcaptcha",
            CaptchaProvider::Turnstile => "turnstile",
        }
    }
}

/// The variables of the enabled providers for the auth service, whose public address is `url`.
pub fn provider_variables(providers: &ExternalProviders, url: &str) -> Vec<(String, String)> {
    let enabled = providers.iter().filter(|(_, provider)| provider.enabled);
    let variables = enabled.flat_map(|(name, provider)| {
        let prefix = format!("GOTRUE_EXTERNAL_{}", name.0.to_uppercase());
        let nonempty =
            |url: &Option<ProviderUrl>| url.as_ref().map(|url| url.0.clone()).filter(|url| !url.is_empty());
        let secret = provider.secret.as_ref().map(|secret| secret.0.clone());
        let values = [
            ("ENABLED", "true".to_owned()),
            ("CLIENT_ID", provider.client_id.clone()),
            ("SECRET", secret.unwrap_or_default()),
            ("URL", nonempty(&provider.url).unwrap_or_default()),
            ("REDIRECT_URI", nonempty(&provider.redirect_uri).unwrap_or_else(|| format!("{url}/callback"))),
            ("SKIP_NONCE_CHECK", provider.skip_nonce_check.to_string()),
            ("EMAIL_OPTIONAL", provider.email_optional.to_string()),
        ];
        values.map(|(field, value)| (format!("{prefix}_{field}"), value))
    });
    variables.filter(|(_, value)| !value.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigError};

    fn parse(text: &str) -> Result<ExternalProviders, ConfigError> {
        Config::parse("supabase-compat.toml".as_ref(), text, |_| None).map(|config| config.auth.external)
    }

    #[test]
    fn an_enabled_provider_has_variables_with_the_callback_of_the_gateway() {
        let providers = parse(
            "[auth.external.google]\nenabled = true\nclient_id = \"a,b\"\nsecret = \"s\"\nurl = \"\"\n\
             [auth.external.github]\nclient_id = \"c\"\n",
        );
        let variables = provider_variables(&providers.unwrap(), "https://isula.example/auth/v1");
        let value =
            |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        assert_eq!(value("GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID"), Some("a,b"));
        let callback = Some("https://isula.example/auth/v1/callback");
        assert_eq!(value("GOTRUE_EXTERNAL_GOOGLE_REDIRECT_URI"), callback);
        assert_eq!(value("GOTRUE_EXTERNAL_GOOGLE_URL"), None);
        assert_eq!(value("GOTRUE_EXTERNAL_GITHUB_CLIENT_ID"), None);
    }

    #[test]
    fn names_and_addresses_are_checked() {
        for invalid in ["email]\n", "\"a-b\"]\n", "google]\nurl = \"ftp://x\"\n", "google]\nid = \"x\"\n"] {
            assert!(parse(&format!("[auth.external.{invalid}")).is_err(), "{invalid}");
        }
    }
}
