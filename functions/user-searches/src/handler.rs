//! Saves a search, and lists one's own.

use crate::error::SearchError;
use crate::queries;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use chrono::Days;
use functions_shared::{Fields, Parameters, clock};
use schema::models::user_search::NewUserSearch;
use serde_json::json;
use service_kit::{Database, Error, RequestError, User};
use uuid::Uuid;

const DESTINATION_LENGTH: usize = 200;
const DEFAULT_LIMIT: i64 = 25;

/// `POST {destination, checkin, checkout, guests}`.
pub(crate) async fn save(
    user: User,
    fields: Fields,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let (checkin, checkout) = (fields.optional_date("checkin")?, fields.optional_date("checkout")?);
    if checkin.zip(checkout).is_some_and(|(checkin, checkout)| checkout <= checkin) {
        return Err(SearchError::DepartureBeforeArrival.into());
    }
    // Yesterday in Corsica is still today for a caller in a time zone to the west.
    let yesterday = clock::today() - Days::new(1);
    for (name, date) in [("checkin", checkin), ("checkout", checkout)] {
        if date.is_some_and(|date| date < yesterday) {
            return Err(SearchError::DateInPast { name }.into());
        }
    }
    let search = NewUserSearch {
        destination: fields.text("destination", DESTINATION_LENGTH)?,
        checkin,
        checkout,
        guests: fields.optional_integer("guests", 1..=20)?.unwrap_or(1),
    };
    let search = queries::save(&database, &user, search).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "search": search })))
}

/// `GET ?userId=…&limit=…`, newest first.
pub(crate) async fn list(
    user: User,
    parameters: Parameters,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let user_id = parameters.optional_text("userId", 100)?;
    if user_id.is_some_and(|id| Uuid::try_parse(id).ok() != Some(user.id)) {
        return Err(RequestError::Forbidden.into());
    }
    let limit = parameters.optional_integer("limit", 1..=100)?.unwrap_or(DEFAULT_LIMIT);
    let searches = queries::newest(&database, &user, limit).await?;
    Ok(HttpResponse::Ok().json(json!({ "searches": searches })))
}
