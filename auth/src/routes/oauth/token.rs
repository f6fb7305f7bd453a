//! `POST /oauth/token`: a client exchanges its code or its refresh token.

use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::{client_authentication, id_token};
use crate::access_token::Application;
use crate::app_state::AppState;
use crate::body;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, Authorization};
use crate::error::{Error, Result};
use crate::models::{OAuthClient, User, has_scope};
use crate::routes::admin::oauth_clients::{hash_secret, require_oauth_server};
use crate::routes::refresh_grant;
use crate::sign_in::start_application_session;

/// The fields of a request, as JSON or as a form.
#[derive(Default, Deserialize)]
#[serde(default)]
struct TokenBody {
    grant_type: String,
    code: String,
    refresh_token: String,
    redirect_uri: String,
    client_id: String,
    client_secret: String,
    code_verifier: String,
    resource: String,
}

/// # Errors
/// 400 for an unknown client, grant, code or token; 404 where the OAuth server is disabled.
pub(super) async fn token(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    require_oauth_server(&state)?;
    let body = read(&request, payload).await?;
    let client =
        client_authentication::authenticate(&state, &request, &body.client_id, &body.client_secret).await?;
    if body.grant_type.is_empty() {
        return Err(Error::oauth("invalid_request", "grant_type is required"));
    }
    if !client.grant_types.contains(&body.grant_type) {
        let description = format!("Client is not allowed to use grant type: {}", body.grant_type);
        return Err(Error::oauth("unsupported_grant_type", description));
    }
    let context = ClientContext::of_request(&request);
    match body.grant_type.as_str() {
        "authorization_code" => exchange_code(&state, &client, &body, &context).await,
        "refresh_token" => refresh(&state, &client, &body, &context).await,
        other => Err(Error::oauth("unsupported_grant_type", format!("Unsupported grant type: {other}"))),
    }
}

async fn read(request: &HttpRequest, payload: Payload) -> Result<TokenBody> {
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if content_type.is_some_and(|content_type| content_type.contains("application/json")) {
        return body::json(payload).await;
    }
    let bytes = body::bytes(payload).await?;
    let mut fields = Map::new();
    for (name, value) in form_urlencoded::parse(&bytes) {
        if value.contains('\0') {
            return Err(Error::oauth("invalid_request", "The NUL character is not allowed"));
        }
        fields.insert(name.into_owned(), Value::String(value.into_owned()));
    }
    body::from_value(Value::Object(fields))
}

async fn exchange_code(
    state: &AppState,
    client: &OAuthClient,
    body: &TokenBody,
    context: &ClientContext,
) -> Result<HttpResponse> {
    if body.code.is_empty() {
        let description = "code is required for authorization_code grant";
        return Err(Error::oauth("invalid_request", description));
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    // The lock lets only one of several exchanges of a code succeed.
    let authorization = transaction.lock_authorization_by_code(&hash_secret(&body.code)).await?;
    let authorization = authorization.ok_or_else(|| invalid_grant("Invalid authorization code"))?;
    check_exchange(&authorization, client, body)?;
    let user = account(&transaction, &authorization).await?;
    let needs_id_token = has_scope(&authorization.scope, "openid");
    if needs_id_token && !state.signer.has_private_key() {
        // A client could not verify the token, because it does not know the shared secret.
        tracing::error!("an ID token needs a private key, and none is in use");
        return Err(Error::failed("Error generating ID token"));
    }
    transaction.delete_authorization(authorization.id).await?;
    let application = Application { client_id: client.id, scope: authorization.scope.clone() };
    let session = start_application_session(state, &transaction, user, application, context).await?;
    let session = session.ok_or_else(|| invalid_grant("User not found for authorization code"))?;
    let id_token =
        if needs_id_token { Some(id_token::sign(state, &session.user, &authorization)?) } else { None };
    transaction.commit().await?;
    Ok(session.application_response(id_token))
}

async fn refresh(
    state: &AppState,
    client: &OAuthClient,
    body: &TokenBody,
    context: &ClientContext,
) -> Result<HttpResponse> {
    if body.refresh_token.is_empty() {
        let description = "refresh_token is required for refresh_token grant";
        return Err(Error::oauth("invalid_request", description));
    }
    let session = refresh_grant::exchange(state, &body.refresh_token, Some(client.id), context).await?;
    Ok(session.application_response(None))
}

/// Checks that the code was issued to this client, for this page and resource, and that the client knows the verifier of
/// the flow.
fn check_exchange(authorization: &Authorization, client: &OAuthClient, body: &TokenBody) -> Result<()> {
    if authorization.is_expired {
        return Err(invalid_grant("Authorization code has expired"));
    }
    if authorization.client_id != client.id {
        return Err(invalid_grant("Authorization code was not issued for this client"));
    }
    if !body.resource.is_empty() && Some(&body.resource) != authorization.resource.as_ref() {
        let description = "Authorization code resource does not match the resource parameter";
        return Err(invalid_grant(description));
    }
    if !body.redirect_uri.is_empty() && body.redirect_uri != authorization.redirect_uri {
        return Err(invalid_grant("Invalid redirect_uri"));
    }
    let Some(challenge) = &authorization.challenge else { return Ok(()) };
    if body.code_verifier.is_empty() {
        let description =
            "PKCE verification failed: code_verifier is required when PKCE challenge is present";
        return Err(invalid_grant(description));
    }
    challenge
        .verify(&body.code_verifier)
        .map_err(|error| Error::oauth("invalid_grant", format!("PKCE verification failed: {error}")))
}

/// The account that has approved the request.
async fn account(transaction: &AuthTransaction<'_>, authorization: &Authorization) -> Result<User> {
    let missing = || invalid_grant("User not found for authorization code");
    let id = authorization.user_id.ok_or_else(missing)?;
    let user = transaction.lock_user(id).await?.ok_or_else(missing)?;
    if user.is_banned() {
        return Err(Error::oauth("access_denied", "User is banned"));
    }
    if user.deleted_at.is_some() { Err(missing()) } else { Ok(user) }
}

fn invalid_grant(description: &'static str) -> Error {
    Error::oauth("invalid_grant", description)
}
