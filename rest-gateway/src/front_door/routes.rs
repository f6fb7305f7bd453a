//! The routing table of the public port.

use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};

use super::compress::compress;
use super::route::API_SEGMENTS;
use super::{Door, admission, page, upstreams};

pub(super) fn public(door: &Data<Door>) -> impl FnOnce(&mut ServiceConfig) {
    let engine = door.engine.clone();
    move |config: &mut ServiceConfig| {
        if let Some(engine) = engine {
            config.service(
                web::scope("/rest/v1")
                    .wrap(from_fn(compress))
                    .wrap(from_fn(admission::rest))
                    .configure(rest_engine::configure(engine)),
            );
        }
        config
            .service(
                web::scope("/functions")
                    .wrap(from_fn(admission::functions))
                    .default_service(web::to(upstreams::function)),
            )
            .service(
                web::scope("/auth/v1")
                    .wrap(from_fn(admission::auth))
                    .default_service(web::to(upstreams::auth)),
            )
            .service(
                web::scope("/storage/v1")
                    .wrap(from_fn(admission::storage))
                    .default_service(web::to(upstreams::storage)),
            );
        for segment in API_SEGMENTS {
            let nothing = web::scope(&format!("/{segment}")).default_service(web::to(upstreams::no_route));
            config.service(nothing);
        }
        config.default_service(web::to(page::serve));
    }
}
