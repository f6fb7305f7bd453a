//! Access to the administration of the service: a valid token of the role `service_role`. Otherwise the response is 403
//! without a body. supabase/realtime requires a token that is signed with a secret of its own.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::error::InternalError;
use actix_web::http::header::AUTHORIZATION;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse};

use crate::app_state::AppState;
use crate::token;

/// The role that administers the service.
const ROLE: &str = "service_role";

/// Proof of a valid token of the administrator's role.
pub(super) struct Administrator(());

impl FromRequest for Administrator {
    type Error = Error;
    type Future = Ready<Result<Administrator, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let value = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let bearer = value.and_then(|value| value.split_once(' '));
        let bearer = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let state = request.app_data::<Data<AppState>>();
        let claims =
            bearer.zip(state).and_then(|((_, token), state)| token::verify(&state.verifier, token).ok());
        ready(match claims.is_some_and(|claims| claims.role() == ROLE) {
            true => Ok(Administrator(())),
            false => {
                let refused = HttpResponse::Forbidden().finish();
                Err(InternalError::from_response("no token of an administrator", refused).into())
            }
        })
    }
}
