//! Extractors that check the caller before the handler runs.

use super::{Claims, Verifier};
use crate::error::{Error, RequestError};
use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest};
use std::future::{Ready, ready};
use uuid::Uuid;

/// A signed-in person. Rejects a missing token, an invalid one, and the platform's own keys with 401.
#[derive(Clone, Debug)]
pub struct User {
    /// The account's id, `sub` of the token.
    pub id: Uuid,
    /// All claims of the token.
    pub claims: Claims,
}

/// Any caller: a person, one of the platform's keys, or a request without a token (role `anon`). Rejects an invalid
/// token with 401.
#[derive(Clone, Debug)]
pub struct Caller(pub Claims);

impl FromRequest for User {
    type Error = Error;
    type Future = Ready<Result<User, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let caller =
            bearer_claims(request).and_then(|claims| claims.ok_or_else(|| RequestError::Unauthorized.into()));
        ready(caller.and_then(person))
    }
}

impl FromRequest for Caller {
    type Error = Error;
    type Future = Ready<Result<Caller, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(bearer_claims(request).map(|claims| Caller(claims.unwrap_or_else(|| Claims::of_role("anon")))))
    }
}

fn person(claims: Claims) -> Result<User, Error> {
    match claims.sub {
        Some(id) if claims.role == "authenticated" => Ok(User { id, claims }),
        _ => Err(RequestError::Unauthorized.into()),
    }
}

/// The claims of the bearer token; `None` for a request without an `Authorization` header.
///
/// # Errors
/// [`RequestError::Unauthorized`] for an invalid token.
pub fn bearer_claims(request: &HttpRequest) -> Result<Option<Claims>, Error> {
    let verifier = request
        .app_data::<Verifier>()
        .ok_or_else(|| Error::internal("no Verifier is registered as app data"))?;
    let Some(header) = request.headers().get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|text| text.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
            verifier.verify(token.trim()).map(Some)
        }
        _ => Err(RequestError::Unauthorized.into()),
    }
}
