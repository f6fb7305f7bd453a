//! Owners' applications: `POST functions/v1/submit-host-application`, a form with photos.
//!
//! Everybody may apply. The photos go into a private bucket and then the application into its table, both or neither:
//! what is refused leaves nothing, and what a crash leaves is removed later. Rejects a form that lacks something
//! required, texts and numbers out of their bounds (400), photos that are none (415), and photos that are too large (413).

mod application;
mod handler;
mod photos;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use photos::Limits;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, ErrorBody, Storage};

/// Where the photos lie, as `<application>/<n>.<extension>`.
const BUCKET: &str = "host-applications";

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let storage = Storage::from_environment(environment)?;
    let (database, storage) = (Data::new(database), Data::new(storage));
    let limits = Data::new(Limits::new());
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone()).app_data(limits.clone());
        app.app_data(ErrorBody::with_success());
        app.service(
            web::resource(["/submit-host-application", "/submit-host-application/"])
                .route(web::post().to(handler::submit)),
        );
    })
}
