//! Access to the administration of the service: any valid token of the project, as with supabase/realtime, where the
//! anon key is enough for the health check. Otherwise the response is 403 without a body.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::error::InternalError;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse};

use crate::app_state::AppState;
use crate::token;

/// Proof of a valid token.
pub(super) struct Administrator(());

impl FromRequest for Administrator {
    type Error = Error;
    type Future = Ready<Result<Administrator, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let value = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = value.and_then(|value| value.split_once(' '));
        let bearer = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let state = request.app_data::<Data<AppState>>();
        let is_valid = bearer
            .zip(state)
            .is_some_and(|((_, token), state)| token::verify(&state.verifier, token).is_ok());
        ready(match is_valid {
            true => Ok(Administrator(())),
            false => {
                let refused = HttpResponse::Forbidden().finish();
                Err(InternalError::from_response("no valid token", refused).into())
            }
        })
    }
}
