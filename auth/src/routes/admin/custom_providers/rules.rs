//! Validation of a custom provider.

use serde_json::Value;
use url::Url;

use crate::database::CustomProvider;
use crate::error::{Error, Result};
use crate::external::RESERVED_PARAMETERS;

/// Fields of an account that a provider's claims must not set.
const PROTECTED_FIELDS: [&str; 13] = [
    "id",
    "aud",
    "role",
    "app_metadata",
    "created_at",
    "updated_at",
    "confirmed_at",
    "email_confirmed_at",
    "phone_confirmed_at",
    "email_verified",
    "phone_verified",
    "banned_until",
    "is_super_admin",
];

/// # Errors
/// 400 with the broken rule.
pub(super) fn check(provider: &CustomProvider) -> Result<()> {
    for (name, value) in &provider.authorization_params {
        if RESERVED_PARAMETERS.contains(&name.as_str()) {
            return Err(Error::invalid(format!("Cannot override reserved OAuth parameter: {name}")));
        }
        if !matches!(value, Value::String(_)) {
            return Err(Error::invalid(format!("Authorization parameter {name:?} must be a string")));
        }
    }
    if let Some(name) =
        provider.attribute_mapping.keys().find(|name| PROTECTED_FIELDS.contains(&name.as_str()))
    {
        return Err(Error::invalid(format!("Cannot map to protected system field: {name}")));
    }
    if provider.custom_claims_allowlist.iter().any(|claim| claim.trim().is_empty()) {
        return Err(Error::invalid("custom_claims_allowlist entries must be non-empty strings"));
    }
    let addresses = [
        &provider.issuer,
        &provider.discovery_url,
        &provider.authorization_url,
        &provider.token_url,
        &provider.userinfo_url,
        &provider.jwks_uri,
    ];
    addresses.into_iter().flatten().try_for_each(|address| check_address(address))
}

/// # Errors
/// 400 for an identifier without the prefix of custom providers.
pub(super) fn check_prefix(identifier: &str) -> Result<()> {
    if identifier.starts_with("custom:") {
        return Ok(());
    }
    Err(Error::invalid(format!("identifier must start with 'custom:' prefix, e.g. 'custom:{identifier}'")))
}

/// Checks a URL. The address to which its name resolves is checked by the HTTP client of custom providers.
fn check_address(address: &str) -> Result<()> {
    let url = Url::parse(address).map_err(|_| Error::invalid("Invalid URL format"))?;
    if url.scheme() != "https" {
        return Err(Error::invalid("URL must use HTTPS"));
    }
    if url.host().is_some() { Ok(()) } else { Err(Error::invalid("URL must have a valid hostname")) }
}
