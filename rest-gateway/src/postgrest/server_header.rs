//! The `Server` response header, by which clients recognise PostgREST.

use actix_web::http::header;
use actix_web::middleware::DefaultHeaders;
use rest_engine::VERSION;

pub(super) fn server_header() -> DefaultHeaders {
    DefaultHeaders::new().add((header::SERVER, format!("postgrest/{VERSION}")))
}
