//! A client in responses to the account.

use serde::Serialize;
use uuid::Uuid;

use crate::models::OAuthClient;

/// A client, as the account that it asks sees it.
#[derive(Serialize)]
pub(super) struct ClientDetails<'a> {
    id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logo_uri: Option<&'a str>,
}

impl ClientDetails<'_> {
    pub fn new(client: &OAuthClient) -> ClientDetails<'_> {
        ClientDetails {
            id: client.id,
            name: client.name.as_deref(),
            uri: client.uri.as_deref(),
            logo_uri: client.logo_uri.as_deref(),
        }
    }
}
