//! The administrators' decision: `POST functions/v1/update-host-application`.
//!
//! A pending application is approved or rejected, once; deciding the same again is harmless. Rejects callers who are no
//! administrators (401, 403), decisions that contradict themselves (400) or an earlier one (409), and unknown
//! applications (404).

mod decision;
mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Administrators, Database, ErrorBody, Verifier};

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let administrators = Administrators::from_environment(environment, database.clone())?;
    let verifier = Verifier::from_environment(environment)?;
    let database = Data::new(database);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone());
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(ErrorBody::with_success());
        app.service(
            web::resource(["/update-host-application", "/update-host-application/"])
                .route(web::post().to(handler::decide)),
        );
    })
}
