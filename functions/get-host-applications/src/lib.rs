//! `GET functions/v1/get-host-applications`: the administrators' list of applications.
//!
//! Responds 200 `{"success": true, "data": [row, …]}`: all open applications and the newest completed ones, newest
//! first. `photos_urls` holds signed URLs that are valid for twelve hours, because the bucket is private.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 401 `unauthorized` without a person's token, 403
//! `forbidden` for other accounts than administrators'.

mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use functions_shared::{AdministratorAppData, Storage};
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the route.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let app_data = AdministratorAppData::from_environment(environment)?;
    let storage = Data::new(Storage::from_environment(environment)?);
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.app_data(storage.clone());
        app.service(
            web::resource(["/get-host-applications", "/get-host-applications/"])
                .route(web::get().to(handler::list)),
        );
    })
}
