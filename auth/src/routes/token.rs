//! `POST /token?grant_type=…`: dispatches to the grant.

use actix_web::web::{Data, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{id_token_grant, password_grant, pkce_grant, refresh_grant};
use crate::app_state::AppState;
use crate::body;
use crate::captcha::protected_json;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};

#[derive(Deserialize)]
pub(super) struct Grant {
    #[serde(default)]
    grant_type: String,
}

pub(super) async fn token(
    state: Data<AppState>,
    request: HttpRequest,
    grant: Query<Grant>,
    payload: Payload,
) -> Result<HttpResponse> {
    let client = ClientContext::of_request(&request);
    match grant.grant_type.as_str() {
        "password" => {
            let body = protected_json(&state, &request, payload).await?;
            let session = password_grant::sign_in(&state, body, &client).await?;
            Ok(session.response())
        }
        "pkce" => {
            let session = pkce_grant::exchange(&state, body::json(payload).await?, &client).await?;
            Ok(session.response())
        }
        "id_token" => {
            let body = body::json(payload).await?;
            let session = id_token_grant::sign_in(&state, &request, body, &client).await?;
            Ok(session.response())
        }
        "web3" => Err(Error::unprocessable(ErrorCode::Web3ProviderDisabled, "Web3 provider is disabled")),
        "refresh_token" => refresh_grant::refresh(&state, body::json(payload).await?, &client).await,
        _ => Err(Error::bad_request(ErrorCode::InvalidCredentials, "unsupported_grant_type")),
    }
}
