//! Guests' reviews: `POST` and `GET functions/v1/hotel-reviews`.
//!
//! The table is closed to callers, so this function writes and reads it as `service_role`, after its own checks;
//! a trigger keeps the hotels' figures. Rejects callers without a person's token (401).

mod author;
mod handler;
mod hotel;
mod queries;
mod statistics;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, ErrorBody, Verifier};

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Data::new(Database::from_environment(environment, "SUPABASE_DB_URL")?);
    let verifier = Verifier::from_environment(environment)?;
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(verifier.clone()).app_data(ErrorBody::with_success());
        app.service(
            web::resource(["/hotel-reviews", "/hotel-reviews/"])
                .route(web::get().to(handler::list))
                .route(web::post().to(handler::create)),
        );
    })
}
