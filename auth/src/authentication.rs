//! Authenticates requests: finds the account of a bearer token, or checks for an administrator's role. Handlers do this
//! before they read the body.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use service_kit::Claims;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;

/// An authenticated account, and the session of its token.
pub(crate) struct SignedIn {
    pub user: User,
    /// `None` for a token that another issuer with the same secret signed, without a session.
    pub session_id: Option<Uuid>,
    /// Whether the session was raised to `aal2` by a factor.
    pub has_aal2: bool,
    /// The role of the token.
    pub role: String,
}

/// The account and the session of the bearer token.
///
/// # Errors
/// 401 without a token; 403 for an invalid one, for an account or a session that is gone, and for a banned account.
pub(crate) async fn require_user(state: &AppState, request: &HttpRequest) -> Result<SignedIn> {
    let claims = claims(state, request)?;
    let subject = claims.all.get("sub").and_then(|sub| sub.as_str()).unwrap_or_default();
    if subject.is_empty() {
        return Err(bad_jwt("invalid claim: missing sub claim"));
    }
    let id = Uuid::try_parse(subject)
        .map_err(|_| Error::bad_request(ErrorCode::BadJwt, "invalid claim: sub claim must be a UUID"))?;
    let session_id = session_id(&claims)?;
    let found = state.database.find_with_session(id, session_id).await?;
    let Some((user, aal)) = found else {
        return Err(Error::forbidden(ErrorCode::UserNotFound, "User from sub claim in JWT does not exist"));
    };
    if session_id.is_some() && aal.is_none() {
        let message = "Session from session_id claim in JWT does not exist";
        return Err(Error::forbidden(ErrorCode::SessionNotFound, message));
    }
    if user.deleted_at.is_some() {
        return Err(Error::forbidden(ErrorCode::UserNotFound, "User from sub claim in JWT does not exist"));
    }
    if user.is_banned() {
        return Err(Error::forbidden(ErrorCode::UserBanned, "User is banned"));
    }
    let has_aal2 = aal.is_some_and(|aal| aal == "aal2");
    Ok(SignedIn { user, session_id, has_aal2, role: claims.role })
}

/// The role of an administrator's token. The token of a session is accepted only while the session lasts.
///
/// # Errors
/// 401 without a token, 403 for an invalid one, for another role, and for a session or an account that has ended.
pub(crate) async fn require_admin(state: &AppState, request: &HttpRequest) -> Result<String> {
    let claims = claims(state, request)?;
    if let Some(session_id) = session_id(&claims)? {
        require_user(state, request).await?;
        let (timebox, inactivity) = (state.settings.session_timebox, state.settings.session_inactivity);
        let connection = state.database.connection().await?;
        if !connection.is_session_live(session_id, timebox, inactivity).await? {
            return Err(Error::forbidden(ErrorCode::SessionExpired, "Session is no longer valid"));
        }
    }
    if has_admin_role(state, &claims) {
        Ok(claims.role)
    } else {
        Err(Error::forbidden(ErrorCode::NotAdmin, "User not allowed"))
    }
}

/// Whether the request has the project's service key: an administrator's token without a session.
pub(crate) fn has_service_key(state: &AppState, request: &HttpRequest) -> bool {
    claims(state, request).is_ok_and(|claims| {
        has_admin_role(state, &claims) && session_id(&claims).is_ok_and(|id| id.is_none())
    })
}

fn has_admin_role(state: &AppState, claims: &Claims) -> bool {
    state.settings.admin_roles.contains(&claims.role)
}

/// The session of a token; `None` for a token without one.
fn session_id(claims: &Claims) -> Result<Option<Uuid>> {
    let text = claims.all.get("session_id").and_then(|session| session.as_str()).unwrap_or_default();
    if text.is_empty() {
        return Ok(None);
    }
    let id = Uuid::try_parse(text).map_err(|_| bad_jwt("invalid claim: session_id claim must be a UUID"))?;
    Ok(Some(id).filter(|id| !id.is_nil()))
}

fn bad_jwt(message: &'static str) -> Error {
    Error::forbidden(ErrorCode::BadJwt, message)
}

fn claims(state: &AppState, request: &HttpRequest) -> Result<Claims> {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = header
        .and_then(|header| header.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let Some((_, token)) = token else {
        let message = "This endpoint requires a valid Bearer token";
        return Err(Error::unauthorized(ErrorCode::NoAuthorization, message));
    };
    state.verifier.verify(token.trim()).map_err(|_| {
        let message =
            "invalid JWT: unable to parse or verify signature, token is malformed, forged or expired";
        bad_jwt(message)
    })
}
