//! The admin port: whether the front door lives, whether it is ready, and its figures. Nothing here is for the public.

use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use serde::Serialize;

use super::Door;

pub(super) fn routes(config: &mut ServiceConfig) {
    config
        .route("/livez", web::get().to(livez))
        .route("/readyz", web::get().to(readyz))
        .route("/metrics", web::get().to(metrics));
}

async fn livez() -> impl Responder {
    HttpResponse::Ok().json(serde_json::json!({ "status": "ok" }))
}

#[derive(Serialize)]
struct Readiness {
    status: &'static str,
    /// Parts that requests need and that do not answer now.
    waiting_for: Vec<String>,
}

async fn readyz(door: Data<Door>) -> impl Responder {
    let mut waiting_for = Vec::new();
    if door.engine.as_ref().is_some_and(|engine| !engine.is_ready()) {
        waiting_for.push("rest".to_owned());
    }
    let down = door.host.status().into_iter().filter(|service| service.eager && !service.up);
    waiting_for.extend(down.map(|service| service.name));
    if waiting_for.is_empty() {
        HttpResponse::Ok().json(Readiness { status: "ok", waiting_for })
    } else {
        HttpResponse::ServiceUnavailable().json(Readiness { status: "waiting", waiting_for })
    }
}

/// Those of the front door, and those of the REST engine behind it.
async fn metrics(door: Data<Door>) -> impl Responder {
    let of_engine = door.engine.as_ref().map(|engine| engine.metrics()).unwrap_or_default();
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(door.metrics.prometheus(&door.host.status()) + &of_engine)
}
