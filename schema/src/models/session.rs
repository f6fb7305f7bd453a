//! `auth.sessions`: the sessions that logins start.

use crate::schema::sessions;
use diesel::prelude::*;
use uuid::Uuid;

/// A new session.
#[derive(Insertable)]
#[diesel(table_name = sessions)]
pub struct NewSession<'a> {
    pub id: Uuid,
    pub user_id: Uuid,
    pub user_agent: Option<&'a str>,
}
