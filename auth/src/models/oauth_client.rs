//! Clients of the OAuth server: the applications that it signs people in to.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use tokio_postgres::Row;
use uuid::Uuid;

use crate::error::{Error, Result};

/// The columns of [`OAuthClient`].
pub(crate) const OAUTH_CLIENT_COLUMNS: &str = "id, coalesce(client_secret_hash, '') as client_secret_hash,
    registration_type::text, client_type::text, token_endpoint_auth_method, redirect_uris, grant_types, client_name,
    client_uri, logo_uri, created_at, updated_at";

/// Whether a client can keep a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientType {
    /// An application on people's devices, which has no secret.
    Public,
    /// An application on a server, which has one.
    Confidential,
}

/// How a client authenticates at the token endpoint (RFC 7591, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthMethod {
    None,
    /// Its id and secret in the header `Authorization`.
    SecretBasic,
    /// Its id and secret in the body.
    SecretPost,
}

/// A registered client, as the API shows it. Of its secret only the hash is stored, which is never shown.
#[derive(Clone, Serialize)]
pub(crate) struct OAuthClient {
    #[serde(rename = "client_id")]
    pub id: Uuid,
    pub client_type: ClientType,
    /// Empty for a public client.
    #[serde(skip)]
    pub secret_hash: String,
    /// `manual` for one of an administrator's, `dynamic` for one that registered itself.
    pub registration_type: String,
    pub redirect_uris: Vec<String>,
    pub token_endpoint_auth_method: AuthMethod,
    pub grant_types: Vec<String>,
    response_types: [&'static str; 1],
    #[serde(rename = "client_name", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(rename = "client_uri", skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_uri: Option<String>,
    #[serde(serialize_with = "crate::timestamp::serialize")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "crate::timestamp::serialize")]
    updated_at: DateTime<Utc>,
}

impl ClientType {
    pub fn name(self) -> &'static str {
        match self {
            ClientType::Public => "public",
            ClientType::Confidential => "confidential",
        }
    }
}

impl FromStr for ClientType {
    type Err = ();

    fn from_str(text: &str) -> Result<ClientType, ()> {
        [ClientType::Public, ClientType::Confidential].into_iter().find(|kind| kind.name() == text).ok_or(())
    }
}

impl Serialize for ClientType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl AuthMethod {
    pub const ALL: [AuthMethod; 3] = [AuthMethod::None, AuthMethod::SecretBasic, AuthMethod::SecretPost];

    pub fn name(self) -> &'static str {
        match self {
            AuthMethod::None => "none",
            AuthMethod::SecretBasic => "client_secret_basic",
            AuthMethod::SecretPost => "client_secret_post",
        }
    }

    /// The type of the clients that authenticate so.
    pub fn client_type(self) -> ClientType {
        match self {
            AuthMethod::None => ClientType::Public,
            AuthMethod::SecretBasic | AuthMethod::SecretPost => ClientType::Confidential,
        }
    }
}

impl FromStr for AuthMethod {
    type Err = ();

    fn from_str(text: &str) -> Result<AuthMethod, ()> {
        AuthMethod::ALL.into_iter().find(|method| method.name() == text).ok_or(())
    }
}

impl Serialize for AuthMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl OAuthClient {
    /// Reads a row with [`OAUTH_CLIENT_COLUMNS`].
    pub fn from_row(row: &Row) -> Result<OAuthClient> {
        let list = |name| {
            let text = row.try_get::<_, String>(name)?;
            let items = text.split(',').filter(|item| !item.is_empty()).map(str::to_owned);
            Ok::<Vec<String>, tokio_postgres::Error>(items.collect())
        };
        Ok(OAuthClient {
            id: row.try_get("id")?,
            client_type: known(row, "client_type")?,
            secret_hash: row.try_get("client_secret_hash")?,
            registration_type: row.try_get("registration_type")?,
            redirect_uris: list("redirect_uris")?,
            token_endpoint_auth_method: known(row, "token_endpoint_auth_method")?,
            grant_types: list("grant_types")?,
            response_types: ["code"],
            name: row.try_get("client_name")?,
            uri: row.try_get("client_uri")?,
            logo_uri: row.try_get("logo_uri")?,
            created_at: row.try_get("created_at")?,
            updated_at: row.try_get("updated_at")?,
        })
    }
}

/// A column that the table restricts to known names.
fn known<T: FromStr<Err = ()>>(row: &Row, column: &'static str) -> Result<T> {
    let name: String = row.try_get(column)?;
    name.parse().map_err(|()| Error::internal(format!("auth.oauth_clients.{column} is {name:?}")))
}
