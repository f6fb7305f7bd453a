//! The site's texts in one language: `GET functions/v1/translations?action=get&language=…`, call 3.
//!
//! What the site ships is in this program; what editors wrote into the table `translations` lies over it. The texts are
//! public: no token is asked for, and none is looked at. Rejects another action (400); an unknown language has no texts.

mod dictionaries;
mod edition;
mod handler;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::Database;
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the route.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Data::new(Database::from_environment(environment, "SUPABASE_DB_URL")?);
    let editions = Data::new(edition::Editions::default());
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(editions.clone());
        app.service(web::resource(["/translations", "/translations/"]).route(web::get().to(handler::get)));
    })
}
