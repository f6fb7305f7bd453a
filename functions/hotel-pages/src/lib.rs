//! `hotel-pages`: fills in the documents of the site that depend on the query. The gateway asks it for
//! the paths in `[site.functions]` and sends the built document as the body.
//!
//! # A hotel's page: `POST /hotel-detail?id=…`, `POST /<language>/hotel-detail?id=…`
//! Responds 200 with the document: title, description, canonical and alternate links, Open Graph, JSON-LD, and the
//! hotel's name, cover and text. `id`, or `hotel` without it, is a number, a slug or a name. What the database does not
//! have may be one of the site's sample hotels, which the built document describes; its page has `noindex` in place of the
//! links, and the sitemap does not list it. A hotel of the database has one canonical address, by its number. One that is
//! unknown or inactive is 404, with `noindex` and a sentence. 204 if the built document does not say which sample hotels
//! there are.
//!
//! # A region's page: `POST /region-hotels?region=…`, `POST /<language>/region-hotels?region=…`
//! Responds 200 with the document of the region, from what the built document says of it, and 404 for an unknown one.
//!
//! # The sitemap: `POST /sitemap.xml`
//! Responds 200 with the built sitemap and the active hotels. With more hotels than fit in one file, it is an index of
//! sitemaps: `?part=pages` has the site's own pages, `?after=ID` the hotels after this one.
//!
//! The places for the tags and the text are in `frontend/README.md`. Documents contain `https://isula.invalid` in place
//! of the site's origin. No token is needed: hotels are read as `anon`, and of their reviews only the mean and the number,
//! as `service_role`.

mod address;
mod article;
mod built_document;
mod cover;
mod document;
mod handler;
mod head;
mod hotel;
mod hotel_page;
mod html;
mod json_ld;
mod names;
mod numbers;
mod queries;
mod region_page;
mod sample_content;
mod sitemap;
mod texts;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::Database;
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the routes.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let database = Data::new(Database::from_environment(environment, "SUPABASE_DB_URL")?);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(database.clone());
        app.service(
            web::scope("/hotel-pages")
                .route("/sitemap.xml", web::post().to(handler::sitemap))
                .route("/hotel-detail", web::post().to(handler::hotel))
                .route("/{language}/hotel-detail", web::post().to(handler::hotel_in_language))
                .route("/region-hotels", web::post().to(handler::region))
                .route("/{language}/region-hotels", web::post().to(handler::region_in_language)),
        );
    })
}
