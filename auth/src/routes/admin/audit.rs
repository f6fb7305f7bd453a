//! `GET /admin/audit`: the audit log, newest entries first. `query=SCOPE:TEXT` filters by author, action or type.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::pagination::Pagination;
use crate::app_state::AppState;
use crate::authentication::require_admin;
use crate::database::AuditFilter;
use crate::error::{Error, Result};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(in crate::routes) struct AuditQuery {
    page: String,
    per_page: String,
    query: String,
}

pub(in crate::routes) async fn list(
    state: Data<AppState>,
    request: HttpRequest,
    query: Query<AuditQuery>,
) -> Result<HttpResponse> {
    require_admin(&state, &request).await?;
    let page = Pagination::parse(&query.page, &query.per_page)?;
    let filter = filter(&query.query)?;
    let mut connection = state.database.connection().await?;
    let (entries, total) = connection.begin().audit_log(filter, page.limit(), page.offset()).await?;
    let mut response = HttpResponse::Ok();
    page.add_headers(&mut response, &request, total);
    Ok(response.json(entries))
}

fn filter(query: &str) -> Result<Option<AuditFilter<'_>>> {
    if query.is_empty() {
        return Ok(None);
    }
    let fields: Option<(&[&str], &str)> = match query.split_once(':') {
        Some(("author", text)) => Some((&["actor_username", "actor_name"], text)),
        Some(("action", text)) => Some((&["action"], text)),
        Some(("type", text)) => Some((&["log_type"], text)),
        _ => None,
    };
    match fields {
        Some((_, text)) if text.contains('\0') => Err(Error::invalid("The NUL character is not allowed")),
        Some((_, "")) => Ok(None),
        Some((fields, text)) => Ok(Some(AuditFilter { fields, text })),
        None => Err(Error::invalid(format!("Invalid query scope: {query}"))),
    }
}
