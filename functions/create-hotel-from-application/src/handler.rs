//! Creates a hotel.

use crate::error::CreateHotelError;
use crate::photos::{self, Publishing};
use crate::queries::{self, Outcome};
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpResponse, ResponseError};
use functions_shared::{Administrator, Fields, Storage};
use schema::models::host_application::{HostApplication, Status};
use schema::models::hotel::Hotel;
use serde_json::json;
use service_kit::{Database, Error, Language};
use tracing::Instrument;
use uuid::Uuid;

/// `POST {applicationId}`.
pub(crate) async fn create(
    administrator: Administrator,
    language: Language,
    fields: Fields,
    database: Data<Database>,
    storage: Data<Storage>,
    publishing: Data<Publishing>,
) -> Result<HttpResponse, Error> {
    let id = fields.text("applicationId", 100)?;
    let id = Uuid::try_parse(id).map_err(|_| CreateHotelError::ApplicationNotFound)?;
    let creation = async move {
        // Before the query, so that a concurrent call for the same application finds the hotel that the first call
        // created.
        let _permit = publishing.acquire().await?;
        let (application, hotel) = queries::find(&database, &administrator, id)
            .await?
            .ok_or(CreateHotelError::ApplicationNotFound)?;
        if let Some(hotel) = hotel {
            return Ok(Outcome::AlreadyExists(hotel));
        }
        check_approved(&application)?;
        create_hotel(&database, &administrator, &storage, &application).await
    };
    // A task of its own, so that it holds its permit and cleans up also when the client disconnects.
    match actix_web::rt::spawn(creation.in_current_span()).await.map_err(Error::internal)?? {
        Outcome::Created(hotel) => {
            Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "data": hotel })))
        }
        Outcome::AlreadyExists(hotel) => Ok(already_exists(&hotel, language)),
    }
}

/// Publishes the photos and inserts the hotel, both or neither.
async fn create_hotel(
    database: &Database,
    administrator: &Administrator,
    storage: &Storage,
    application: &HostApplication,
) -> Result<Outcome, Error> {
    let published = photos::publish(storage, application).await?;
    let outcome = queries::create(database, administrator, application.id, &published.urls()).await;
    if matches!(outcome, Ok(Outcome::Created(_))) {
        return outcome;
    }
    // The connection can die after the commit. When this query fails too, the sweeper removes unreferenced images.
    let hotel = queries::find(database, administrator, application.id).await?.and_then(|(_, hotel)| hotel);
    match hotel.filter(|hotel| published.belong_to(hotel)) {
        Some(hotel) => Ok(Outcome::Created(hotel)),
        None => {
            published.remove(storage).await;
            outcome
        }
    }
}

fn check_approved(application: &HostApplication) -> Result<(), CreateHotelError> {
    match application.status {
        Status::Approved => Ok(()),
        Status::Pending | Status::Rejected => Err(CreateHotelError::ApplicationNotApproved),
    }
}

/// The error with the existing hotel as `data`.
fn already_exists(hotel: &Hotel, language: Language) -> HttpResponse {
    let error = Error::from(CreateHotelError::HotelAlreadyExists);
    HttpResponse::build(error.status_code()).json(json!({
        "success": false,
        "error": error.sentence(language),
        "code": error.code(),
        "data": hotel,
    }))
}
