//! The door from actix: one service for every path below the scope that it is mounted in. Turns every outcome into an
//! answer.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::http::header;
use actix_web::web::{self, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};

use crate::api_request::{ApiRequest, MediaType, Mutation, Parts};
use crate::body::Body;
use crate::engine::Engine;
use crate::error::Error;
use crate::plan::{Plan, QueryKind, QueryPlan, plan};
use crate::response;
use crate::transaction::{self, Outcome};

/// Serves the engine in any scope: the path that counts is what the scope left over.
pub fn configure(engine: Arc<Engine>) -> impl FnOnce(&mut ServiceConfig) {
    move |service: &mut ServiceConfig| {
        service.default_service(web::to(move |request: HttpRequest, payload: Payload| {
            let engine = engine.clone();
            async move {
                answer(&engine, &request, payload).await.unwrap_or_else(|error| {
                    log(&error);
                    response::refuse(&error)
                })
            }
        }));
    }
}

async fn answer(engine: &Engine, http: &HttpRequest, payload: Payload) -> Result<HttpResponse, Error> {
    let state = engine.state();
    // Held until the answer is made: what is parsed from the body lives as long.
    let Body { bytes: body, held: _held } = read_body(engine, http, payload, state.config.max_body).await?;
    let cache = state.schema_cache()?;
    let authorization = http.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let identity = state.authenticator.identify(authorization)?;
    let parts = Parts {
        method: http.method().as_str(),
        path: http.match_info().unprocessed(),
        query: http.query_string(),
        headers: http.headers(),
    };
    let request = ApiRequest::parse(&parts, body, &state.config)?;
    match plan(&request, cache, &state.config)? {
        Plan::Info(info) => Ok(response::info(&info)),
        Plan::OpenApi { head } => {
            let work = transaction::root_work(&state, &request, &identity);
            let outcome = transaction::run(engine.pool(), &work, None).await?;
            let address = http.app_config().local_addr();
            response::openapi(&request, cache, &state.config, &outcome, address, head)
        }
        Plan::Query(plan) => {
            let work = transaction::work(&state, &request, &identity, &plan);
            let outcome = run(engine, &request, &plan, &work).await?;
            response::respond(&request, &plan, outcome, &state.config)
        }
    }
}

async fn run(
    engine: &Engine,
    request: &ApiRequest,
    plan: &QueryPlan,
    work: &transaction::Work,
) -> Result<Outcome, Error> {
    let check = |outcome: &Outcome| check(request, plan, outcome);
    if plan.read_only || !may_refuse(request, plan) {
        let outcome = transaction::run(engine.pool(), work, None).await?;
        check(&outcome)?;
        Ok(outcome)
    } else {
        transaction::run(engine.pool(), work, Some(&check)).await
    }
}

fn is_singular(plan: &QueryPlan) -> bool {
    matches!(plan.media_type, MediaType::Object { .. })
}

fn is_put(plan: &QueryPlan) -> bool {
    matches!(plan.kind, QueryKind::Mutate { mutation: Mutation::Put, .. })
}

/// Whether the result of this request can speak against its commit.
fn may_refuse(request: &ApiRequest, plan: &QueryPlan) -> bool {
    is_singular(plan) || is_put(plan) || request.preferences.affected_bound().is_some()
}

fn check(request: &ApiRequest, plan: &QueryPlan, outcome: &Outcome) -> Result<(), Error> {
    let rows = outcome.row.page;
    if is_put(plan) && rows != 1 {
        return Err(Error::PutPrimaryKey);
    }
    if is_singular(plan) && rows != 1 {
        return Err(Error::NotSingular(rows));
    }
    let bounded = !matches!(plan.kind, QueryKind::Read { .. });
    match request.preferences.affected_bound() {
        Some(bound) if bounded && rows > bound => Err(Error::MaxAffected(rows)),
        _ => Ok(()),
    }
}

async fn read_body<'a>(
    engine: &'a Engine,
    http: &HttpRequest,
    payload: Payload,
    limit: usize,
) -> Result<Body<'a>, Error> {
    match *http.method() {
        Method::POST | Method::PUT | Method::PATCH => engine.bodies().read(payload, limit).await,
        _ => engine.bodies().none(),
    }
}

/// A client's mistake is its own affair; what went wrong here is told.
fn log(error: &Error) {
    if error.status().is_server_error() {
        tracing::error!(code = error.code(), status = error.status().as_u16(), %error, "a request failed");
    }
}
