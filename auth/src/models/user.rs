//! Accounts: rows of `auth.users` with their identities, and Supabase's `User` object.

use chrono::{DateTime, Utc};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio_postgres::Row;
use tokio_postgres::types::Json;
use uuid::Uuid;

use super::factor::factor_object;
use crate::metadata::Metadata;
use crate::timestamp;

/// The columns of [`User`], for a table or a query with the alias `u`. Identities are in the order in which they were
/// linked.
pub(crate) const USER_COLUMNS: &str = concat!(
    r#"
    u.id, u.aud, u.role, u.email, u.phone, u.encrypted_password, u.email_confirmed_at, u.phone_confirmed_at,
    u.confirmed_at, u.invited_at, u.confirmation_sent_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at,
    u.email_change_confirm_status,
    u.phone_change, u.phone_change_sent_at, u.reauthentication_sent_at, u.last_sign_in_at, u.raw_app_meta_data,
    u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, u.deleted_at, u.is_anonymous, u.is_sso_user,
    (
      select json_agg(json_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider,
        'last_sign_in_at', to_char(i.last_sign_in_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'created_at', to_char(i.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'updated_at', to_char(i.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'email', i.email
      ) order by i.created_at, i.id)
      from auth.identities i where i.user_id = u.id
    ) as identities,
    (
      select jsonb_agg(
"#,
    factor_object!(),
    r#"
        order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = u.id
    ) as factors
"#
);

/// An account. Not `Debug`, because it contains the password's hash.
#[derive(Clone)]
pub(crate) struct User {
    pub id: Uuid,
    pub aud: String,
    pub role: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub encrypted_password: Option<String>,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub phone_confirmed_at: Option<DateTime<Utc>>,
    pub last_sign_in_at: Option<DateTime<Utc>>,
    pub app_metadata: Metadata,
    pub user_metadata: Metadata,
    pub is_anonymous: bool,
    pub is_sso_user: bool,
    pub banned_until: Option<DateTime<Utc>>,
    pub deleted_at: Option<DateTime<Utc>>,
    confirmed_at: Option<DateTime<Utc>>,
    pub invited_at: Option<DateTime<Utc>>,
    pub confirmation_sent_at: Option<DateTime<Utc>>,
    pub recovery_sent_at: Option<DateTime<Utc>>,
    /// The pending address; empty without one.
    pub new_email: String,
    /// The number of addresses that have confirmed the pending one.
    pub email_change_confirm_status: i16,
    pub email_change_sent_at: Option<DateTime<Utc>>,
    /// The pending number; empty without one.
    pub new_phone: String,
    pub phone_change_sent_at: Option<DateTime<Utc>>,
    pub reauthentication_sent_at: Option<DateTime<Utc>>,
    /// `None` for an account without an identity.
    pub identities: Option<Identities>,
    /// Supabase's `Factor` objects.
    pub factors: Vec<Value>,
    created_at: Option<DateTime<Utc>>,
    pub updated_at: Option<DateTime<Utc>>,
}

impl User {
    /// Reads a row with [`USER_COLUMNS`].
    pub fn from_row(row: &Row) -> Result<User, tokio_postgres::Error> {
        let text = |name| {
            Ok::<_, tokio_postgres::Error>(row.try_get::<_, Option<String>>(name)?.unwrap_or_default())
        };
        let nonempty = |name| {
            Ok::<_, tokio_postgres::Error>(
                row.try_get::<_, Option<String>>(name)?.filter(|text| !text.is_empty()),
            )
        };
        let metadata = |name| {
            Ok::<_, tokio_postgres::Error>(match row.try_get::<_, Option<Value>>(name)? {
                Some(Value::Object(fields)) => fields,
                _ => Metadata::new(),
            })
        };
        Ok(User {
            id: row.try_get("id")?,
            aud: text("aud")?,
            role: text("role")?,
            email: nonempty("email")?,
            phone: nonempty("phone")?,
            encrypted_password: nonempty("encrypted_password")?,
            email_confirmed_at: row.try_get("email_confirmed_at")?,
            phone_confirmed_at: row.try_get("phone_confirmed_at")?,
            last_sign_in_at: row.try_get("last_sign_in_at")?,
            app_metadata: metadata("raw_app_meta_data")?,
            user_metadata: metadata("raw_user_meta_data")?,
            is_anonymous: row.try_get("is_anonymous")?,
            is_sso_user: row.try_get("is_sso_user")?,
            banned_until: row.try_get("banned_until")?,
            deleted_at: row.try_get("deleted_at")?,
            confirmed_at: row.try_get("confirmed_at")?,
            invited_at: row.try_get("invited_at")?,
            confirmation_sent_at: row.try_get("confirmation_sent_at")?,
            recovery_sent_at: row.try_get("recovery_sent_at")?,
            new_email: text("email_change")?,
            email_change_confirm_status: row
                .try_get::<_, Option<i16>>("email_change_confirm_status")?
                .unwrap_or_default(),
            email_change_sent_at: row.try_get("email_change_sent_at")?,
            new_phone: text("phone_change")?,
            phone_change_sent_at: row.try_get("phone_change_sent_at")?,
            reauthentication_sent_at: row.try_get("reauthentication_sent_at")?,
            identities: row
                .try_get::<_, Option<Json<_>>>("identities")?
                .map(|Json(array)| Identities::Stored(array)),
            factors: match row.try_get::<_, Option<Value>>("factors")? {
                Some(Value::Array(factors)) => factors,
                _ => Vec::new(),
            },
            created_at: row.try_get("created_at")?,
            updated_at: row.try_get("updated_at")?,
        })
    }

    /// An account that does not exist, for a person who registers an address that is already taken: the response must
    /// not tell that it is. It has no identities, as in supabase/auth.
    pub fn decoy(
        aud: &str,
        provider: &str,
        email: Option<&str>,
        phone: Option<&str>,
        data: Metadata,
    ) -> User {
        let now = Some(Utc::now());
        let mut app_metadata = Metadata::new();
        app_metadata.insert("provider".to_owned(), provider.into());
        app_metadata.insert("providers".to_owned(), vec![provider].into());
        User {
            id: Uuid::new_v4(),
            aud: aud.to_owned(),
            role: String::new(),
            email: email.map(str::to_owned),
            phone: phone.map(str::to_owned),
            encrypted_password: None,
            email_confirmed_at: None,
            phone_confirmed_at: None,
            last_sign_in_at: None,
            app_metadata,
            user_metadata: data,
            is_anonymous: false,
            is_sso_user: false,
            banned_until: None,
            deleted_at: None,
            confirmed_at: None,
            invited_at: None,
            confirmation_sent_at: now,
            recovery_sent_at: None,
            new_email: String::new(),
            email_change_confirm_status: 0,
            email_change_sent_at: None,
            new_phone: String::new(),
            phone_change_sent_at: None,
            reauthentication_sent_at: None,
            identities: Some(Identities::OMITTED),
            factors: Vec::new(),
            created_at: now,
            updated_at: now,
        }
    }

    /// Whether sign-ins can reach `aal2`.
    pub fn has_verified_factor(&self) -> bool {
        self.factors.iter().any(|factor| factor["status"] == "verified")
    }

    /// Whether an administrator has banned the account.
    pub fn is_banned(&self) -> bool {
        self.banned_until.is_some_and(|until| Utc::now() < until)
    }
}

/// Supabase's `UserIdentity` objects as JSON.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Identities {
    /// The array as Postgres has built it. It is only passed on, so it is not parsed.
    Stored(Box<RawValue>),
    /// The empty array.
    Omitted([(); 0]),
}

impl Identities {
    pub const OMITTED: Identities = Identities::Omitted([]);
}

/// Supabase's `User` object. Omits timestamps that are not set, and pending changes if there are none.
impl Serialize for User {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("User", 25)?;
        object.serialize_field("id", &self.id)?;
        object.serialize_field("aud", &self.aud)?;
        object.serialize_field("role", &self.role)?;
        object.serialize_field("email", self.email.as_deref().unwrap_or_default())?;
        let mut moment = |name, moment: &Option<DateTime<Utc>>| match moment {
            Some(moment) => object.serialize_field(name, &timestamp::text(moment)),
            None => Ok(()),
        };
        moment("email_confirmed_at", &self.email_confirmed_at)?;
        moment("invited_at", &self.invited_at)?;
        moment("phone_confirmed_at", &self.phone_confirmed_at)?;
        moment("confirmation_sent_at", &self.confirmation_sent_at)?;
        moment("confirmed_at", &self.confirmed_at)?;
        moment("recovery_sent_at", &self.recovery_sent_at)?;
        moment("email_change_sent_at", &self.email_change_sent_at)?;
        moment("phone_change_sent_at", &self.phone_change_sent_at)?;
        moment("reauthentication_sent_at", &self.reauthentication_sent_at)?;
        moment("last_sign_in_at", &self.last_sign_in_at)?;
        moment("created_at", &self.created_at)?;
        moment("updated_at", &self.updated_at)?;
        moment("banned_until", &self.banned_until)?;
        moment("deleted_at", &self.deleted_at)?;
        object.serialize_field("phone", self.phone.as_deref().unwrap_or_default())?;
        if !self.new_email.is_empty() {
            object.serialize_field("new_email", &self.new_email)?;
        }
        if !self.new_phone.is_empty() {
            object.serialize_field("new_phone", &self.new_phone)?;
        }
        object.serialize_field("app_metadata", &self.app_metadata)?;
        object.serialize_field("user_metadata", &self.user_metadata)?;
        if !self.factors.is_empty() {
            object.serialize_field("factors", &self.factors)?;
        }
        object.serialize_field("identities", &self.identities)?;
        object.serialize_field("is_anonymous", &self.is_anonymous)?;
        object.end()
    }
}
