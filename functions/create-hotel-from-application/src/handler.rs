//! Making a hotel.

use crate::photos::{self, Turn};
use crate::queries::{self, Outcome};
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpResponse, ResponseError};
use schema::models::host_application::{HostApplication, Status};
use schema::models::hotel::Hotel;
use serde_json::json;
use service_kit::{Administrator, Database, Error, Fields, Language, Refusal, Storage};
use tracing::Instrument;
use uuid::Uuid;

/// `{applicationId}`.
pub(crate) async fn create(
    administrator: Administrator,
    language: Language,
    fields: Fields,
    database: Data<Database>,
    storage: Data<Storage>,
    turn: Data<Turn>,
) -> Result<HttpResponse, Error> {
    let id = fields.text("applicationId", 100)?;
    // What is not an id is nobody's.
    let id = Uuid::try_parse(id).map_err(|_| Refusal::ApplicationNotFound)?;
    let making = async move {
        // Who waits while the photos of the same application are published finds its hotel.
        let _turn = turn.take().await?;
        let (application, hotel) =
            queries::find(&database, &administrator, id).await?.ok_or(Refusal::ApplicationNotFound)?;
        if let Some(hotel) = hotel {
            return Ok(Outcome::ExistsAlready(hotel));
        }
        approved(&application)?;
        make(&database, &administrator, &storage, &application).await
    };
    // To its end, also when the client leaves: what is decoded keeps its turn, and only the end knows what to clean up.
    match actix_web::rt::spawn(making.in_current_span()).await.map_err(Error::internal)?? {
        Outcome::Created(hotel) => {
            Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "data": hotel })))
        }
        Outcome::ExistsAlready(hotel) => Ok(exists_already(&hotel, language)),
    }
}

/// Publishes the photos and writes the hotel, both or neither.
async fn make(
    database: &Database,
    administrator: &Administrator,
    storage: &Storage,
    application: &HostApplication,
) -> Result<Outcome, Error> {
    let published = photos::publish(storage, application).await?;
    let made = queries::create(database, administrator, application.id, &published.addresses()).await;
    if matches!(made, Ok(Outcome::Created(_))) {
        return made;
    }
    // The answer to a commit can be lost. Where nobody can tell, the pictures wait for the hourly look.
    let hotel = queries::find(database, administrator, application.id).await?.and_then(|(_, hotel)| hotel);
    match hotel.filter(|hotel| published.belong_to(hotel)) {
        Some(hotel) => Ok(Outcome::Created(hotel)),
        None => {
            published.remove(storage).await;
            made
        }
    }
}

/// A rejected application never becomes a hotel, and a pending one not yet.
fn approved(application: &HostApplication) -> Result<(), Error> {
    match application.status {
        Status::Approved => Ok(()),
        Status::Pending | Status::Rejected => Err(Refusal::ApplicationNotApproved.into()),
    }
}

/// A refusal that also tells which hotel there is.
fn exists_already(hotel: &Hotel, language: Language) -> HttpResponse {
    let error = Error::from(Refusal::HotelAlreadyExists);
    HttpResponse::build(error.status_code()).json(json!({
        "success": false,
        "error": error.sentence(language),
        "code": error.code(),
        "data": hotel,
    }))
}
