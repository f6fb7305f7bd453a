//! `auth.sessions`: the sessions that logins start.

use crate::schema::sessions;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

/// A new session. The column `aal` is set by the query, since Diesel has no value of its type.
#[derive(Insertable)]
#[diesel(table_name = sessions)]
pub struct NewSession<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub user_agent: Option<&'a str>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}
