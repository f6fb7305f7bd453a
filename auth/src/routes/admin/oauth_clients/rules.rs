//! The checks of a client's fields.

use url::{Host, Url};

use crate::error::{Error, Result};
use crate::models::{AuthMethod, ClientType};

const MAX_REDIRECT_URIS: usize = 10;
/// In bytes.
const MAX_NAME: usize = 1024;
/// In bytes.
const MAX_URI: usize = 2048;
const GRANT_TYPES: [&str; 2] = ["authorization_code", "refresh_token"];
/// Schemes that browsers run or read locally instead of sending the code to an application.
const UNSAFE_SCHEMES: [&str; 6] = ["javascript", "data", "file", "vbscript", "about", "blob"];

/// # Errors
/// 400 for an empty or too long list, and for an address that must not receive codes.
pub(super) fn check_redirect_uris(uris: &[String]) -> Result<()> {
    if uris.is_empty() {
        return Err(Error::invalid("redirect_uris is required"));
    }
    if uris.len() > MAX_REDIRECT_URIS {
        return Err(Error::invalid("redirect_uris cannot exceed 10 items"));
    }
    uris.iter().try_for_each(|uri| {
        check_redirect_uri(uri)
            .map_err(|reason| Error::invalid(format!("invalid redirect_uri '{uri}': {reason}")))
    })
}

fn check_redirect_uri(uri: &str) -> Result<(), String> {
    if uri.is_empty() {
        return Err("redirect URI cannot be empty".to_owned());
    }
    // The table stores the list as one text with commas. What follows a comma would become an unchecked address.
    if uri.contains(|character: char| character == ',' || character.is_control() || character.is_whitespace())
    {
        return Err("invalid URL format".to_owned());
    }
    let url = match Url::parse(uri) {
        Ok(url) => url,
        Err(url::ParseError::RelativeUrlWithoutBase) => return Err("must have scheme and host".to_owned()),
        Err(_) => return Err("invalid URL format".to_owned()),
    };
    if UNSAFE_SCHEMES.contains(&url.scheme()) {
        return Err(format!("scheme '{}' is not allowed for security reasons", url.scheme()));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err("must have scheme and host".to_owned());
    }
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address == std::net::Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(address)) => address == std::net::Ipv6Addr::LOCALHOST,
        None => false,
    };
    if url.scheme() == "http" && !is_local {
        return Err("HTTP scheme only allowed for localhost".to_owned());
    }
    if url.fragment().is_some_and(|fragment| !fragment.is_empty()) {
        return Err("fragment not allowed in redirect URI".to_owned());
    }
    Ok(())
}

/// # Errors
/// 400 for an empty list, and for a grant that the server does not have.
pub(super) fn check_grant_types(grant_types: &[String]) -> Result<()> {
    if grant_types.is_empty() {
        return Err(Error::invalid("grant_types cannot be empty"));
    }
    if grant_types.iter().all(|grant_type| GRANT_TYPES.contains(&grant_type.as_str())) {
        return Ok(());
    }
    Err(Error::invalid("grant_types must only contain 'authorization_code' and/or 'refresh_token'"))
}

/// The grants of a client that names none.
pub(super) fn default_grant_types() -> Vec<String> {
    GRANT_TYPES.map(str::to_owned).to_vec()
}

/// # Errors
/// 400 for a name that is too long.
pub(super) fn check_name(name: &str) -> Result<()> {
    if name.len() > MAX_NAME {
        return Err(Error::invalid("client_name cannot exceed 1024 characters"));
    }
    Ok(())
}

/// Checks `client_uri` or `logo_uri`, which `field` names. An empty text is accepted.
///
/// # Errors
/// 400 for an address that is too long or malformed.
pub(super) fn check_uri(field: &str, uri: &str) -> Result<()> {
    if uri.len() > MAX_URI {
        return Err(Error::invalid(format!("{field} cannot exceed 2048 characters")));
    }
    if uri.is_empty() || uri.starts_with('/') || Url::parse(uri).is_ok() {
        return Ok(());
    }
    Err(Error::invalid(format!("{field} must be a valid URL")))
}

/// The type of a new client and how it authenticates. Each follows from the other; the default is a client with a
/// secret in the header.
///
/// # Errors
/// 400 for an unknown name, and for a type and a method that exclude each other.
pub(super) fn authentication(client_type: &str, method: &str) -> Result<(ClientType, AuthMethod)> {
    let client_type = match client_type {
        "" => None,
        name => Some(
            name.parse::<ClientType>()
                .map_err(|()| Error::invalid("client_type must be 'public' or 'confidential'"))?,
        ),
    };
    let method = if method.is_empty() { None } else { Some(auth_method(method)?) };
    match (client_type, method) {
        (None | Some(ClientType::Confidential), None) => {
            Ok((ClientType::Confidential, AuthMethod::SecretBasic))
        }
        (Some(ClientType::Public), None) => Ok((ClientType::Public, AuthMethod::None)),
        (None, Some(method)) => Ok((method.client_type(), method)),
        (Some(client_type), Some(method)) if method.client_type() == client_type => Ok((client_type, method)),
        (Some(client_type), Some(method)) => Err(Error::invalid(format!(
            "client_type '{}' is inconsistent with token_endpoint_auth_method '{}' (expected client_type '{}')",
            client_type.name(),
            method.name(),
            method.client_type().name()
        ))),
    }
}

/// # Errors
/// 400 for an unknown method.
pub(super) fn auth_method(name: &str) -> Result<AuthMethod> {
    name.parse().map_err(|()| {
        let message = format!("token_endpoint_auth_method must be one of: {}", names(&AuthMethod::ALL));
        Error::invalid(message)
    })
}

/// Checks a new method of an existing client, whose type does not change.
///
/// # Errors
/// 400 for a method of the other type.
pub(super) fn check_auth_method(client_type: ClientType, method: AuthMethod) -> Result<()> {
    if method.client_type() == client_type {
        return Ok(());
    }
    let valid: Vec<AuthMethod> =
        AuthMethod::ALL.into_iter().filter(|method| method.client_type() == client_type).collect();
    Err(Error::invalid(format!(
        "token_endpoint_auth_method '{}' is not valid for client_type '{}'; valid methods: {}",
        method.name(),
        client_type.name(),
        names(&valid)
    )))
}

fn names(methods: &[AuthMethod]) -> String {
    let names: Vec<&str> = methods.iter().map(|method| method.name()).collect();
    format!("[{}]", names.join(" "))
}
