//! The caller's account at the auth service.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use functions_shared::{AuthCall, AuthService, AuthServiceError};
use hyper::Method;
use hyper::header::AUTHORIZATION;
use serde_json::Value;
use service_kit::{Error, RequestError};
use std::future::{Ready, ready};

/// The token of the request. The extractor of the person has verified it.
pub(crate) struct Bearer(String);

/// An account, as the auth service presents it to its owner.
pub(crate) struct Account {
    /// The e-mail address; empty for an account without one.
    pub(crate) email: String,
    /// The whole response.
    pub(crate) all: Value,
}

impl Account {
    /// The account of a token.
    ///
    /// # Errors
    /// `Unauthorized` when its session has ended since the token was issued.
    pub(crate) async fn of(bearer: &Bearer, auth: &AuthService) -> Result<Account, Error> {
        let call = AuthCall { method: Method::GET, path: "/user", bearer: Some(&bearer.0), body: None };
        let all: Value = auth.read(call, None).await.map_err(|error: AuthServiceError| {
            if error.is_rejected_token() { RequestError::Unauthorized.into() } else { Error::from(error) }
        })?;
        let email = all.get("email").and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Account { email, all })
    }

    /// Whether the account has a second factor.
    pub(crate) fn has_verified_factor(&self) -> bool {
        let factors = self.all.get("factors").and_then(Value::as_array);
        factors.is_some_and(|factors| factors.iter().any(|factor| factor["status"] == "verified"))
    }
}

impl FromRequest for Bearer {
    type Error = Error;
    type Future = Ready<Result<Bearer, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let header = request.headers().get(AUTHORIZATION.as_str()).and_then(|value| value.to_str().ok());
        let token = header.and_then(|value| value.split_once(' ')).map(|(_, token)| token.trim());
        ready(token.map(|token| Bearer(token.to_owned())).ok_or_else(|| RequestError::Unauthorized.into()))
    }
}
