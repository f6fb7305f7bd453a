//! Builds the HTTP response of a successful request: status, headers and body, from the plan and the result row.
//!
//! Depends on the modules before it: `transaction` and everything that `transaction` depends on.

mod content_range;
mod headers;
mod openapi;
mod overrides;
mod page;
mod parts;
mod server_timing;
mod warning;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};

use crate::api_request::{ApiRequest, Count, Mutation, Preferences, Representation, encode};
use crate::config::Config;
use crate::error::{Error, ErrorResponse, ErrorVerbosity};
use crate::plan::{CallPlan, Change, Info, MutatePlan, QueryKind, QueryPlan};
use crate::transaction::Outcome;
use content_range::content_range;
use headers::Headers;
use page::Page;
use parts::{ResponseBody, ResponseParts};

pub(crate) use openapi::openapi;
pub(crate) use server_timing::ServerTiming;

/// # Errors
/// When SQL set invalid `response.headers` or `response.status` (PGRST111, PGRST112).
pub(crate) fn respond(
    request: &ApiRequest,
    plan: &QueryPlan,
    outcome: Outcome,
    config: &Config,
) -> Result<HttpResponse, Error> {
    if plan.explain().is_some() {
        return Ok(explained(request, plan, outcome));
    }
    let mut parts = match &plan.kind {
        QueryKind::Read { relation, head } => {
            read_response(request, plan, &outcome, &relation.name, *head, config)
        }
        QueryKind::Mutate { mutation, change } => {
            mutation_response(request, plan, &outcome, *mutation, change)
        }
        QueryKind::Call { call, head } => call_response(request, plan, &outcome, call, *head, config),
    };
    if let Some(warning) = warning::legacy_names(&plan.read) {
        parts.headers.add(header::WARNING, warning);
    }
    parts.with_overrides(&outcome.row)
}

/// Adds `Vary`, unless SQL has set it.
pub(crate) fn with_vary(mut response: HttpResponse) -> HttpResponse {
    if !response.headers().contains_key(header::VARY) {
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept, Prefer, Range"));
    }
    response
}

/// `server-trace-header`: echoes the request header.
pub(crate) fn echo_trace_header(config: &Config, request: &HttpRequest, response: &mut HttpResponse) {
    let name = config.server_trace_header.as_deref().map(HeaderName::try_from);
    if let Some(Ok(name)) = name {
        let value = request.headers().get(&name).cloned().unwrap_or(HeaderValue::from_static(""));
        response.headers_mut().insert(name, value);
    }
}

/// The response to OPTIONS.
pub(crate) fn info(info: &Info) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::ALLOW, info.allow.clone()))
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .finish()
}

fn explained(request: &ApiRequest, plan: &QueryPlan, outcome: Outcome) -> HttpResponse {
    let mut headers = Headers::default();
    headers.content(request, &plan.media_type);
    ResponseParts { status: StatusCode::OK, headers, body: ResponseBody::Rows(outcome.row.body) }
        .into_response()
}

fn read_response(
    request: &ApiRequest,
    plan: &QueryPlan,
    outcome: &Outcome,
    relation: &str,
    head: bool,
    config: &Config,
) -> ResponseParts {
    let total = total(request, outcome, config);
    let page = Page::new(request, plan, outcome, total, config);
    let mut headers = Headers::default();
    headers.add(header::CONTENT_RANGE, content_range(request.range.offset, outcome.row.page, total));
    headers.add(header::CONTENT_LOCATION, content_location(relation, &request.query.canonical));
    headers.content(request, page.media_type);
    headers.applied(&Preferences {
        count: request.preferences.count,
        ..common_preferences(&request.preferences)
    });
    page.into_parts(headers, head)
}

/// The preferences that apply to every request.
fn common_preferences(preferences: &Preferences) -> Preferences {
    Preferences {
        transaction: preferences.transaction,
        handling: preferences.handling,
        timezone: preferences.timezone.clone(),
        read_from: preferences.read_from,
        ..Preferences::default()
    }
}

fn content_location(relation: &str, canonical: &str) -> String {
    let separator = if canonical.is_empty() { "" } else { "?" };
    format!("/{}{separator}{canonical}", encode(relation))
}

