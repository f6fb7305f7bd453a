//! `GET functions/v1/translations?action=get&language=…`: the site's texts in one language.
//!
//! `language` is a code (`de`) or a tag (`de-AT`). Responds 200 with `{namespace: {key: text or nested keys}}`: the
//! dictionary that is compiled into this program, overlaid with the rows of the table `translations`. An unknown
//! language is 200 `{}`. The response has an `ETag`; `If-None-Match` gets 304. It is compressed for clients that
//! accept gzip. No token is needed.
//!
//! # Errors
//! `{"error": sentence, "code": code}`: 400 `unknown_action`, or `validation_failed` without a language.

mod dictionaries;
mod edition;
mod error;
mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use error::SENTENCES;
use functions_shared::FieldLabels;
use service_kit::Database;
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Data::new(Database::from_environment(environment, "SUPABASE_DB_URL")?);
    let editions = Data::new(edition::Editions::default());
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(editions.clone()).app_data(FieldLabels(&SENTENCES));
        app.service(web::resource(["/translations", "/translations/"]).route(web::get().to(handler::get)));
    })
}
