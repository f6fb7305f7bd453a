//! `auth.identities`: how an account proves itself.

use crate::schema::identities;
use diesel::prelude::*;
use serde_json::Value;
use uuid::Uuid;

/// An identity to be made; for the provider `email` the provider's id is the account's.
#[derive(Insertable)]
#[diesel(table_name = identities)]
pub struct NewIdentity<'a> {
    pub provider_id: String,
    pub user_id: Uuid,
    pub identity_data: Value,
    pub provider: &'a str,
}
