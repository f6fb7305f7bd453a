//! Writing a review, and listing those of one establishment.

use crate::hotel::Reference;
use crate::queries::{self, Draft, Kept};
use crate::statistics::Statistics;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDate;
use schema::models::hotel_review::HotelReview;
use serde::Serialize;
use serde_json::json;
use service_kit::body::Parameters;
use service_kit::{Database, Error, Fields, Language, Notice, Problem, Refusal, User, clock};

const NAME_LENGTH: usize = 200;
const TITLE_LENGTH: usize = 100;
const TEXT_LENGTH: usize = 500;

/// An establishment's newest reviews, and the figures over all of them.
#[derive(Serialize)]
struct Listing {
    success: bool,
    reviews: Vec<HotelReview>,
    statistics: Statistics,
}

/// `{hotelId, hotelName, rating, reviewTitle, reviewText, stayDate}`, in the language that the request asks for. Answers
/// 201, or 200 with a message when it replaced the account's earlier review of the same establishment.
pub(crate) async fn create(
    request: HttpRequest,
    user: User,
    fields: Fields,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let hotel_name = fields.optional_name("hotelName", NAME_LENGTH)?.unwrap_or_default();
    let hotel = Reference::from_field(&fields, "hotelId")?.or_else(|| Reference::from_text(hotel_name));
    let draft = Draft {
        hotel: hotel.ok_or_else(|| Refusal::field("hotelId", Problem::Required))?,
        hotel_name,
        rating: rating(&fields)?,
        title: fields.optional_text("reviewTitle", TITLE_LENGTH)?.unwrap_or_default(),
        text: fields.optional_text("reviewText", TEXT_LENGTH)?.unwrap_or_default(),
        stay_date: stay_date(&fields)?,
        language: Language::named_by(&request).map(Language::code),
    };
    let Kept { review, replaced } = queries::create(&database, &user, draft).await?;
    if replaced {
        let message = Notice::ReviewReplaced.sentence(Language::of_request(&request));
        let answer = json!({ "success": true, "replaced": true, "message": message, "review": review });
        return Ok(HttpResponse::Ok().json(answer));
    }
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "review": review })))
}

/// `?hotelId=…` or `?hotelName=…`; newest first, with the figures over all of them.
pub(crate) async fn list(
    user: User,
    parameters: Parameters,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let by_id = parameters.optional_text("hotelId", NAME_LENGTH)?.and_then(Reference::from_text);
    let by_name = parameters.optional_text("hotelName", NAME_LENGTH)?.and_then(Reference::from_text);
    let hotel = by_id.or(by_name).ok_or_else(|| Refusal::field("hotelId", Problem::Required))?;
    let (reviews, counts) = queries::reviews_of(&database, &user, &hotel).await?;
    let statistics = Statistics::from_counts(&counts);
    Ok(HttpResponse::Ok().json(Listing { success: true, reviews, statistics }))
}

fn rating(fields: &Fields) -> Result<i16, Error> {
    fields.optional_whole("rating", 1..=5)?.ok_or_else(|| Refusal::RatingRequired.into())
}

fn stay_date(fields: &Fields) -> Result<Option<NaiveDate>, Error> {
    let date = fields.optional_date("stayDate")?;
    match date {
        Some(date) if date > clock::today() => Err(Refusal::DateInFuture { name: "stayDate" }.into()),
        _ => Ok(date),
    }
}
