//! Posts a review, and lists the reviews of one establishment.

use crate::error::{HotelReviewError, SENTENCES};
use crate::hotel::HotelReference;
use crate::queries::{self, Draft, Posted};
use crate::statistics::Statistics;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDate;
use functions_shared::{FieldError, Fields, Parameters, clock};
use schema::models::hotel_review::HotelReview;
use serde::Serialize;
use serde_json::json;
use service_kit::{Database, Error, Language, User};

const NAME_LENGTH: usize = 200;
const TITLE_LENGTH: usize = 100;
const TEXT_LENGTH: usize = 500;

/// An establishment's newest reviews, and the statistics of all of them.
#[derive(Serialize)]
struct Listing {
    success: bool,
    reviews: Vec<HotelReview>,
    statistics: Statistics,
}

/// `POST {hotelId, hotelName, rating, reviewTitle, reviewText, stayDate}`. Responds 201, or 200 with a message when
/// the review replaced the account's earlier one of the same establishment.
pub(crate) async fn create(
    request: HttpRequest,
    user: User,
    fields: Fields,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let hotel_name = fields.optional_name("hotelName", NAME_LENGTH)?.unwrap_or_default();
    let hotel =
        HotelReference::from_field(&fields, "hotelId")?.or_else(|| HotelReference::from_text(hotel_name));
    let draft = Draft {
        hotel: hotel.ok_or_else(|| fields.error("hotelId", FieldError::Required))?,
        hotel_name,
        rating: rating(&fields)?,
        title: fields.optional_text("reviewTitle", TITLE_LENGTH)?.unwrap_or_default(),
        text: fields.optional_text("reviewText", TEXT_LENGTH)?.unwrap_or_default(),
        stay_date: stay_date(&fields)?,
        language: Language::explicit_preference(&request).map(Language::code),
    };
    let Posted { review, replaced } = queries::create(&database, &user, draft).await?;
    if replaced {
        let message = SENTENCES.sentence("review_replaced", Language::of_request(&request), &[]);
        let body = json!({ "success": true, "replaced": true, "message": message, "review": review });
        return Ok(HttpResponse::Ok().json(body));
    }
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "review": review })))
}

/// `GET ?hotelId=…` or `?hotelName=…`: newest first, with the statistics of all of them.
pub(crate) async fn list(
    user: User,
    parameters: Parameters,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let by_id = parameters.optional_text("hotelId", NAME_LENGTH)?.and_then(HotelReference::from_text);
    let by_name = parameters.optional_text("hotelName", NAME_LENGTH)?.and_then(HotelReference::from_text);
    let hotel = by_id.or(by_name).ok_or_else(|| parameters.error("hotelId", FieldError::Required))?;
    let (reviews, counts) = queries::reviews_of(&database, &user, &hotel).await?;
    let statistics = Statistics::from_counts(&counts);
    Ok(HttpResponse::Ok().json(Listing { success: true, reviews, statistics }))
}

fn rating(fields: &Fields) -> Result<i16, Error> {
    fields.optional_integer("rating", 1..=5)?.ok_or_else(|| HotelReviewError::RatingRequired.into())
}

fn stay_date(fields: &Fields) -> Result<Option<NaiveDate>, Error> {
    let date = fields.optional_date("stayDate")?;
    match date {
        Some(date) if date > clock::today() => Err(HotelReviewError::StayInFuture.into()),
        _ => Ok(date),
    }
}
