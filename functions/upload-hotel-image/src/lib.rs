//! `POST functions/v1/upload-hotel-image`: an administrator adds an image to a hotel.
//!
//! A form with `file`, an image below 5 MB, and `hotel_id`. Responds 201 `{"success": true, "data": {"hotel_id", "url"}}`.
//! The image is re-encoded without metadata, stored in a public bucket, and appended to the hotel's list in one statement, so
//! that concurrent calls lose no image.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed`, 401 `unauthorized`, 403 `forbidden`, 404
//! `hotel_not_found`, 409 `too_many_images`, 413 `image_too_large` or `too_many_pixels`, 415 `not_an_image`.

mod error;
mod handler;
mod image;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use functions_shared::{Administrators, Storage, error_body_with_success};
use image::Decoding;
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
    let (database, decoding) = (Data::new(database), Data::new(Decoding::new()));
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone()).app_data(decoding.clone());
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(error_body_with_success());
        app.service(
            web::resource(["/upload-hotel-image", "/upload-hotel-image/"])
                .route(web::post().to(handler::upload)),
        );
    })
}
