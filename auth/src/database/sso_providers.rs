//! SQL of `auth.sso_providers`: the SAML providers of a project that was moved here.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use tokio_postgres::Row;
use uuid::Uuid;

use super::Connection;
use crate::error::Result;

/// The most providers of a list.
const MAX_LISTED: i64 = 1000;
/// The columns of [`SsoProvider`], for a provider with the alias `p`.
const COLUMNS: &str = "p.id, p.resource_id, p.disabled, p.created_at, p.updated_at,
    (
      select jsonb_strip_nulls(jsonb_build_object(
        'entity_id', s.entity_id, 'metadata_xml', s.metadata_xml, 'metadata_url', s.metadata_url,
        'attribute_mapping', s.attribute_mapping, 'name_id_format', s.name_id_format
      ))
      from auth.saml_providers s where s.sso_provider_id = p.id limit 1
    ) as saml,
    (
      select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain) order by d.domain), '[]')
      from auth.sso_domains d where d.sso_provider_id = p.id
    ) as domains";

/// A provider, as the API shows it.
#[derive(Serialize)]
pub(crate) struct SsoProvider {
    id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_id: Option<String>,
    disabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saml: Option<Value>,
    domains: Value,
    #[serde(serialize_with = "crate::timestamp::serialize")]
    created_at: DateTime<Utc>,
    #[serde(serialize_with = "crate::timestamp::serialize")]
    updated_at: DateTime<Utc>,
}

/// The key of a provider in a path.
pub(crate) enum SsoProviderKey<'a> {
    Id(Uuid),
    ResourceId(&'a str),
}

impl SsoProviderKey<'_> {
    fn parameters(&self) -> (Option<Uuid>, Option<&str>) {
        match self {
            SsoProviderKey::Id(id) => (Some(*id), None),
            SsoProviderKey::ResourceId(text) => (None, Some(text)),
        }
    }
}

impl SsoProvider {
    fn from_row(row: &Row) -> Result<SsoProvider, tokio_postgres::Error> {
        let moment =
            |name| Ok::<_, tokio_postgres::Error>(row.try_get::<_, Option<_>>(name)?.unwrap_or_default());
        Ok(SsoProvider {
            id: row.try_get("id")?,
            resource_id: row.try_get("resource_id")?,
            disabled: row.try_get("disabled")?,
            saml: row.try_get("saml")?,
            domains: row.try_get("domains")?,
            created_at: moment("created_at")?,
            updated_at: moment("updated_at")?,
        })
    }
}

impl Connection {
    /// The providers with a resource id, or with a prefix of one, or all of them.
    pub async fn list_sso_providers(
        &self,
        resource_id: Option<&str>,
        prefix: Option<&str>,
    ) -> Result<Vec<SsoProvider>> {
        let query = format!(
            "select {COLUMNS} from auth.sso_providers p
             where ($1::text is null or p.resource_id = $1)
               and ($2::text is null or starts_with(p.resource_id, $2))
             order by p.created_at, p.id limit {MAX_LISTED}"
        );
        let rows = self.0.query(&self.0.prepare_cached(&query).await?, &[&resource_id, &prefix]).await?;
        Ok(rows.iter().map(SsoProvider::from_row).collect::<Result<_, _>>()?)
    }

    pub async fn find_sso_provider(&self, key: &SsoProviderKey<'_>) -> Result<Option<SsoProvider>> {
        let query = format!(
            "select {COLUMNS} from auth.sso_providers p where p.id = $1 or p.resource_id = $2 limit 1"
        );
        let (id, resource_id) = key.parameters();
        let row = self.0.query_opt(&self.0.prepare_cached(&query).await?, &[&id, &resource_id]).await?;
        Ok(row.as_ref().map(SsoProvider::from_row).transpose()?)
    }

    /// Deletes a provider with its domains. Returns the deleted provider.
    pub async fn delete_sso_provider(&self, key: &SsoProviderKey<'_>) -> Result<Option<SsoProvider>> {
        // The subqueries see the rows as they were before the statement.
        let delete = format!(
            "delete from auth.sso_providers p where p.id = $1 or p.resource_id = $2 returning {COLUMNS}"
        );
        let (id, resource_id) = key.parameters();
        let row = self.0.query_opt(&self.0.prepare_cached(&delete).await?, &[&id, &resource_id]).await?;
        Ok(row.as_ref().map(SsoProvider::from_row).transpose()?)
    }
}
