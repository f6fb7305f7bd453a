//! `GET functions/v1/get-host-applications`: the administrators' list of applications.
//!
//! Responds 200 `{"success": true, "data": [row, …]}`: all open applications and the newest completed ones, newest first.
//! `photos_urls` holds signed URLs that are valid for twelve hours, because the bucket is private.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 401 `unauthorized` without a person's token, 403 `forbidden` for other
//! accounts than administrators'.

mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use functions_shared::{Administrators, Storage, error_body_with_success};
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
    let database = Data::new(database);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone());
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(error_body_with_success());
        app.service(
            web::resource(["/get-host-applications", "/get-host-applications/"])
                .route(web::get().to(handler::list)),
        );
    })
}
