//! `auth.identities`: the login providers of an account.

use crate::schema::identities;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use serde_json::Value;
use uuid::Uuid;

/// A new identity. For the provider `email`, `provider_id` is the account's id.
#[derive(Insertable)]
#[diesel(table_name = identities)]
pub struct NewIdentity<'a> {
    pub provider_id: String,
    pub user_id: Uuid,
    pub identity_data: Value,
    pub provider: &'a str,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
