//! The fuzz target: takes a request from its text to its SQL, without a database. The property tests use it as well.
//! Panics when a request fails other than with a client error, or when client input enters the SQL other than as a
//! quoted name or a bind.

mod well_formed;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod vocabulary;

use std::sync::{Arc, LazyLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;

use crate::api_request::{ApiRequest, Parts};
use crate::auth::{Authenticator, JwtKeys};
use crate::config::Config;
use crate::error::{Error, ErrorResponse};
use crate::plan::{Plan, plan};
use crate::query::statements;
use crate::sample::schema_cache;
use crate::schema_cache::SchemaCache;
use well_formed::assert_well_formed;

struct Server {
    config: Config,
    cache: SchemaCache,
    authenticator: Authenticator,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let config = Config {
        db_schemas: vec!["api".to_owned(), "other".to_owned()],
        db_anon_role: Some("anon".to_owned()),
        db_aggregates_enabled: true,
        db_plan_enabled: true,
        db_max_rows: Some(1000),
        jwt_secret: JwtKeys::parse("a secret of thirty-two characters", false).ok(),
        ..Config::new("")
    };
    let authenticator = Authenticator::new(&config, Arc::default());
    Server { config, cache: schema_cache(), authenticator }
});

/// Runs one request in the syntax of HTTP/1.1. The version is optional, and lines may end in LF. Input that is not a
/// request is ignored.
///
/// # Panics
/// When an invariant is violated.
pub fn request(text: &[u8]) {
    let (head, body) = match text.windows(2).position(|two| two == b"\n\n") {
        Some(end) => (&text[..end], &text[end + 2..]),
        None => (text, &[] as &[u8]),
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().splitn(2, ' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return };
    let target = target.strip_suffix(" HTTP/1.1").unwrap_or(target);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let name = HeaderName::try_from(name);
        let value = HeaderValue::try_from(value.trim());
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    let parts = Parts { method, path, query, headers: &headers };
    if let Err(error) = run(&parts, Bytes::copy_from_slice(body)) {
        assert_client_error(&error);
    }
}

fn run(parts: &Parts<'_>, body: Bytes) -> Result<(), Error> {
    let Server { config, cache, authenticator } = &*SERVER;
    let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    authenticator.identify(authorization)?;
    let request = ApiRequest::parse(parts, body, config)?;
    let Plan::Query(plan) = plan(&request, cache, config)? else { return Ok(()) };
    let preferences = &request.preferences;
    let statements = statements(&plan, preferences.count, preferences.representation, config.db_max_rows);
    assert_well_formed(statements.main.sql());
    statements.estimate.iter().for_each(assert_well_formed);
    Ok(())
}

fn assert_client_error(error: &Error) {
    let status = ErrorResponse::from(error).status;
    assert!(status.is_client_error() || status == StatusCode::MULTIPLE_CHOICES, "{status}: {error:?}");
}
