//! `auth.refresh_tokens`: the chain of each session's refresh tokens.

use crate::schema::refresh_tokens;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

/// The first token of a session.
#[derive(Insertable)]
#[diesel(table_name = refresh_tokens)]
pub struct NewRefreshToken<'a> {
    pub instance_id: Uuid,
    pub token: &'a str,
    pub user_id: String,
    pub session_id: Uuid,
    pub revoked: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
