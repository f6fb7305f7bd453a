//! `auth.users`: accounts.

use crate::schema::users;
use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use serde_json::Value;
use uuid::Uuid;

/// An account. Not `Debug` and not serialisable, because it contains the password's hash.
#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(Pg))]
pub struct User {
    pub id: Uuid,
    pub aud: Option<String>,
    pub role: Option<String>,
    pub email: Option<String>,
    pub encrypted_password: Option<String>,
    pub email_confirmed_at: Option<DateTime<Utc>>,
    pub phone: Option<String>,
    pub last_sign_in_at: Option<DateTime<Utc>>,
    pub raw_app_meta_data: Option<Value>,
    pub raw_user_meta_data: Option<Value>,
    pub banned_until: Option<DateTime<Utc>>,
    pub is_anonymous: bool,
    pub created_at: Option<DateTime<Utc>>,
    pub updated_at: Option<DateTime<Utc>>,
}

/// A new account.
#[derive(Insertable)]
#[diesel(table_name = users)]
pub struct NewUser<'a> {
    pub id: Uuid,
    pub instance_id: Uuid,
    pub aud: &'a str,
    pub role: &'a str,
    pub email: &'a str,
    pub encrypted_password: &'a str,
    pub email_confirmed_at: DateTime<Utc>,
    /// Empty: supabase/auth reads this column and the next three as texts that are never null.
    pub confirmation_token: &'a str,
    pub recovery_token: &'a str,
    pub email_change_token_new: &'a str,
    pub email_change: &'a str,
    pub raw_app_meta_data: Value,
    pub raw_user_meta_data: Value,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
