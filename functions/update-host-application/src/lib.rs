//! `POST functions/v1/update-host-application`: an administrator approves or rejects an application.
//!
//! Body `{"applicationId", "action": "approve" | "reject", "status": "approved" | "rejected"}`; one of `action` and `status` is
//! enough. Responds 200 `{"success": true, "message", "data": {"id", "status"}}`. Repeating a decision changes nothing and
//! responds 200 too.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed` or `contradictory_decision`, 401
//! `unauthorized`, 403 `forbidden`, 404 `application_not_found`, 409 `already_approved` or `already_rejected`.

mod decision;
mod error;
mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use error::SENTENCES;
use functions_shared::{Administrators, FieldLabels, error_body_with_success};
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
    let database = Data::new(database);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(FieldLabels(&SENTENCES));
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(error_body_with_success());
        app.service(
            web::resource(["/update-host-application", "/update-host-application/"])
                .route(web::post().to(handler::decide)),
        );
    })
}
