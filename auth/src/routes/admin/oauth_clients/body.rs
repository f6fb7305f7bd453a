//! The bodies of registrations and of changes.

use serde::Deserialize;

use super::rules;
use crate::database::OAuthClientChanges;
use crate::error::{Error, Result};
use crate::models::{AuthMethod, ClientType, OAuthClient};

/// A registration (RFC 7591). An empty text counts as missing.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(in crate::routes) struct RegistrationBody {
    redirect_uris: Vec<String>,
    client_type: String,
    token_endpoint_auth_method: String,
    grant_types: Vec<String>,
    client_name: String,
    client_uri: String,
    logo_uri: String,
}

/// A checked registration.
pub(super) struct Registration {
    pub client_type: ClientType,
    pub auth_method: AuthMethod,
    pub redirect_uris: Vec<String>,
    pub grant_types: Vec<String>,
    pub name: String,
    pub uri: String,
    pub logo_uri: String,
}

/// The changes of a client. A missing field stays as it is.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct UpdateBody {
    redirect_uris: Option<Vec<String>>,
    grant_types: Option<Vec<String>>,
    client_name: Option<String>,
    client_uri: Option<String>,
    logo_uri: Option<String>,
    token_endpoint_auth_method: Option<String>,
}

impl RegistrationBody {
    /// # Errors
    /// 400 for an invalid field.
    pub(super) fn check(self) -> Result<Registration> {
        rules::check_redirect_uris(&self.redirect_uris)?;
        let grant_types =
            if self.grant_types.is_empty() { rules::default_grant_types() } else { self.grant_types };
        rules::check_grant_types(&grant_types)?;
        rules::check_name(&self.client_name)?;
        rules::check_uri("client_uri", &self.client_uri)?;
        rules::check_uri("logo_uri", &self.logo_uri)?;
        let (client_type, auth_method) =
            rules::authentication(&self.client_type, &self.token_endpoint_auth_method)?;
        Ok(Registration {
            client_type,
            auth_method,
            redirect_uris: self.redirect_uris,
            grant_types,
            name: self.client_name,
            uri: self.client_uri,
            logo_uri: self.logo_uri,
        })
    }
}

impl UpdateBody {
    /// The changes of `client`.
    ///
    /// # Errors
    /// 400 without any field, and for an invalid one.
    pub fn check(&self, client: &OAuthClient) -> Result<OAuthClientChanges<'_>> {
        let changes = OAuthClientChanges {
            redirect_uris: self.redirect_uris.as_deref(),
            grant_types: self.grant_types.as_deref(),
            auth_method: self.token_endpoint_auth_method.as_deref().map(rules::auth_method).transpose()?,
            name: self.client_name.as_deref(),
            uri: self.client_uri.as_deref(),
            logo_uri: self.logo_uri.as_deref(),
        };
        if changes.is_empty() {
            return Err(Error::invalid("No fields provided for update"));
        }
        changes.redirect_uris.map(rules::check_redirect_uris).transpose()?;
        changes.grant_types.map(rules::check_grant_types).transpose()?;
        changes.name.map(rules::check_name).transpose()?;
        changes.uri.map(|uri| rules::check_uri("client_uri", uri)).transpose()?;
        changes.logo_uri.map(|uri| rules::check_uri("logo_uri", uri)).transpose()?;
        changes.auth_method.map(|method| rules::check_auth_method(client.client_type, method)).transpose()?;
        Ok(changes)
    }
}
