//! The actix service. Handles every path below its scope and turns each result into an HTTP response.

use std::sync::Arc;
use std::time::Instant;

use actix_web::http::Method;
use actix_web::http::header;
use actix_web::web::{self, Payload, ServiceConfig};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};

use crate::answer::ClientAnswerBudget;
use crate::api_request::{ApiRequest, Parts};
use crate::body::Body;
use crate::client::ClientKey;
use crate::commit_lsn;
use crate::config::Config;
use crate::engine::Engine;
use crate::error::Error;
use crate::log_query;
use crate::plan::{Plan, plan};
use crate::response::{self, ServerTiming};
use crate::slow_statement;
use crate::spans;
use crate::state::State;
use crate::transaction::{self, JsonEncoder, TransactionBuilder, Work};

/// The request's database role, kept in the request extensions for the access log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthRole(pub String);

/// Mounts the engine as the default service of a scope. Paths are relative to the scope.
pub fn configure(engine: Arc<Engine>) -> impl FnOnce(&mut ServiceConfig) {
    move |service: &mut ServiceConfig| {
        service.default_service(web::to(move |request: HttpRequest, payload: Payload| {
            let engine = engine.clone();
            async move {
                let span = spans::begin_request(&request);
                let response = span.within(serve(&engine, &request, payload)).await;
                spans::end_request(&span, &request, &response);
                response
            }
        }));
    }
}

async fn serve(engine: &Engine, http: &HttpRequest, payload: Payload) -> HttpResponse {
    let state = engine.state();
    let mut timing = ServerTiming::new(state.config.server_timing_enabled);
    let mut response = match answer(engine, &state, http, payload, &mut timing).await {
        Ok(response) => response::with_vary(response),
        Err(error) => {
            log(&error);
            response::error_response(&error, state.config.client_error_verbosity)
        }
    };
    timing.write_to(response.headers_mut());
    response::echo_trace_header(&state.config, http, &mut response);
    log_query::log(&state.config, http, response.status());
    response
}

async fn answer(
    engine: &Engine,
    state: &State,
    http: &HttpRequest,
    payload: Payload,
    timing: &mut ServerTiming,
) -> Result<HttpResponse, Error> {
    timing.begin_phase();
    let authorization = http.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let identity = timing.end_phase("jwt", state.authenticator.identify(authorization))?;
    http.extensions_mut().insert(AuthRole(identity.role.clone()));
    let client = ClientKey::new(http, &identity, state.authenticator.is_anonymous(&identity.role));
    // The reservation lasts until the response is built, because parsed values refer to the body until then.
    let Body { bytes: body, .. } = &read_body(engine, state, http, payload, client).await?;
    timing.begin_phase();
    let cache = state.schema_cache()?;
    let parts = Parts {
        method: http.method().as_str(),
        path: http.match_info().unprocessed(),
        query: http.query_string(),
        headers: http.headers(),
    };
    let request = timing.end_phase("parse", ApiRequest::parse(&parts, body.clone(), &state.config))?;
    let plan = timing.end_phase("plan", plan(&request, cache, &state.config))?;
    let budget = ClientAnswerBudget::new(engine.answers().clone(), client);
    let builder =
        TransactionBuilder { state, request: &request, identity: &identity, client, budget: &budget };
    let has_replicas = !state.config.db_read_uris.is_empty();
    let required = has_replicas.then(|| commit_lsn::required(parts.headers, &request.preferences)).flatten();
    let run =
        async |work: &Work| transaction::run_on_any(engine.pool(), &engine.replicas, work, required).await;
    let answer = match plan {
        Plan::Info(info) => Ok(response::info(&info)),
        Plan::OpenApi { head } => {
            let work = builder.root();
            log_query::remember(&state.config, http, &work);
            let began = Instant::now();
            let outcome = run(&work).await;
            slow_statement::remember(http, &work, began.elapsed());
            let outcome = timing.end_phase("transaction", outcome)?;
            let address = http.app_config().local_addr();
            response::openapi(&request, cache, &state.config, &outcome, address, head)
        }
        Plan::Query(plan) => {
            let work = builder.query(&plan, JsonEncoder::Engine);
            log_query::remember(&state.config, http, &work);
            let began = Instant::now();
            let outcome = match run(&work).await {
                // The engine encodes only reads, so that running the query twice is safe.
                Err(Error::LargeRow) => {
                    let work = builder.query(&plan, JsonEncoder::Postgres);
                    run(&work).await
                }
                outcome => outcome,
            };
            slow_statement::remember(http, &work, began.elapsed());
            let outcome = timing.end_phase("transaction", outcome)?;
            let position = outcome.position;
            let mut answer = response::respond(&request, &plan, outcome, &state.config);
            if let (Ok(response), Some(position)) = (&mut answer, position) {
                commit_lsn::write_to(response.headers_mut(), position, state.config.db_read_max_lag);
            }
            answer
        }
    };
    timing.end_phase("response", answer)
}

async fn read_body<'a>(
    engine: &'a Engine,
    state: &State,
    http: &HttpRequest,
    payload: Payload,
    client: ClientKey,
) -> Result<Body<'a>, Error> {
    let bodies = engine.bodies();
    let Config { max_body, max_bodies_wait, .. } = state.config;
    match *http.method() {
        Method::POST | Method::PUT | Method::PATCH => {
            bodies.read(http, payload, client, max_body, max_bodies_wait).await
        }
        _ => Ok(bodies.none()),
    }
}

/// Logs server errors. Client errors are not logged.
fn log(error: &Error) {
    let status = error.status();
    match error {
        // The pool logs the first; its metrics count the others.
        Error::PoolTimeout | Error::PoolOverloaded => {}
        // A target of its own, because PostgREST logs only the request's line for these.
        Error::NoJwtSecret | Error::GucHeaders | Error::GucStatus => {
            tracing::error!(target: "rest_engine::setup", status = status.as_u16(), "{}", error.payload());
        }
        _ if status.is_server_error() => {
            tracing::error!(status = status.as_u16(), "{}", error.payload());
        }
        _ => {}
    }
}
