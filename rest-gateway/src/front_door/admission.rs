//! The key check of each part of the API, as middleware of its routes.

use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Data;

use super::Door;
use super::credentials::{Presented, keep_the_first, move_key_out_of_query};
use super::refusal::Refusal;

/// Paths of auth that are opened from e-mails and browsers, which carry no key.
const OPEN_AUTH_PATHS: [&str; 5] = [
    "/auth/v1/verify",
    "/auth/v1/callback",
    "/auth/v1/authorize",
    "/auth/v1/.well-known/jwks.json",
    "/auth/v1/.well-known/openid-configuration",
];

/// `/rest/v1`: a key always; for the root, which describes the schema, a service key.
pub(super) async fn rest<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    admit(request, next, |presented, request| {
        let kind = presented.required()?;
        let root = request.match_info().unprocessed().trim_matches('/').is_empty();
        if root && !kind.is_service() { Err(Refusal::ServiceKeyOnly) } else { Ok(()) }
    })
    .await
}

/// `/auth/v1`: a key, but for what links lead to.
pub(super) async fn auth<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    admit(request, next, |presented, request| {
        if OPEN_AUTH_PATHS.contains(&request.path()) {
            return Ok(());
        }
        presented.required().map(|_| ())
    })
    .await
}

/// `/functions`: each function decides for itself; a key is only translated.
pub(super) async fn functions<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    admit(request, next, |_, _| Ok(())).await
}

/// `/storage/v1`: as functions, but the query stays as it is, since a signed URL's signature covers it.
pub(super) async fn storage<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match translate(&mut request, |_, _| Ok(())) {
        Ok(()) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(refusal) => Ok(request.into_response(refusal.response())),
    }
}

async fn admit<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
    rule: impl FnOnce(&Presented, &ServiceRequest) -> Result<(), Refusal>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    move_key_out_of_query(request.head_mut());
    match translate(&mut request, rule) {
        Ok(()) => Ok(next.call(request).await?.map_into_boxed_body()),
        Err(refusal) => Ok(request.into_response(refusal.response())),
    }
}

fn translate(
    request: &mut ServiceRequest,
    rule: impl FnOnce(&Presented, &ServiceRequest) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let Some(door) = request.app_data::<Data<Door>>().cloned() else { return Err(Refusal::NoRoute) };
    keep_the_first(request.headers_mut());
    let presented = Presented::read(request.head(), &door.keys);
    presented.refuse_secret_in_browser(request.headers())?;
    rule(&presented, request)?;
    presented.authorise(request.headers_mut(), &door.keys);
    Ok(())
}
