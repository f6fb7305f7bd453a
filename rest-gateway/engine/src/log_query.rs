//! `log-query`: logs each SQL statement of a request, at the level that PostgREST uses for the request itself. Bound
//! values are never logged, because they may be secrets.

use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest};

use crate::config::Config;
use crate::transaction::Work;

/// Kept in the request's extensions until the response status is known.
struct Statements(Vec<String>);

pub(crate) fn remember(config: &Config, http: &HttpRequest, work: &Work) {
    if config.log_query {
        let around = [Some(&work.settings), work.pre_request.as_ref()];
        let all = around.into_iter().chain([Some(work.main.sql()), work.estimate.as_ref()]);
        let texts = all.flatten().map(|sql| on_one_line(sql.text()));
        http.extensions_mut().insert(Statements(texts.collect()));
    }
}

pub(crate) fn log(config: &Config, http: &HttpRequest, status: StatusCode) {
    if !config.log_query {
        return;
    }
    let Some(Statements(texts)) = http.extensions_mut().remove() else { return };
    for sql in texts {
        if status.is_server_error() {
            tracing::error!("{sql}");
        } else if status.is_client_error() {
            tracing::warn!("{sql}");
        } else {
            tracing::info!("{sql}");
        }
    }
}

fn on_one_line(sql: &str) -> String {
    sql.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
