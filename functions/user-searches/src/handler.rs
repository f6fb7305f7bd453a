//! Saving a search, and reading one's own.

use crate::queries;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use chrono::Days;
use schema::models::user_search::NewUserSearch;
use serde_json::json;
use service_kit::body::Parameters;
use service_kit::{Database, Error, Fields, Refusal, User, clock};
use uuid::Uuid;

const DESTINATION_LENGTH: usize = 200;
const DEFAULT_LIMIT: i64 = 25;

/// `{destination, checkin, checkout, guests}`.
pub(crate) async fn save(
    user: User,
    fields: Fields,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let (checkin, checkout) = (fields.optional_date("checkin")?, fields.optional_date("checkout")?);
    if checkin.zip(checkout).is_some_and(|(arrival, departure)| departure <= arrival) {
        return Err(Refusal::DepartureBeforeArrival.into());
    }
    // Where the day began earlier than in Corsica it ends earlier too.
    let yesterday = clock::today() - Days::new(1);
    for (name, date) in [("checkin", checkin), ("checkout", checkout)] {
        if date.is_some_and(|date| date < yesterday) {
            return Err(Refusal::DateInPast { name }.into());
        }
    }
    let search = NewUserSearch {
        destination: fields.text("destination", DESTINATION_LENGTH)?,
        checkin,
        checkout,
        guests: fields.optional_whole("guests", 1..=20)?.unwrap_or(1),
    };
    let search = queries::save(&database, &user, search).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "search": search })))
}

/// `?userId=…&limit=…`, newest first.
pub(crate) async fn list(
    user: User,
    parameters: Parameters,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    // Whatever is not the caller's own id is somebody else's.
    let asked = parameters.optional_text("userId", 100)?;
    if asked.is_some_and(|asked| Uuid::try_parse(asked).ok() != Some(user.id)) {
        return Err(Refusal::Forbidden.into());
    }
    let limit = parameters.optional_whole("limit", 1..=100)?.unwrap_or(DEFAULT_LIMIT);
    let searches = queries::newest(&database, &user, limit).await?;
    Ok(HttpResponse::Ok().json(json!({ "searches": searches })))
}
