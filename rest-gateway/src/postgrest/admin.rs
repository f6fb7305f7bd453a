//! PostgREST's admin server: `/live` and `/ready`, answered without a body, and `/metrics`.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::dev::ServerHandle;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use rest_engine::Engine;

pub(super) fn run(listener: TcpListener, engine: Arc<Engine>) -> io::Result<ServerHandle> {
    tracing::info!(address = %listener.local_addr()?, "the admin server listens");
    let engine = Data::from(engine);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(engine.clone())
            .route("/live", web::get().to(HttpResponse::Ok))
            .route("/ready", web::get().to(ready))
            .route("/metrics", web::get().to(metrics))
    })
    .workers(1)
    .shutdown_timeout(1)
    .disable_signals()
    .listen(listener)?
    .run();
    let handle = server.handle();
    tokio::spawn(server);
    Ok(handle)
}

async fn ready(engine: Data<Engine>) -> HttpResponse {
    if engine.is_ready() { HttpResponse::Ok().finish() } else { HttpResponse::ServiceUnavailable().finish() }
}

async fn metrics(engine: Data<Engine>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(engine.metrics())
}
