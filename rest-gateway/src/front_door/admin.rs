//! The admin port: liveness, readiness and Prometheus metrics. Must not be reachable from outside.

use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use serde::Serialize;

use super::state::AppState;

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
    /// Dependencies that are not ready.
    waiting_for: Vec<String>,
}

async fn readyz(state: Data<AppState>) -> impl Responder {
    let mut waiting_for = Vec::new();
    if state.engine.as_ref().is_some_and(|engine| !engine.is_ready()) {
        waiting_for.push("rest".to_owned());
    }
    let down = state.host.status().into_iter().filter(|service| service.eager && !service.up);
    waiting_for.extend(down.map(|service| service.name));
    if waiting_for.is_empty() {
        HttpResponse::Ok().json(Readiness { status: "ok", waiting_for })
    } else {
        HttpResponse::ServiceUnavailable().json(Readiness { status: "waiting", waiting_for })
    }
}

/// The metrics of the front door, followed by those of the REST engine.
async fn metrics(state: Data<AppState>) -> impl Responder {
    let engine_metrics = state.engine.as_ref().map(|engine| engine.metrics()).unwrap_or_default();
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(state.metrics.prometheus(&state.host.status()) + &engine_metrics)
}