/// The total for `Content-Range`, if the client requested a count.
fn total(request: &ApiRequest, outcome: &Outcome, config: &Config) -> Option<i64> {
    let counted = outcome.row.total;
    match request.preferences.count? {
        Count::Exact => counted,
        Count::Planned => outcome.estimate.or(counted),
        Count::Estimated => {
            let counted = counted?;
            let within = |max| u64::try_from(counted).is_ok_and(|rows| rows <= max);
            // The rows were counted up to `db-max-rows`. Without it, PostgREST still takes the larger of count and
            // estimate.
            match config.db_max_rows {
                Some(max) if within(max) => Some(counted),
                _ => Some(counted.max(outcome.estimate.unwrap_or(0))),
            }
        }
    }
}

fn mutation_response(
    request: &ApiRequest,
    plan: &QueryPlan,
    outcome: &Outcome,
    mutation: Mutation,
    change: &MutatePlan,
) -> ResponseParts {
    let preferences = &request.preferences;
    let rows = outcome.row.page;
    let counted = preferences.count.filter(|count| *count != Count::Planned).map(|_| rows);
    let full = preferences.representation == Some(Representation::Full);
    let mut headers = Headers::default();
    let mut applied = Preferences {
        representation: preferences.representation,
        count: preferences.count,
        ..common_preferences(preferences)
    };
    match mutation {
        Mutation::Insert => {
            headers.location(&change.table.name, outcome.row.location.as_deref());
            headers.add(header::CONTENT_RANGE, content_range(0, 0, counted));
            applied.missing = preferences.missing;
            applied.resolution = preferences.resolution.filter(|_| may_conflict(request, change));
        }
        Mutation::Update => {
            headers.add(header::CONTENT_RANGE, content_range(0, rows, counted));
            applied.missing = preferences.missing;
            applied.max_affected = preferences.max_affected;
        }
        Mutation::Delete => {
            headers.add(header::CONTENT_RANGE, content_range(0, 0, counted));
            applied.max_affected = preferences.max_affected;
        }
        Mutation::Put => {}
    }
    if full {
        headers.content(request, &plan.media_type);
    }
    headers.applied(&applied);
    let inserted_none = outcome.row.inserted.is_none_or(|count| count <= 0);
    let status = match mutation {
        Mutation::Insert if inserted_none && change.merges() => StatusCode::OK,
        Mutation::Insert => StatusCode::CREATED,
        Mutation::Put if full && !inserted_none => StatusCode::CREATED,
        _ if full => StatusCode::OK,
        _ => StatusCode::NO_CONTENT,
    };
    let body = match (full, status) {
        (true, _) => ResponseBody::Rows(outcome.row.body.clone()),
        (false, StatusCode::NO_CONTENT) => ResponseBody::None,
        (false, _) => ResponseBody::Empty,
    };
    ResponseParts { status, headers, body }
}

/// True when `resolution` could apply: the insert has a conflict target.
fn may_conflict(request: &ApiRequest, change: &MutatePlan) -> bool {
    request.query.on_conflict.is_some()
        || matches!(&change.change, Change::Insert { primary_key, .. } if !primary_key.is_empty())
}

fn call_response(
    request: &ApiRequest,
    plan: &QueryPlan,
    outcome: &Outcome,
    call: &CallPlan,
    head: bool,
    config: &Config,
) -> ResponseParts {
    let preferences = &request.preferences;
    let total = preferences.count.and(outcome.row.total);
    let page = Page::new(request, plan, outcome, total, config);
    let mut headers = Headers::default();
    headers.add(header::CONTENT_RANGE, content_range(request.range.offset, outcome.row.page, total));
    headers.applied(&Preferences {
        count: preferences.count,
        max_affected: preferences.max_affected,
        ..common_preferences(preferences)
    });
    if call.routine.returns_void() {
        return ResponseParts { status: StatusCode::NO_CONTENT, headers, body: ResponseBody::None };
    }
    headers.content(request, page.media_type);
    page.into_parts(headers, head)
}

/// The response of a failed request.
pub(crate) fn error_response(error: &Error, verbosity: ErrorVerbosity) -> HttpResponse {
    ErrorResponse::from(error).into_response(verbosity)
}
