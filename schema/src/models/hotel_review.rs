//! `hotel_reviews`: guests' reviews.

use crate::schema::hotel_reviews;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use serde::Serialize;
use uuid::Uuid;

/// A review, as signed-in users read it. It identifies its author only by `user_name`.
#[derive(Clone, Debug, Queryable, Selectable, Serialize)]
#[diesel(table_name = hotel_reviews, check_for_backend(Pg))]
pub struct HotelReview {
    pub id: Uuid,
    /// The hotel's id as text, or the slug of an establishment without a row.
    #[serde(rename = "hotel_id")]
    pub hotel_identifier: String,
    pub hotel_name: String,
    pub user_name: String,
    pub rating: i16,
    pub review_title: String,
    pub review_text: String,
    pub stay_date: Option<NaiveDate>,
    pub is_verified: bool,
    pub created_at: DateTime<Utc>,
    /// The language of the review as two letters, if it is known.
    pub language: Option<String>,
}

/// A new review.
#[derive(Debug, Insertable)]
#[diesel(table_name = hotel_reviews)]
pub struct NewHotelReview<'a> {
    pub id: Uuid,
    pub hotel_id: Option<i64>,
    pub hotel_identifier: &'a str,
    pub hotel_name: &'a str,
    pub user_id: Uuid,
    pub user_name: &'a str,
    pub rating: i16,
    pub review_title: &'a str,
    pub review_text: &'a str,
    pub stay_date: Option<NaiveDate>,
    pub language: Option<&'a str>,
}
