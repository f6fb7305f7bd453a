//! `POST functions/v1/upload-hotel-image`: an administrator adds an image to a hotel.
//!
//! A form with `file`, an image below 5 MB, and `hotel_id`. Responds 201 `{"success": true, "data": {"hotel_id",
//! "url"}}`. The image is re-encoded without metadata, stored in a public bucket, and appended to the hotel's list in
//! one statement, so that concurrent calls lose no image.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed`, 401 `unauthorized`, 403
//! `forbidden`, 404 `hotel_not_found`, 409 `too_many_images`, 413 `image_too_large` or `too_many_pixels`, 415
//! `not_an_image`.

mod error;
mod handler;
mod image;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use functions_shared::{AdministratorAppData, Storage};
use image::Decoding;
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
    let decoding = Data::new(Decoding::new());
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.app_data(storage.clone()).app_data(decoding.clone());
        app.service(
            web::resource(["/upload-hotel-image", "/upload-hotel-image/"])
                .route(web::post().to(handler::upload)),
        );
    })
}
