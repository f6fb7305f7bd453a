//! `profiles`: contact details from registration, one row for each account.

use crate::schema::profiles;
use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use serde::Serialize;
use uuid::Uuid;

/// A profile, as its owner reads it.
#[derive(Clone, Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = profiles, check_for_backend(Pg))]
pub struct Profile {
    pub id: Uuid,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub phone: String,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    pub country: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A new profile.
#[derive(Insertable)]
#[diesel(table_name = profiles)]
pub struct NewProfile<'a> {
    pub id: Uuid,
    pub email: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub phone: &'a str,
    pub address: &'a str,
    pub city: &'a str,
    pub postal_code: &'a str,
    pub country: &'a str,
}
