//! The columns of hotels that the pages and the sitemap show.

use chrono::{DateTime, Utc};
use diesel::dsl::auto_type;
use diesel::pg::Pg;
use diesel::prelude::*;
use schema::numbers::float8;
use schema::schema::hotels;
use serde::Deserialize;

/// A hotel, as its page shows it: of the database, or of the site's sample content.
#[derive(Debug, Queryable, Selectable, Deserialize)]
#[diesel(table_name = hotels, check_for_backend(Pg))]
pub(crate) struct Hotel {
    pub(crate) name: String,
    pub(crate) city: String,
    /// In French.
    pub(crate) location: String,
    /// In paragraphs.
    pub(crate) description: String,
    pub(crate) images: Vec<String>,
    /// French labels.
    pub(crate) amenities: Vec<String>,
    /// The mean of the reviews, 1 to 5; 0 without reviews.
    #[diesel(select_expression = rating_as_number())]
    pub(crate) rating: f64,
    pub(crate) reviews_count: i32,
    /// In euros; 0 if it is not known.
    #[diesel(select_expression = price_as_number())]
    pub(crate) price_per_night: f64,
    pub(crate) property_type: String,
    pub(crate) latitude: Option<f64>,
    pub(crate) longitude: Option<f64>,
}

/// A hotel of the database.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = hotels, check_for_backend(Pg))]
pub(crate) struct HotelRecord {
    pub(crate) id: i64,
    #[diesel(embed)]
    pub(crate) hotel: Hotel,
}

/// The ratings that accounts gave a hotel. The figures of [`Hotel`] also count the sample reviews, which have no account.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AccountRating {
    /// 1 to 5.
    pub(crate) mean: f64,
    pub(crate) reviews: i64,
}

/// A hotel with what its page shows beside its columns.
pub(crate) struct HotelPage {
    /// The value of `id` in the address.
    pub(crate) id: String,
    pub(crate) hotel: Hotel,
    /// The language of the description.
    pub(crate) description_language: &'static str,
    /// `None` when no account has reviewed the hotel.
    pub(crate) rating: Option<AccountRating>,
    /// Whether the hotel is the site's sample content, which is no real hotel.
    pub(crate) is_sample: bool,
}

/// A hotel, as the sitemap lists it.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = hotels, check_for_backend(Pg))]
pub(crate) struct ListedHotel {
    pub(crate) id: i64,
    pub(crate) updated_at: DateTime<Utc>,
}

#[auto_type]
fn rating_as_number() -> _ {
    float8(hotels::rating)
}

#[auto_type]
fn price_as_number() -> _ {
    float8(hotels::price_per_night)
}

impl Hotel {
    pub(crate) fn paragraphs(&self) -> impl Iterator<Item = &str> {
        self.description.lines().map(str::trim).filter(|paragraph| !paragraph.is_empty())
    }

    /// The price, if it is known.
    pub(crate) fn price(&self) -> Option<f64> {
        (self.price_per_night > 0.0).then_some(self.price_per_night)
    }
}
