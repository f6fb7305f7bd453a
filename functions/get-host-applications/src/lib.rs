//! The administrators' list of applications: `GET functions/v1/get-host-applications`.
//!
//! Every one that waits for a decision or for its hotel is in it, and the newest of the others. The photos come as
//! addresses that anybody can read for some hours, since the bucket is private. Rejects callers who are no administrators
//! (401, 403).

mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Administrators, Database, ErrorBody, Storage, Verifier};

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let administrators = Administrators::from_environment(environment, database.clone())?;
    let verifier = Verifier::from_environment(environment)?;
    let storage = Data::new(Storage::from_environment(environment)?);
    let database = Data::new(database);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone());
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(ErrorBody::with_success());
        app.service(
            web::resource(["/get-host-applications", "/get-host-applications/"])
                .route(web::get().to(handler::list)),
        );
    })
}
