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
use edge::environment::{Environment, EnvironmentError};
use edge::{Administrators, Database, ErrorBody, Leftovers, Storage, Verifier};
use photos::Turn;

/// Pictures of this function, known by the form of their names, that no hotel lists; some lie right in the folder of
/// their application. A list may hold whole addresses and those of other sizes.
const WITHOUT_HOTEL: Leftovers = Leftovers {
    bucket: photos::TO,
    condition: "objects.name ~
                  '^applications(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){1,2}/[0-9]+[.][a-z]+$'
                and not exists (
                  select from public.hotels, unnest(images) as listed
                  where substring(listed from 'hotel-images/(applications/[^?#]+)') = objects.name)",
};

/// Reads the configuration, registers the routes, and starts to look for what crashes leave.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
    let administrators = Administrators::from_environment(environment, database.clone())?;
    let verifier = Verifier::from_environment(environment)?;
    let storage = Storage::from_environment(environment)?;
    actix_web::rt::spawn(WITHOUT_HOTEL.remove_forever(database.clone(), storage.clone()));
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
