//! A hotel from an approved application: `POST functions/v1/create-hotel-from-application`.
//!
//! Its photos are published first, and then the hotel is written while its application is locked: however often and
//! however many at once, one hotel comes of it. Pictures that no hotel came to show are taken back, and what a crash
//! leaves of them is removed later. Rejects callers who are no administrators (401, 403), unknown applications (404), and
//! those that are not approved or have their hotel (409).

mod handler;
mod hotel;
mod photos;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use photos::Turn;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Administrators, Database, ErrorBody, Storage, Verifier};

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let administrators = Administrators::from_environment(environment, database.clone())?;
    let verifier = Verifier::from_environment(environment)?;
    let storage = Storage::from_environment(environment)?;
    let storage = Data::new(storage);
    let (database, turn) = (Data::new(database), Data::new(Turn::new()));
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone()).app_data(storage.clone()).app_data(turn.clone());
        app.app_data(verifier.clone()).app_data(administrators.clone()).app_data(ErrorBody::with_success());
        app.service(
            web::resource(["/create-hotel-from-application", "/create-hotel-from-application/"])
                .route(web::post().to(handler::create)),
        );
    })
}
