//! A further picture of a hotel: `POST functions/v1/upload-hotel-image`, a form with `file` and `hotel_id`.
//!
//! The picture is published re-encoded and joins the hotel's list in one statement, so that of many at once none is lost.
//! Rejects callers who are no administrators (401, 403), unknown hotels (404), files that are no pictures (415) or too
//! large (413), and more pictures than a hotel may have (409).

mod handler;
mod image;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use image::Turn;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Administrators, Database, ErrorBody, Storage, Verifier};

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let administrators = Administrators::from_environment(environment, database.clone())?;
    let verifier = Verifier::from_environment(environment)?;
    let storage = Storage::from_environment(environment)?;
    let storage = Data::new(storage);
    let (database, turn) = (Data::new(database), Data::new(Turn::new()));
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone()).app_data(turn.clone());
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(ErrorBody::with_success());
        app.service(
            web::resource(["/upload-hotel-image", "/upload-hotel-image/"])
                .route(web::post().to(handler::upload)),
        );
    })
}
