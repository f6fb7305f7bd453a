//! Extractors: a handler that takes one of these has its caller checked before its first line.

use super::{Claims, Verifier};
use crate::error::{Error, Refusal};
use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest};
use std::future::{Ready, ready};
use uuid::Uuid;

/// A signed-in person. No token, a bad one, and a key of the platform's own are all refused with 401.
#[derive(Clone, Debug)]
pub struct User {
    /// The account.
    pub id: Uuid,
    /// Everything that the token says.
    pub claims: Claims,
}

/// Whoever calls: a person, a key of ours, or nobody (`anon`). Only a bad token is refused.
#[derive(Clone, Debug)]
pub struct Caller(pub Claims);

impl FromRequest for User {
    type Error = Error;
    type Future = Ready<Result<User, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let caller = bearer(request).and_then(|claims| claims.ok_or_else(|| Refusal::Unauthorized.into()));
        ready(caller.and_then(person))
    }
}

impl FromRequest for Caller {
    type Error = Error;
    type Future = Ready<Result<Caller, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(bearer(request).map(|claims| Caller(claims.unwrap_or_else(|| Claims::of_role("anon")))))
    }
}

fn person(claims: Claims) -> Result<User, Error> {
    match claims.sub {
        Some(id) if claims.role == "authenticated" => Ok(User { id, claims }),
        _ => Err(Refusal::Unauthorized.into()),
    }
}

/// The claims of the bearer token, if there is one.
pub(crate) fn bearer(request: &HttpRequest) -> Result<Option<Claims>, Error> {
    let verifier = request
        .app_data::<Verifier>()
        .ok_or_else(|| Error::internal("this service checks tokens but registered no verifier"))?;
    let Some(header) = request.headers().get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|text| text.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
            verifier.verify(token.trim()).map(Some)
        }
        _ => Err(Refusal::Unauthorized.into()),
    }
}
