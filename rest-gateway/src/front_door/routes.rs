//! The routing table of the public port.

use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};

use super::compress::compress;
use super::not_served::Part;
use super::route::API_SEGMENTS;
use super::state::AppState;
use super::{admission, page, upstreams};

/// Paths of health checks and scrapers, which belong to the admin port.
const ADMIN_PATHS: [&str; 5] = ["/livez", "/readyz", "/metrics", "/healthz", "/health"];

pub(super) fn public(state: &Data<AppState>) -> impl FnOnce(&mut ServiceConfig) {
    let engine = state.engine.clone();
    let (has_auth, has_storage) = (state.auth.is_some(), state.storage.is_some());
    let has_realtime = state.realtime.is_some();
    move |config: &mut ServiceConfig| {
        match engine {
            Some(engine) => {
                config.service(
                    web::scope("/rest/v1")
                        .wrap(from_fn(compress))
                        .wrap(from_fn(admission::rest))
                        .configure(rest_engine::configure(engine)),
                );
            }
            None => not_served(config, "/rest/v1", Part::Rest),
        }
        config.service(
            web::scope("/functions")
                .wrap(from_fn(admission::functions))
                .default_service(web::to(upstreams::function)),
        );
        if has_auth {
            config.service(
                web::scope("/auth/v1")
                    .wrap(from_fn(admission::auth))
                    .default_service(web::to(upstreams::auth)),
            );
        } else {
            not_served(config, "/auth/v1", Part::Auth);
        }
        if has_storage {
            config.service(
                web::scope("/storage/v1/s3")
                    .wrap(from_fn(admission::s3))
                    .default_service(web::to(upstreams::s3)),
            );
            config.service(
                web::scope("/storage/v1")
                    .wrap(from_fn(admission::storage))
                    .default_service(web::to(upstreams::storage)),
            );
        } else {
            not_served(config, "/storage/v1/s3", Part::S3);
            not_served(config, "/storage/v1", Part::Storage);
        }
        if has_realtime {
            config.service(
                web::scope("/realtime/v1")
                    .wrap(from_fn(admission::realtime))
                    .default_service(web::to(upstreams::realtime)),
            );
        } else {
            not_served(config, "/realtime/v1", Part::Realtime);
        }
        not_served(config, "/graphql/v1", Part::GraphQl);
        for path in ADMIN_PATHS {
            config.route(path, web::route().to(upstreams::on_admin_port));
        }
        for segment in API_SEGMENTS {
            let nothing = web::scope(&format!("/{segment}")).default_service(web::to(upstreams::no_route));
            config.service(nothing);
        }
        config.default_service(web::to(page::serve));
    }
}

fn not_served(config: &mut ServiceConfig, path: &str, part: Part) {
    config.service(web::scope(path).default_service(web::to(move || async move { part.response() })));
}
