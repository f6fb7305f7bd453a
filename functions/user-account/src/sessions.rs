//! `/sessions`: the sessions of the caller's account.

use crate::error::AccountError;
use crate::queries::{self, OwnSession};
use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use service_kit::{Claims, Database, Error, User};
use uuid::Uuid;

/// A session, as its owner sees it.
#[derive(Serialize)]
pub(crate) struct ListedSession {
    id: Uuid,
    created_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
    user_agent: Option<String>,
    address: Option<String>,
    is_current: bool,
}

/// `GET`, last used first.
pub(crate) async fn list(user: User, database: Data<Database>) -> Result<HttpResponse, Error> {
    let sessions = listed(&database, &user).await?;
    Ok(HttpResponse::Ok().json(json!({ "sessions": sessions })))
}

/// `DELETE`: ends a session of the caller's account.
pub(crate) async fn end(
    user: User,
    id: Path<String>,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let id = Uuid::try_parse(&id).map_err(|_| AccountError::SessionNotFound)?;
    if queries::end_session(&database, &user, id).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(AccountError::SessionNotFound.into())
    }
}

pub(crate) async fn listed(database: &Database, user: &User) -> Result<Vec<ListedSession>, Error> {
    let current = session_of(&user.claims);
    let sessions = queries::sessions(database, user).await?;
    Ok(sessions.into_iter().map(|session| ListedSession::new(session, current)).collect())
}

impl ListedSession {
    fn new(session: OwnSession, current: Option<Uuid>) -> ListedSession {
        let OwnSession { id, created_at, last_used_at, user_agent, address } = session;
        ListedSession { id, created_at, last_used_at, user_agent, address, is_current: Some(id) == current }
    }
}

/// The session of the token.
fn session_of(claims: &Claims) -> Option<Uuid> {
    claims.all.get("session_id").and_then(Value::as_str).and_then(|id| Uuid::try_parse(id).ok())
}
