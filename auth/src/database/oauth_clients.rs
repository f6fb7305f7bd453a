//! SQL of `auth.oauth_clients`.

use uuid::Uuid;

use super::Connection;
use crate::error::Result;
use crate::models::{AuthMethod, ClientType, OAUTH_CLIENT_COLUMNS as COLUMNS, OAuthClient};

/// A client to insert.
pub(crate) struct NewOAuthClient<'a> {
    pub id: Uuid,
    pub client_type: ClientType,
    /// Empty for a public client.
    pub secret_hash: &'a str,
    pub registration_type: &'a str,
    pub auth_method: AuthMethod,
    pub redirect_uris: &'a [String],
    pub grant_types: &'a [String],
    /// An empty text is stored as null.
    pub name: &'a str,
    pub uri: &'a str,
    pub logo_uri: &'a str,
}

/// Changes of a client. `None` leaves a field as it is; an empty text removes it.
#[derive(Default)]
pub(crate) struct OAuthClientChanges<'a> {
    pub redirect_uris: Option<&'a [String]>,
    pub grant_types: Option<&'a [String]>,
    pub auth_method: Option<AuthMethod>,
    pub name: Option<&'a str>,
    pub uri: Option<&'a str>,
    pub logo_uri: Option<&'a str>,
}

impl OAuthClientChanges<'_> {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.redirect_uris.is_none()
            && self.grant_types.is_none()
            && self.auth_method.is_none()
            && self.name.is_none()
            && self.uri.is_none()
            && self.logo_uri.is_none()
    }
}

impl Connection {
    pub async fn find_oauth_client(&self, id: Uuid) -> Result<Option<OAuthClient>> {
        let query = format!("select {COLUMNS} from auth.oauth_clients where id = $1 and deleted_at is null");
        let row = self.0.query_opt(&self.0.prepare_cached(&query).await?, &[&id]).await?;
        row.as_ref().map(OAuthClient::from_row).transpose()
    }

    /// A page of clients, the newest first, and the number of all.
    pub async fn list_oauth_clients(&self, limit: i64, offset: i64) -> Result<(Vec<OAuthClient>, i64)> {
        let query = format!(
            "select {COLUMNS} from auth.oauth_clients where deleted_at is null
             order by created_at desc, id limit $1 offset $2"
        );
        let count = "select count(*) from auth.oauth_clients where deleted_at is null";
        let (query, count) = (self.0.prepare_cached(&query).await?, self.0.prepare_cached(count).await?);
        let total = self.0.query_one(&count, &[]).await?.try_get(0)?;
        let rows = self.0.query(&query, &[&limit, &offset]).await?;
        Ok((rows.iter().map(OAuthClient::from_row).collect::<Result<_>>()?, total))
    }

    pub async fn insert_oauth_client(&self, client: &NewOAuthClient<'_>) -> Result<OAuthClient> {
        let insert = format!(
            "insert into auth.oauth_clients (
               id, client_secret_hash, registration_type, client_type, token_endpoint_auth_method, redirect_uris,
               grant_types, client_name, client_uri, logo_uri
             )
             values ($1, $2, $3::text::auth.oauth_registration_type, $4::text::auth.oauth_client_type, $5, $6, $7,
               nullif($8, ''), nullif($9, ''), nullif($10, ''))
             returning {COLUMNS}"
        );
        let row = self
            .0
            .query_one(
                &self.0.prepare_cached(&insert).await?,
                &[
                    &client.id,
                    &client.secret_hash,
                    &client.registration_type,
                    &client.client_type.name(),
                    &client.auth_method.name(),
                    &client.redirect_uris.join(","),
                    &client.grant_types.join(","),
                    &client.name,
                    &client.uri,
                    &client.logo_uri,
                ],
            )
            .await?;
        OAuthClient::from_row(&row)
    }

    /// Returns the changed client, or `None` if there is none.
    pub async fn update_oauth_client(
        &self,
        id: Uuid,
        changes: &OAuthClientChanges<'_>,
    ) -> Result<Option<OAuthClient>> {
        let update = format!(
            "update auth.oauth_clients set
               redirect_uris = coalesce($2, redirect_uris),
               grant_types = coalesce($3, grant_types),
               token_endpoint_auth_method = coalesce($4, token_endpoint_auth_method),
               client_name = nullif(coalesce($5, client_name), ''),
               client_uri = nullif(coalesce($6, client_uri), ''),
               logo_uri = nullif(coalesce($7, logo_uri), ''),
               updated_at = now()
             where id = $1 and deleted_at is null
             returning {COLUMNS}"
        );
        let row = self
            .0
            .query_opt(
                &self.0.prepare_cached(&update).await?,
                &[
                    &id,
                    &changes.redirect_uris.map(|uris| uris.join(",")),
                    &changes.grant_types.map(|types| types.join(",")),
                    &changes.auth_method.map(AuthMethod::name),
                    &changes.name,
                    &changes.uri,
                    &changes.logo_uri,
                ],
            )
            .await?;
        row.as_ref().map(OAuthClient::from_row).transpose()
    }

    /// Replaces the hash of a client's secret, which invalidates the earlier secret.
    pub async fn replace_oauth_client_secret(&self, id: Uuid, hash: &str) -> Result<Option<OAuthClient>> {
        let update = format!(
            "update auth.oauth_clients set client_secret_hash = $2, updated_at = now()
             where id = $1 and deleted_at is null returning {COLUMNS}"
        );
        let row = self.0.query_opt(&self.0.prepare_cached(&update).await?, &[&id, &hash]).await?;
        row.as_ref().map(OAuthClient::from_row).transpose()
    }

    /// Marks a client as deleted. Returns whether there was one.
    pub async fn delete_oauth_client(&self, id: Uuid) -> Result<bool> {
        let delete = "update auth.oauth_clients set deleted_at = now(), updated_at = now()
             where id = $1 and deleted_at is null";
        Ok(self.0.execute(&self.0.prepare_cached(delete).await?, &[&id]).await? == 1)
    }
}
