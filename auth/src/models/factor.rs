//! Factors of multi-factor authentication: rows of `auth.mfa_factors`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_postgres::Row;
use tokio_postgres::types::Json;
use uuid::Uuid;

use crate::webauthn::Credential;

/// Supabase's `Factor` object, as SQL for a table or a query with the alias `f`.
macro_rules! factor_object {
    () => {
        r#"
    jsonb_build_object(
      'id', f.id, 'status', f.status, 'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''),
      'created_at', to_char(f.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'updated_at', to_char(f.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'last_challenged_at', to_char(f.last_challenged_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    ) || jsonb_strip_nulls(jsonb_build_object(
      'friendly_name', nullif(f.friendly_name, ''), 'web_authn_aaguid', f.web_authn_aaguid,
      'last_webauthn_challenge_data', f.last_webauthn_challenge_data
    ))
"#
    };
}

pub(super) use factor_object;

/// [`factor_object`] for queries that are built at run time.
pub(crate) const FACTOR_OBJECT: &str = factor_object!();

/// The kind of a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FactorType {
    Totp,
    Phone,
    WebAuthn,
}

impl FactorType {
    /// The name in the API and in the database.
    pub fn name(self) -> &'static str {
        match self {
            FactorType::Totp => "totp",
            FactorType::Phone => "phone",
            FactorType::WebAuthn => "webauthn",
        }
    }

    pub fn from_name(name: &str) -> Option<FactorType> {
        [FactorType::Totp, FactorType::Phone, FactorType::WebAuthn]
            .into_iter()
            .find(|factor_type| factor_type.name() == name)
    }

    /// The entry of the claim `amr` after a verification.
    pub fn method(self) -> &'static str {
        match self {
            FactorType::Totp => "totp",
            FactorType::Phone => "mfa/phone",
            FactorType::WebAuthn => "mfa/webauthn",
        }
    }
}

/// A factor. Not `Debug`, because it contains the secret.
pub(crate) struct Factor {
    pub id: Uuid,
    pub factor_type: FactorType,
    pub friendly_name: String,
    pub is_verified: bool,
    /// The secret of codes, as it is stored.
    pub secret: Option<String>,
    pub phone: Option<String>,
    pub last_challenged_at: Option<DateTime<Utc>>,
    pub credential: Option<Credential>,
    /// Supabase's `Factor` object.
    pub object: Value,
}

impl Factor {
    /// Reads a row of the columns of `auth.mfa_factors` with [`FACTOR_OBJECT`] as `object` and the type's name as
    /// `type_name`. `None` for a type that this service does not know.
    pub fn from_row(row: &Row) -> Result<Option<Factor>, tokio_postgres::Error> {
        let Some(factor_type) = FactorType::from_name(row.try_get("type_name")?) else { return Ok(None) };
        let credential = row.try_get::<_, Option<Json<Value>>>("web_authn_credential")?;
        Ok(Some(Factor {
            id: row.try_get("id")?,
            factor_type,
            friendly_name: row.try_get::<_, Option<String>>("friendly_name")?.unwrap_or_default(),
            is_verified: row.try_get("is_verified")?,
            secret: row.try_get("secret")?,
            phone: row.try_get("phone")?,
            last_challenged_at: row.try_get("last_challenged_at")?,
            credential: credential.and_then(|Json(value)| serde_json::from_value(value).ok()),
            object: row.try_get("object")?,
        }))
    }

    /// `verified` or `unverified`.
    pub fn status(&self) -> &'static str {
        if self.is_verified { "verified" } else { "unverified" }
    }
}
