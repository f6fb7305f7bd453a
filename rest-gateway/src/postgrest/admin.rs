//! PostgREST's admin server: `/live` and `/ready`, answered without a body.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::dev::ServerHandle;
use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use rest_engine::Engine;

pub(super) fn run(listener: TcpListener, engine: Arc<Engine>) -> io::Result<ServerHandle> {
    let engine = Data::from(engine);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(engine.clone())
            .route("/live", web::get().to(HttpResponse::Ok))
            .route("/ready", web::get().to(ready))
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
