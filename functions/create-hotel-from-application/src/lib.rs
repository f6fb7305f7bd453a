//! `POST functions/v1/create-hotel-from-application`: an administrator turns an approved application into a hotel.
//!
//! Body `{"applicationId"}`. Responds 201 `{"success": true, "data": hotel}`. The photos are published first; then the hotel is
//! written while its application's row is locked, so that repeated and concurrent calls create one hotel. Images of a hotel
//! that was not created are deleted; what a crash leaves is removed by storage's sweeper of unreferenced files.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed`, 401 `unauthorized`, 403 `forbidden`, 404
//! `application_not_found`, 409 `application_not_approved`, 409 `hotel_already_exists` (with the hotel as `data`), 503
//! `overloaded`.

mod error;
mod handler;
mod hotel;
mod photos;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use error::SENTENCES;
use functions_shared::{Administrators, FieldLabels, Storage, error_body_with_success};
use photos::Publishing;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, Verifier};

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let administrators = Administrators::from_environment(environment, database.clone())?;
    let verifier = Verifier::from_environment(environment)?;
    let storage = Data::new(Storage::from_environment(environment)?);
    let (database, publishing) = (Data::new(database), Data::new(Publishing::new()));
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone()).app_data(publishing.clone());
        app.app_data(FieldLabels(&SENTENCES));
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(error_body_with_success());
        app.service(
            web::resource(["/create-hotel-from-application", "/create-hotel-from-application/"])
                .route(web::post().to(handler::create)),
        );
    })
}
