//! The door from actix: one service for every path below the scope that it is mounted in. Turns every outcome into an
//! answer.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::http::header;
use actix_web::web::{self, Payload, ServiceConfig};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};

use crate::answer::ClientAnswerBudget;
use crate::api_request::{ApiRequest, Parts};
use crate::body::Body;
use crate::client::ClientKey;
use crate::config::Config;
use crate::engine::{Engine, State};
use crate::error::Error;
use crate::log_query;
use crate::plan::{Plan, plan};
use crate::response::{self, ServerTiming};
use crate::transaction::{self, BodyBuilder, Given};

/// Who asks, as far as it is known: a part of the request's data, for whoever keeps a log of requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthRole(pub String);

/// Serves the engine in any scope: the path that counts is what the scope left over.
pub fn configure(engine: Arc<Engine>) -> impl FnOnce(&mut ServiceConfig) {
    move |service: &mut ServiceConfig| {
        service.default_service(web::to(move |request: HttpRequest, payload: Payload| {
            let engine = engine.clone();
            async move { serve(&engine, &request, payload).await }
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
    log_query::tell(&state.config, http, response.status());
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
    // Its reservation lasts until the answer is made: what is parsed from the body lives as long.
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
    let given = Given { state, request: &request, identity: &identity, client, budget: &budget };
    let answer = match plan {
        Plan::Info(info) => Ok(response::info(&info)),
        Plan::OpenApi { head } => {
            let work = given.root_work();
            log_query::remember(&state.config, http, &work);
            let outcome = timing.end_phase("transaction", transaction::run(engine.pool(), &work).await)?;
            let address = http.app_config().local_addr();
            response::openapi(&request, cache, &state.config, &outcome, address, head)
        }
        Plan::Query(plan) => {
            let work = given.work(&plan, BodyBuilder::Engine);
            log_query::remember(&state.config, http, &work);
            let outcome = match transaction::run(engine.pool(), &work).await {
                // Only reads are built by the engine, so nothing is done twice.
                Err(Error::LargeRow) => {
                    let work = given.work(&plan, BodyBuilder::Postgres);
                    transaction::run(engine.pool(), &work).await
                }
                outcome => outcome,
            };
            let outcome = timing.end_phase("transaction", outcome)?;
            response::respond(&request, &plan, outcome, &state.config)
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

/// A client's mistake is its own affair; what went wrong here is told.
fn log(error: &Error) {
    let status = error.status();
    match error {
        // The pool tells of it.
        Error::PoolTimeout => {}
        // A log that has a line for each request can do without: the server is not set up for it.
        Error::NoJwtSecret | Error::GucHeaders | Error::GucStatus => {
            tracing::error!(target: "rest_engine::setup", status = status.as_u16(), "{}", error.payload());
        }
        _ if status.is_server_error() => {
            tracing::error!(status = status.as_u16(), "{}", error.payload());
        }
        _ => {}
    }
}
