//! The routes, without the gateway's prefix `/realtime/v1`.

mod administrator;
mod batch_broadcast;
mod broadcast_rate;
mod caller;
mod handshake;
mod health;
mod long_poll;
mod metrics;
mod single_broadcast;
mod tenants;
mod websocket;

use actix_web::Resource;
use actix_web::web::{self, PayloadConfig, ServiceConfig};

/// The largest body of a request, as in supabase/realtime.
const MAX_BODY: usize = 8_000_000;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .app_data(PayloadConfig::new(MAX_BODY))
        .route("/websocket", web::get().to(websocket::connect))
        .route("/socket/websocket", web::get().to(websocket::connect))
        .service(long_polling("/longpoll"))
        .service(long_polling("/socket/longpoll"))
        .route("/api/broadcast", web::post().to(batch_broadcast::handle))
        .route("/api/broadcast/{topic}/events/{event}", web::post().to(single_broadcast::handle))
        .route("/api/ping", web::get().to(health::ping))
        .route("/api/ping", web::head().to(health::ping))
        .route("/api/tenants", web::get().to(tenants::list))
        .route("/api/tenants/{id}", web::get().to(tenants::show))
        .route("/api/tenants/{id}/health", web::get().to(tenants::health))
        .route("/api/tenants/{id}/reload", web::post().to(tenants::reload))
        .route("/metrics", web::get().to(metrics::show))
        .route("/metrics/{region}", web::get().to(metrics::show))
        .route("/healthcheck", web::get().to(health::healthcheck));
}

fn long_polling(path: &str) -> Resource {
    web::resource(path)
        .route(web::get().to(long_poll::poll))
        .route(web::post().to(long_poll::publish))
        .default_service(web::to(long_poll::bad_request))
}
