//! `functions/v1/user-searches`: the search history of signed-in people.
//!
//! # Save: `POST`
//! Body `{"destination", "checkin", "checkout", "guests"}`. `destination` is text of at most 200 characters; the dates
//! `YYYY-MM-DD` and `guests` (1 to 20, by default 1) are optional. Responds 201 `{"search": row}`.
//!
//! # List: `GET ?userId=…&limit=…`
//! `limit` is 1 to 100, by default 25. Responds 200 `{"searches": [row, …]}`, newest first.
//!
//! # Errors
//! `{"error": sentence, "code": code}`: 400 `validation_failed` (a field, a date in the past, a departure that is not
//! after the arrival), 401 `unauthorized` without a person's token, 403 `forbidden` for another account's history.
//!
//! The list is read in the caller's role, so that row-level security backs the checks made here.

mod error;
mod handler;
mod queries;

use actix_web::web::{self, ServiceConfig};
use error::SENTENCES;
use functions_shared::MemberAppData;
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the routes.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let app_data = MemberAppData::from_environment(environment, &SENTENCES)?;
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.service(
            web::resource(["/user-searches", "/user-searches/"])
                .route(web::get().to(handler::list))
                .route(web::post().to(handler::save)),
        );
    })
}
