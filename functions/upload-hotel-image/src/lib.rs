//! A further picture of a hotel: `POST functions/v1/upload-hotel-image`, a form with `file` and `hotel_id`.
//!
//! The picture is published re-encoded and joins the hotel's list in one statement, so that of many at once none is lost.
//! Rejects callers who are no administrators (401, 403), unknown hotels (404), files that are no pictures (415) or too
//! large (413), and more pictures than a hotel may have (409).

mod handler;
mod image;
mod queries;

use actix_web::web::{self, Data, ServiceConfig};
use edge::environment::{Environment, EnvironmentError};
use edge::{Administrators, Database, ErrorBody, Leftovers, Storage, Verifier};
use image::Turn;

/// Pictures of this function, known by the form of their names, that no hotel lists. A list may hold whole addresses and
/// those of other sizes, and a hotel may show a picture that was added to another one.
const WITHOUT_HOTEL: Leftovers = Leftovers {
    bucket: image::BUCKET,
    condition: "objects.name ~ '^hotels/[0-9]+/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.][a-z]+$'
                and not exists (
                  select from public.hotels, unnest(images) as listed
                  where substring(listed from 'hotel-images/(hotels/[^?#]+)') = objects.name)",
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
            web::resource(["/upload-hotel-image", "/upload-hotel-image/"])
                .route(web::post().to(handler::upload)),
        );
    })
}
