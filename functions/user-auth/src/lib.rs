//! `POST functions/v1/user-auth`: registers and logs in.
//!
//! # `{"action": "register", "email", "password", "userData": {…}}`
//! `userData` holds `firstName` and `lastName`, and optionally `phone`, `address`, `city`, `postalCode` and `country`
//! (by default France). Responds 201 `{"user", "profile"}`.
//!
//! # `{"action": "login", "email", "password"}`
//! `email` may be a user name. Responds 200 `{"session", "user", "profile"}`; `session` has `access_token`,
//! `refresh_token`, `expires_in` and `expires_at`.
//!
//! # Errors
//! `{"error": sentence, "code": code}`: 400 `validation_failed`, `weak_password` or `unknown_action`, 401
//! `invalid_credentials`, 403 `user_banned`, `email_not_confirmed` or `signup_disabled`, 409 `user_already_exists`, 429
//! `over_request_rate_limit`, 503 `overloaded` when too many passwords wait to be hashed, `service_unavailable` while
//! the auth service or the database does not answer.
//!
//! The auth service (`auth/v1`) has the accounts, verifies passwords, counts attempts and signs tokens. This function
//! adds the product's profile.

mod account;
mod auth_service;
mod error;
mod handler;
mod login;
mod profiles;
mod register;
mod settings;

use actix_web::web::{self, Data, ServiceConfig};
use error::SENTENCES;
use functions_shared::FieldLabels;
use service_kit::environment::{Environment, EnvironmentError};
use settings::Settings;

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let settings = Data::new(Settings::from_environment(environment)?);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(settings.clone()).app_data(FieldLabels(&SENTENCES));
        app.service(web::resource(["/user-auth", "/user-auth/"]).route(web::post().to(handler::act)));
    })
}
