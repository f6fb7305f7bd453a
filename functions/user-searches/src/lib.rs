//! The search history of signed-in people: `POST` and `GET functions/v1/user-searches`.
//!
//! What is read is read as the caller, so that row-level security stands behind the checks made here. Rejects callers without
//! a person's token (401), a look at another's history (403) and stays in the past (400).

mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, Verifier};

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Data::new(Database::from_environment(environment, "SUPABASE_DB_URL")?);
    let verifier = Verifier::from_environment(environment)?;
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(verifier.clone());
        app.service(
            web::resource(["/user-searches", "/user-searches/"])
                .route(web::get().to(handler::list))
                .route(web::post().to(handler::save)),
        );
    })
}
