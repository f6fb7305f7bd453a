//! SQL of `auth.custom_oauth_providers`.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio_postgres::Row;
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::Connection;
use crate::error::Result;
use crate::external::Discovery;

/// A provider that administrators have added, as the API shows it. The secret is never shown.
#[derive(Clone, Serialize)]
pub(crate) struct CustomProvider {
    pub id: Uuid,
    /// `oidc` or `oauth2`.
    pub provider_type: String,
    /// Begins with `custom:`.
    pub identifier: String,
    pub name: String,
    pub client_id: String,
    #[serde(skip)]
    pub client_secret: String,
    pub acceptable_client_ids: Vec<String>,
    pub scopes: Vec<String>,
    pub pkce_enabled: bool,
    pub attribute_mapping: Map<String, Value>,
    pub custom_claims_allowlist: Vec<String>,
    pub authorization_params: Map<String, Value>,
    pub enabled: bool,
    pub email_optional: bool,
    /// `None` for `oauth2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery_url: Option<String>,
    pub skip_nonce_check: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery_document: Option<Discovery>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub userinfo_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwks_uri: Option<String>,
    #[serde(serialize_with = "crate::timestamp::serialize")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "crate::timestamp::serialize")]
    pub updated_at: DateTime<Utc>,
}

impl CustomProvider {
    fn from_row(row: &Row) -> Result<CustomProvider, tokio_postgres::Error> {
        let object =
            |name| Ok::<_, tokio_postgres::Error>(row.try_get::<_, Json<Map<String, Value>>>(name)?.0);
        let discovery: Option<Value> = row.try_get("cached_discovery")?;
        Ok(CustomProvider {
            id: row.try_get("id")?,
            provider_type: row.try_get("provider_type")?,
            identifier: row.try_get("identifier")?,
            name: row.try_get("name")?,
            client_id: row.try_get("client_id")?,
            client_secret: row.try_get("client_secret")?,
            acceptable_client_ids: row.try_get("acceptable_client_ids")?,
            scopes: row.try_get("scopes")?,
            pkce_enabled: row.try_get("pkce_enabled")?,
            attribute_mapping: object("attribute_mapping")?,
            custom_claims_allowlist: row.try_get("custom_claims_allowlist")?,
            authorization_params: object("authorization_params")?,
            enabled: row.try_get("enabled")?,
            email_optional: row.try_get("email_optional")?,
            issuer: row.try_get("issuer")?,
            discovery_url: row.try_get("discovery_url")?,
            skip_nonce_check: row.try_get("skip_nonce_check")?,
            discovery_document: discovery.and_then(|document| serde_json::from_value(document).ok()),
            authorization_url: row.try_get("authorization_url")?,
            token_url: row.try_get("token_url")?,
            userinfo_url: row.try_get("userinfo_url")?,
            jwks_uri: row.try_get("jwks_uri")?,
            created_at: row.try_get("created_at")?,
            updated_at: row.try_get("updated_at")?,
        })
    }

    /// The address of the discovery document; empty for `oauth2`.
    pub fn discovery_address(&self) -> String {
        match (&self.discovery_url, &self.issuer) {
            (Some(url), _) if !url.is_empty() => url.clone(),
            (_, Some(issuer)) => Discovery::address(issuer),
            _ => String::new(),
        }
    }

    /// The client ids that an id token may be for.
    pub fn audiences(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.client_id).chain(&self.acceptable_client_ids).map(String::as_str)
    }
}

impl Connection {
    pub async fn find_custom_provider(&self, identifier: &str) -> Result<Option<CustomProvider>> {
        let statement =
            self.0.prepare_cached("select * from auth.custom_oauth_providers where identifier = $1").await?;
        let row = self.0.query_opt(&statement, &[&identifier]).await?;
        Ok(row.as_ref().map(CustomProvider::from_row).transpose()?)
    }

    /// The providers of a type, or all of them; the newest first.
    pub async fn list_custom_providers(&self, provider_type: Option<&str>) -> Result<Vec<CustomProvider>> {
        let statement = self
            .0
            .prepare_cached(
                "select * from auth.custom_oauth_providers where $1::text is null or provider_type = $1
                 order by created_at desc, id",
            )
            .await?;
        let rows = self.0.query(&statement, &[&provider_type]).await?;
        Ok(rows.iter().map(CustomProvider::from_row).collect::<Result<_, _>>()?)
    }

    pub async fn count_custom_providers(&self) -> Result<i64> {
        let statement = self.0.prepare_cached("select count(*) from auth.custom_oauth_providers").await?;
        Ok(self.0.query_one(&statement, &[]).await?.try_get(0)?)
    }

    /// Inserts a provider, or replaces the one with the same id.
    ///
    /// # Errors
    /// 400 when a constraint of the table rejects it.
    pub async fn store_custom_provider(&self, provider: &CustomProvider) -> Result<CustomProvider> {
        let statement = self
            .0
            .prepare_cached(
                "insert into auth.custom_oauth_providers (
                   id, provider_type, identifier, name, client_id, client_secret, acceptable_client_ids, scopes,
                   pkce_enabled, attribute_mapping, custom_claims_allowlist, authorization_params, enabled,
                   email_optional, issuer, discovery_url, skip_nonce_check, cached_discovery, discovery_cached_at,
                   authorization_url, token_url, userinfo_url, jwks_uri
                 )
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                   case when $18::jsonb is not null then now() end, $19, $20, $21, $22)
                 on conflict (id) do update set
                   name = excluded.name, client_id = excluded.client_id, client_secret = excluded.client_secret,
                   acceptable_client_ids = excluded.acceptable_client_ids, scopes = excluded.scopes,
                   pkce_enabled = excluded.pkce_enabled, attribute_mapping = excluded.attribute_mapping,
                   custom_claims_allowlist = excluded.custom_claims_allowlist,
                   authorization_params = excluded.authorization_params, enabled = excluded.enabled,
                   email_optional = excluded.email_optional, issuer = excluded.issuer,
                   discovery_url = excluded.discovery_url, skip_nonce_check = excluded.skip_nonce_check,
                   cached_discovery = excluded.cached_discovery, discovery_cached_at = excluded.discovery_cached_at,
                   authorization_url = excluded.authorization_url, token_url = excluded.token_url,
                   userinfo_url = excluded.userinfo_url, jwks_uri = excluded.jwks_uri, updated_at = now()
                 returning *",
            )
            .await?;
        let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 22] = [
            &provider.id,
            &provider.provider_type,
            &provider.identifier,
            &provider.name,
            &provider.client_id,
            &provider.client_secret,
            &provider.acceptable_client_ids,
            &provider.scopes,
            &provider.pkce_enabled,
            &Json(&provider.attribute_mapping),
            &provider.custom_claims_allowlist,
            &Json(&provider.authorization_params),
            &provider.enabled,
            &provider.email_optional,
            &provider.issuer,
            &provider.discovery_url,
            &provider.skip_nonce_check,
            &provider.discovery_document.as_ref().map(Json),
            &provider.authorization_url,
            &provider.token_url,
            &provider.userinfo_url,
            &provider.jwks_uri,
        ];
        Ok(CustomProvider::from_row(&self.0.query_one(&statement, &parameters).await?)?)
    }

    /// Deletes a provider. Returns whether there was one.
    pub async fn delete_custom_provider(&self, identifier: &str) -> Result<bool> {
        let statement =
            self.0.prepare_cached("delete from auth.custom_oauth_providers where identifier = $1").await?;
        Ok(self.0.execute(&statement, &[&identifier]).await? == 1)
    }
}
