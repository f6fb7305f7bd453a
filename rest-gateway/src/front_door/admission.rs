//! Middleware that checks the API key and the session of an access token, one function per part of the API. Each also
//! rewrites `Authorization`, as `credentials` describes.

use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{AUTHORIZATION, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;

use super::credentials::{
    PresentedKey, bearer, invalidate_token, keep_first_credentials, move_key_out_of_query, s3_session_tokens,
};
use super::error::GatewayError;
use super::state::AppState;

/// Auth paths that work without a key, because browsers open them from e-mails and redirects, or because the clients of
/// the OAuth server, which have no key, call them.
const OPEN_AUTH_PATHS: [&str; 10] = [
    "/auth/v1/verify",
    "/auth/v1/callback",
    "/auth/v1/authorize",
    "/auth/v1/.well-known/jwks.json",
    "/auth/v1/.well-known/openid-configuration",
    "/auth/v1/.well-known/oauth-authorization-server",
    "/auth/v1/oauth/authorize",
    "/auth/v1/oauth/clients/register",
    "/auth/v1/oauth/token",
    "/auth/v1/oauth/userinfo",
];

/// `/rest/v1`: needs a key. The root, which describes the schema, needs a service key.
pub(super) async fn rest<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    move_key_out_of_query(request.head_mut());
    let admitted = check_key(&mut request, |presented, request| {
        let kind = presented.required()?;
        let root = request.match_info().unprocessed().trim_matches('/').is_empty();
        if root && !kind.is_service() { Err(GatewayError::ServiceKeyRequired) } else { Ok(()) }
    });
    let admitted = match admitted {
        Ok(()) => match session_has_ended(&request).await {
            Ok(true) => Err(GatewayError::SessionEnded),
            checked => checked.map(|_| ()),
        },
        rejected => rejected,
    };
    proceed(request, next, admitted).await
}

/// `/auth/v1`: needs a key, except on the paths that links lead to and where `Options::auth_needs_key` is off. The
/// service checks sessions itself, at every request. A public key in `apikey` alone is not passed on as a bearer token:
/// it identifies no user, and clients expect the service's error for a missing token.
pub(super) async fn auth<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    move_key_out_of_query(request.head_mut());
    let needs_key = request.app_data::<Data<AppState>>().is_none_or(|state| state.auth_needs_key);
    let has_bearer = request.headers().contains_key(AUTHORIZATION);
    let mut is_public_key = false;
    let admitted = check_key(&mut request, |presented, request| {
        is_public_key = presented.kind().is_some_and(|kind| !kind.is_service());
        match presented {
            PresentedKey::Missing if !needs_key => Ok(()),
            _ if OPEN_AUTH_PATHS.contains(&request.path()) => Ok(()),
            _ => presented.required().map(|_| ()),
        }
    });
    if is_public_key && !has_bearer {
        request.headers_mut().remove(AUTHORIZATION);
    }
    proceed(request, next, admitted).await
}

/// `/functions`: needs no key, because each function decides for itself. A key that is sent is translated into a JWT.
pub(super) async fn functions<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    move_key_out_of_query(request.head_mut());
    let admitted = check_key_and_session(&mut request).await;
    proceed(request, next, admitted).await
}

/// `/storage/v1`: as for functions, but the query stays unchanged because a signed URL's signature covers it. Without
/// credentials storage gets an empty `Authorization`, as from Supabase's gateway, whose clients know the answer to that.
pub(super) async fn storage<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let admitted = check_key_and_session(&mut request).await;
    if !request.headers().contains_key(AUTHORIZATION) {
        request.headers_mut().insert(AUTHORIZATION, HeaderValue::from_static(""));
    }
    proceed(request, next, admitted).await
}

/// `/storage/v1/s3`: needs no key, because storage checks the signature, which covers the headers and the query. A session
/// token counts only while its session does.
pub(super) async fn s3<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    for token in s3_session_tokens(request.head()) {
        match has_ended(&request, &token).await {
            Ok(false) => {}
            Ok(true) => return Ok(request.into_response(GatewayError::SessionEnded.s3_response())),
            Err(error) => return Ok(request.into_response(error.s3_response())),
        }
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// `/realtime/v1`: as for storage. The service itself checks the key in the query of a WebSocket's address, and the
/// sessions of its channels' tokens.
pub(super) async fn realtime<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let admitted = check_key_and_session(&mut request).await;
    proceed(request, next, admitted).await
}

async fn proceed<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
    admitted: Result<(), GatewayError>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match admitted {
        Ok(()) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(error) => Ok(request.into_response(error.response())),
    }
}

/// For services some of whose routes need no token: these still answer after the session has ended.
async fn check_key_and_session(request: &mut ServiceRequest) -> Result<(), GatewayError> {
    check_key(request, |_, _| Ok(()))?;
    if session_has_ended(request).await? {
        invalidate_token(request.headers_mut());
    }
    Ok(())
}

/// Whether the request's token is of a session that has ended.
async fn session_has_ended(request: &ServiceRequest) -> Result<bool, GatewayError> {
    match bearer(request.headers()) {
        Some(token) => has_ended(request, token).await,
        None => Ok(false),
    }
}

/// Whether the session of a token has ended.
async fn has_ended(request: &ServiceRequest, token: &str) -> Result<bool, GatewayError> {
    let Some(state) = request.app_data::<Data<AppState>>() else { return Err(GatewayError::NoRoute) };
    let Some(sessions) = &state.sessions else { return Ok(false) };
    sessions.has_ended(token).await.map_err(|error| {
        tracing::warn!("cannot check a session: {error}");
        GatewayError::SessionUnknown
    })
}

/// Applies `rule` to the presented key, then replaces an opaque key in `Authorization` by its JWT.
fn check_key(
    request: &mut ServiceRequest,
    rule: impl FnOnce(&PresentedKey, &ServiceRequest) -> Result<(), GatewayError>,
) -> Result<(), GatewayError> {
    let Some(state) = request.app_data::<Data<AppState>>().cloned() else {
        return Err(GatewayError::NoRoute);
    };
    keep_first_credentials(request.headers_mut());
    let presented = PresentedKey::read(request.head(), &state.keys, &state.signed_keys);
    presented.reject_secret_in_browser(request.headers())?;
    rule(&presented, request)?;
    presented.set_authorization(request.headers_mut(), &state.keys);
    Ok(())
}
