//! `user_searches`: the saved searches of signed-in users.

use crate::schema::user_searches;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use serde::Serialize;
use uuid::Uuid;

/// A saved search, as its user reads it.
#[derive(Clone, Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = user_searches, check_for_backend(Pg))]
pub struct UserSearch {
    pub id: Uuid,
    pub destination: String,
    pub checkin: Option<NaiveDate>,
    pub checkout: Option<NaiveDate>,
    pub guests: i16,
    pub created_at: DateTime<Utc>,
}

/// A new saved search.
#[derive(Debug, Insertable)]
#[diesel(table_name = user_searches)]
pub struct NewUserSearch<'a> {
    pub destination: &'a str,
    pub checkin: Option<NaiveDate>,
    pub checkout: Option<NaiveDate>,
    pub guests: i16,
}
