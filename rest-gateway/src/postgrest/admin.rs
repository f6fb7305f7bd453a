//! PostgREST's admin server: `/live` and `/ready` (without a body), `/metrics` and `/schema_cache`. It starts before
//! the API, which waits for the database. Must not be reachable from outside. `/config` of older PostgREST versions is
//! not served, as in current ones.

use std::io;
use std::sync::{Arc, OnceLock};

use actix_web::dev::ServerHandle;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use rest_engine::Engine;

use super::listen::{self, Address};
use super::server_header::server_header;
use crate::http_server::Socket;

/// The API's address, once it listens.
type Api = OnceLock<Address>;

pub(super) fn run(socket: Socket, engine: Arc<Engine>, api: Arc<Api>) -> io::Result<ServerHandle> {
    tracing::info!("Admin server listening on {}", listen::address(&socket)?.for_log());
    let engine = Data::from(engine);
    let api = Data::from(api);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(engine.clone())
            .app_data(api.clone())
            .wrap(server_header())
            .route("/live", web::get().to(live))
            .route("/ready", web::get().to(ready))
            .route("/metrics", web::get().to(metrics))
            .route("/schema_cache", web::get().to(schema_cache))
    })
    .workers(1)
    .shutdown_timeout(1)
    .disable_signals();
    let server = match socket {
        Socket::Tcp(listener) => server.listen(listener)?,
        Socket::Unix(listener) => server.listen_uds(listener)?,
    };
    let server = server.run();
    let handle = server.handle();
    tokio::spawn(server);
    Ok(handle)
}

/// 200 while the API accepts connections.
async fn live(api: Data<Api>) -> HttpResponse {
    match api.get() {
        Some(address) if address.accepts_connections().await => HttpResponse::Ok().finish(),
        Some(_) | None => HttpResponse::InternalServerError().finish(),
    }
}

/// 200 while the API accepts connections and the schema cache is up to date.
async fn ready(engine: Data<Engine>, api: Data<Api>) -> HttpResponse {
    if engine.is_ready() { live(api).await } else { HttpResponse::ServiceUnavailable().finish() }
}

async fn metrics(engine: Data<Engine>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(engine.metrics())
}

async fn schema_cache(engine: Data<Engine>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json; charset=utf-8")
        .body(engine.schema_cache().unwrap_or_default())
}
