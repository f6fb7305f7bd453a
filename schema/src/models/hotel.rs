//! `hotels`: establishments of every kind.

use crate::numbers::float8;
use crate::schema::hotels;
use diesel::dsl::auto_type;
use diesel::pg::Pg;
use diesel::prelude::*;
use serde::Serialize;

/// An establishment, as administrators read it.
#[derive(Clone, Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = hotels, check_for_backend(Pg))]
pub struct Hotel {
    pub id: i64,
    pub name: String,
    pub city: String,
    pub location: String,
    pub description: String,
    pub images: Vec<String>,
    pub amenities: Vec<String>,
    #[diesel(select_expression = price_as_number())]
    pub price_per_night: f64,
    pub property_type: String,
    pub is_active: bool,
}

#[auto_type]
fn price_as_number() -> _ {
    float8(hotels::price_per_night)
}

/// A new establishment without its price, which is inserted as an exact decimal number.
#[derive(Debug, Insertable)]
#[diesel(table_name = hotels)]
pub struct NewHotel<'a> {
    pub name: &'a str,
    pub city: &'a str,
    pub location: &'a str,
    pub description: &'a str,
    pub images: &'a [String],
    pub amenities: &'a [String],
    pub property_type: &'static str,
}
