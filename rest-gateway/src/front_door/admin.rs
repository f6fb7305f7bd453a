//! The admin port: liveness, readiness and Prometheus metrics. Must not be reachable from outside.

use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use serde::Serialize;

use super::readiness::Outcome;
use super::state::AppState;

/// The body of `/readyz`.
#[derive(Debug, Serialize)]
struct Report {
    status: &'static str,
    checks: Vec<Outcome>,
}

impl Report {
    fn is_ready(&self) -> bool {
        self.status == "ok"
    }
}

pub(super) fn routes(config: &mut ServiceConfig) {
    config
        .route("/livez", web::get().to(livez))
        .route("/readyz", web::get().to(readyz))
        .route("/metrics", web::get().to(metrics));
}

/// Whether the process runs. It says nothing about what the process depends on: a restart would not mend that.
async fn livez() -> impl Responder {
    HttpResponse::Ok().json(serde_json::json!({ "status": "ok" }))
}

async fn readyz(state: Data<AppState>) -> impl Responder {
    let report = report(&state).await;
    if report.is_ready() {
        HttpResponse::Ok().json(report)
    } else {
        HttpResponse::ServiceUnavailable().json(report)
    }
}

/// The metrics of the front door, followed by those of the REST engine.
async fn metrics(state: Data<AppState>) -> impl Responder {
    let checks = outcomes(&state).await;
    let engine_metrics = state.engine.as_ref().map(|engine| engine.metrics()).unwrap_or_default();
    let sessions = state.sessions.as_ref().map(|sessions| sessions.metrics());
    HttpResponse::Ok()
        .content_type(prometheus_text::CONTENT_TYPE)
        .body(state.metrics.prometheus(&state.host.status(), &checks, sessions) + &engine_metrics)
}

/// The report of `/readyz`.
async fn report(state: &AppState) -> Report {
    let checks = outcomes(state).await;
    let ready = checks.iter().all(|check| check.is_ok() || !check.required);
    let status = match (state.lifecycle.is_ending(), ready) {
        (true, _) => "stopping",
        (false, true) => "ok",
        (false, false) => "waiting",
    };
    Report { status, checks }
}

/// The results of all checks, of this process and of other systems.
async fn outcomes(state: &AppState) -> Vec<Outcome> {
    let mut outcomes = own_outcomes(state);
    outcomes.extend(state.readiness.outcomes().await);
    outcomes
}

/// What this process knows by itself.
fn own_outcomes(state: &AppState) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    if let Some(engine) = &state.engine {
        let reason = "the schema cache is not loaded, or its changes cannot be followed";
        let result = if engine.is_ready() { Ok(()) } else { Err(reason.to_owned()) };
        // All copies lose the primary together, and reads go on.
        outcomes.push(Outcome::new("rest", !engine.answers_reads(), result));
    }
    let services = state.host.status();
    for service in services.iter().filter(|service| service.eager) {
        let result = if service.up { Ok(()) } else { Err("its process does not run".to_owned()) };
        outcomes.push(Outcome::new(&service.name, true, result));
    }
    let failing: Vec<&str> = services
        .iter()
        .filter(|service| !service.eager && service.failing)
        .map(|service| service.name.as_str())
        .collect();
    let result = match failing.is_empty() {
        true => Ok(()),
        false => Err(format!("the processes of these keep failing: {}", failing.join(", "))),
    };
    outcomes.push(Outcome::new("functions", false, result));
    outcomes
}
