//! `host_applications`: owners' applications.

use crate::numbers::float8;
use crate::schema::host_applications;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::dsl::auto_type;
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::Text;
use serde::Serialize;
use uuid::Uuid;

/// The decision on an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Pending,
    Approved,
    Rejected,
}

impl Status {
    /// The value in the table and in responses.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Approved => "approved",
            Status::Rejected => "rejected",
        }
    }
}

impl ToSql<Text, Pg> for Status {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        <str as ToSql<Text, Pg>>::to_sql(self.as_str(), out)
    }
}

impl FromSql<Text, Pg> for Status {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Status> {
        let word = <String as FromSql<Text, Pg>>::from_sql(value)?;
        let known = [Status::Pending, Status::Approved, Status::Rejected];
        let status = known.into_iter().find(|status| status.as_str() == word);
        status.ok_or_else(|| format!("an application's status is {word}").into())
    }
}

/// An application, as administrators read it.
#[derive(Clone, Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = host_applications, check_for_backend(Pg))]
pub struct HostApplication {
    pub id: Uuid,
    pub status: Status,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub phone: String,
    pub property_type: String,
    pub property_name: String,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    pub description: String,
    pub number_of_rooms: i32,
    pub max_guests: i32,
    #[diesel(select_expression = price_as_number())]
    pub price_per_night: f64,
    pub availability_start: Option<NaiveDate>,
    pub availability_end: Option<NaiveDate>,
    pub experience_years: i32,
    pub previous_hosting: String,
    pub motivation: String,
    pub amenities: Vec<String>,
    pub room_types: Vec<String>,
    pub additional_services: String,
    /// Object keys of the photos in the private bucket, in the order of their upload. Column and JSON call them
    /// `photos_urls`.
    #[diesel(column_name = photos_urls)]
    #[serde(rename = "photos_urls")]
    pub photo_keys: Vec<String>,
    pub hotel_id: Option<i64>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[auto_type]
fn price_as_number() -> _ {
    float8(host_applications::price_per_night)
}

/// A new application without its price, which is inserted as an exact decimal number.
#[derive(Debug, Insertable)]
#[diesel(table_name = host_applications)]
pub struct NewHostApplication<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub email: &'a str,
    pub phone: &'a str,
    pub property_type: &'a str,
    pub property_name: &'a str,
    pub address: &'a str,
    pub city: &'a str,
    pub postal_code: &'a str,
    pub description: &'a str,
    pub number_of_rooms: i32,
    pub max_guests: i32,
    pub availability_start: Option<NaiveDate>,
    pub availability_end: Option<NaiveDate>,
    pub experience_years: i32,
    pub previous_hosting: &'a str,
    pub motivation: &'a str,
    pub amenities: Vec<&'a str>,
    pub room_types: Vec<&'a str>,
    pub additional_services: &'a str,
}
