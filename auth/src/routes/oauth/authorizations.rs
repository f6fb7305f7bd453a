//! `/oauth/authorizations/{id}`: the site's page shows a client's request to the signed-in account, which approves or
//! denies it. The answer to both names the address to which the page sends the browser.

use actix_web::http::header::ORIGIN;
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::client_details::ClientDetails;
use super::random_text::random_text;
use super::redirect;
use crate::app_state::AppState;
use crate::authentication::require_user;
use crate::database::{AuthTransaction, Authorization, AuthorizationEnd};
use crate::error::{Error, ErrorCode, Result};
use crate::models::{User, has_scope, scopes};
use crate::routes::admin::oauth_clients::{hash_secret, require_oauth_server};

#[derive(Deserialize)]
struct ConsentBody {
    #[serde(default)]
    action: String,
}

/// Shows a request. Approves it at once if the account has granted the client these scopes before.
pub(super) async fn read(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    let user = require_user_of_site(&state, &request).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let message = "authorization request cannot be processed";
    let authorization = lock_pending(&transaction, &id, message).await?;
    match authorization.user_id {
        Some(owner) if owner == user.id => {}
        Some(_) => return Err(not_found()),
        None => {
            transaction.set_authorization_user(authorization.id, user.id).await?;
            let granted = transaction.granted_scopes(user.id, authorization.client_id).await?;
            let covers = |granted: &str| scopes(&authorization.scope).all(|scope| has_scope(granted, scope));
            if granted.as_deref().is_some_and(covers) {
                let redirect_url = approve(&transaction, &authorization).await?;
                transaction.commit().await?;
                return Ok(HttpResponse::Ok().json(json!({ "redirect_url": redirect_url })));
            }
        }
    }
    transaction.commit().await?;
    let client = connection.find_oauth_client(authorization.client_id).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok().json(json!({
        "authorization_id": authorization.public_id,
        "redirect_uri": authorization.redirect_uri,
        "client": ClientDetails::new(&client),
        "user": { "id": user.id, "email": user.email.unwrap_or_default() },
        "scope": authorization.scope,
    })))
}

/// `POST …/consent`: approves or denies a request that the account has opened.
pub(super) async fn consent(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    let user = require_user_of_site(&state, &request).await?;
    let body: ConsentBody = crate::body::json(payload).await?;
    let is_approved = match body.action.as_str() {
        "approve" => true,
        "deny" => false,
        _ => return Err(Error::invalid("action must be 'approve' or 'deny'")),
    };
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let message = "authorization request is no longer pending";
    let authorization = lock_pending(&transaction, &id, message).await?;
    if authorization.user_id != Some(user.id) {
        return Err(not_found());
    }
    let redirect_url = if is_approved {
        let granted = scopes(&authorization.scope).collect::<Vec<_>>().join(" ");
        transaction.store_oauth_consent(user.id, authorization.client_id, &granted).await?;
        approve(&transaction, &authorization).await?
    } else {
        transaction.end_authorization(authorization.id, &AuthorizationEnd::Denied).await?;
        let (error, description) = ("access_denied", "User denied the request");
        redirect::with_error(&authorization.redirect_uri, error, description, authorization.state.as_deref())
    };
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(json!({ "redirect_url": redirect_url })))
}

/// Admits a signed-in account. A browser's request must come from the site, so that no other page can approve.
async fn require_user_of_site(state: &AppState, request: &HttpRequest) -> Result<User> {
    require_oauth_server(state)?;
    let signed_in = require_user(state, request).await?;
    let origin = request.headers().get(ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or_default();
    if origin.is_empty() || state.settings.redirects.accepts(origin) {
        Ok(signed_in.user)
    } else {
        Err(Error::invalid("unauthorized request origin"))
    }
}

/// A pending request, locked.
///
/// # Errors
/// 404 for an unknown or expired request; 400 with `message` for one that has ended.
async fn lock_pending(
    transaction: &AuthTransaction<'_>,
    id: &str,
    message: &'static str,
) -> Result<Authorization> {
    if id.contains('\0') {
        return Err(not_found());
    }
    let authorization = transaction.lock_authorization(id).await?.ok_or_else(not_found)?;
    if authorization.is_expired {
        return Err(not_found());
    }
    if authorization.is_pending { Ok(authorization) } else { Err(Error::invalid(message)) }
}

/// Approves a request. Returns the client's address with the code, of which only the hash is stored.
async fn approve(transaction: &AuthTransaction<'_>, authorization: &Authorization) -> Result<String> {
    let code = random_text();
    let end = AuthorizationEnd::Approved(&hash_secret(&code));
    transaction.end_authorization(authorization.id, &end).await?;
    Ok(redirect::with_code(&authorization.redirect_uri, &code, authorization.state.as_deref()))
}

fn not_found() -> Error {
    Error::not_found(ErrorCode::OauthAuthorizationNotFound, "authorization not found")
}
