//! `[auth.third_party]`: another service whose tokens the project accepts beside its own.

use crate::config::reader::Section;
use crate::config::values::HttpUrl;

/// The issuer of the tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThirdParty {
    /// The name of its section.
    pub provider: &'static str,
    /// Where its OpenID configuration is found.
    pub issuer: HttpUrl,
}

/// The enabled one. A second one is an error.
pub(super) fn read(section: &mut Section<'_, '_>) -> Option<ThirdParty> {
    let mut enabled = Vec::new();
    enabled.extend(provider(section, "firebase", |section| {
        Some(format!("https://securetoken.google.com/{}", part(section, "project_id")?))
    }));
    enabled.extend(provider(section, "auth0", |section| {
        let region = optional_part(section, "tenant_region").map(|region| format!(".{region}"));
        Some(format!("https://{}{}.auth0.com", part(section, "tenant")?, region.unwrap_or_default()))
    }));
    enabled.extend(provider(section, "aws_cognito", |section| {
        let (pool, region) = (part(section, "user_pool_id"), part(section, "user_pool_region"));
        Some(format!("https://cognito-idp.{}.amazonaws.com/{}", region?, pool?))
    }));
    enabled
        .extend(provider(section, "clerk", |section| Some(format!("https://{}", part(section, "domain")?))));
    enabled.extend(provider(section, "workos", issuer_url));
    if let [_, second, ..] = enabled.as_slice() {
        section.reject(second.provider, "only one third party can be enabled");
    }
    enabled.into_iter().next()
}

fn provider(
    section: &mut Section<'_, '_>,
    name: &'static str,
    issuer: impl FnOnce(&mut Section<'_, '_>) -> Option<String>,
) -> Option<ThirdParty> {
    section.section(name, |section| {
        let is_on = section.switch("enabled", false);
        let issuer = issuer(section);
        let issuer = issuer.filter(|_| is_on)?;
        Some(ThirdParty { provider: name, issuer: HttpUrl(issuer) })
    })
}

fn issuer_url(section: &mut Section<'_, '_>) -> Option<String> {
    let Some(url) = section.optional::<HttpUrl>("issuer_url") else {
        if section.is_enabled() && !section.was_read("issuer_url") {
            section.reject("issuer_url", "expected an address with https");
        }
        return None;
    };
    let uri: hyper::Uri = url.0.parse().ok()?;
    let is_own_machine = matches!(uri.host(), Some("127.0.0.1" | "localhost" | "[::1]"));
    if uri.scheme_str() == Some("https") || is_own_machine {
        return Some(url.0);
    }
    section.reject("issuer_url", "expected an address with https");
    None
}

/// A part of the issuer's address. It is required if the section is enabled.
fn part(section: &mut Section<'_, '_>, key: &'static str) -> Option<String> {
    let part = section.optional::<String>(key).filter(|text| !text.is_empty() && is_plain(text));
    if part.is_none() && section.is_enabled() {
        section.reject(key, PLAIN);
    }
    part
}

fn optional_part(section: &mut Section<'_, '_>, key: &'static str) -> Option<String> {
    let text = section.optional::<String>(key).filter(|text| !text.is_empty())?;
    if is_plain(&text) {
        return Some(text);
    }
    section.reject(key, PLAIN);
    None
}

const PLAIN: &str = "expected letters, digits, `.`, `-` and `_`";

fn is_plain(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_'))
}
