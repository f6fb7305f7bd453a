//! `POST functions/v1/create-hotel-from-application`: an administrator turns an approved application into a hotel.
//!
//! Body `{"applicationId"}`. Responds 201 `{"success": true, "data": hotel}`. The photos are published first; then
//! the hotel is written while its application's row is locked, so that repeated and concurrent calls create one
//! hotel. Images of a hotel that was not created are deleted; what a crash leaves is removed by storage's sweeper of
//! unreferenced files.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed`, 401 `unauthorized`, 403
//! `forbidden`, 404 `application_not_found`, 409 `application_not_approved`, 409 `hotel_already_exists` (with the
//! hotel as `data`), 503 `overloaded`.

mod error;
mod handler;
mod hotel;
mod photos;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use error::SENTENCES;
use functions_shared::{AdministratorAppData, FieldLabels, Storage};
use photos::Publishing;
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let app_data = AdministratorAppData::from_environment(environment)?;
    let storage = Data::new(Storage::from_environment(environment)?);
    let publishing = Data::new(Publishing::new());
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.app_data(storage.clone()).app_data(publishing.clone());
        app.app_data(FieldLabels(&SENTENCES));
        app.service(
            web::resource(["/create-hotel-from-application", "/create-hotel-from-application/"])
                .route(web::post().to(handler::create)),
        );
    })
}
