//! `POST functions/v1/submit-host-application`: an owner's application, a form with photos. Everybody may apply.
//!
//! Texts: `first_name`, `last_name`, `email`, `phone`, `property_type`, `property_name`, `address`, `city` and
//! `room_types` are required; `postal_code`, `description`, `number_of_rooms`, `max_guests`, `price_per_night`,
//! `availability_start`, `availability_end`, `amenities`, `additional_services`, `experience_years`,
//! `previous_hosting` and `motivation` are optional. Files: 3 to 8 photos `image_0` to `image_N`, each below 5 MB.
//! Responds 201 `{"success": true, "data": {"id", "status": "pending"}}`.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `required_fields_missing`, `room_type_required`,
//! `too_few_photos`, `too_many_photos`, `description_too_long` or `validation_failed`, 408 `request_timeout`, 413
//! `image_too_large` or `too_many_pixels`, 415 `not_an_image`, 503 `overloaded`.
//!
//! The photos go into a private bucket and then the row into its table. A rejected application leaves neither; photos
//! that a crash leaves are removed by storage's sweeper of unreferenced files.

mod address_shares;
mod application;
mod error;
mod handler;
mod limits;
mod photos;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use functions_shared::{Storage, error_body_with_success};
use limits::Limits;
use service_kit::Database;
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let storage = Storage::from_environment(environment)?;
    let (database, storage) = (Data::new(database), Data::new(storage));
    let limits = Data::new(Limits::new());
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone()).app_data(limits.clone());
        app.app_data(error_body_with_success());
        app.service(
            web::resource(["/submit-host-application", "/submit-host-application/"])
                .route(web::post().to(handler::submit)),
        );
    })
}
