//! `POST functions/v1/update-host-application`: an administrator approves or rejects an application.
//!
//! Body `{"applicationId", "action": "approve" | "reject", "status": "approved" | "rejected"}`; one of `action` and
//! `status` is enough. Responds 200 `{"success": true, "message", "data": {"id", "status"}}`. Repeating a decision
//! changes nothing and responds 200 too.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed` or `contradictory_decision`, 401
//! `unauthorized`, 403 `forbidden`, 404 `application_not_found`, 409 `already_approved` or `already_rejected`.

mod decision;
mod error;
mod handler;
mod queries;

use actix_web::web::{self, ServiceConfig};
use error::SENTENCES;
use functions_shared::{AdministratorAppData, FieldLabels};
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let app_data = AdministratorAppData::from_environment(environment)?;
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.app_data(FieldLabels(&SENTENCES));
        app.service(
            web::resource(["/update-host-application", "/update-host-application/"])
                .route(web::post().to(handler::decide)),
        );
    })
}
