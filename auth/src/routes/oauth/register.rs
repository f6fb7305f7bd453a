//! `POST /oauth/clients/register`: dynamic client registration (RFC 7591), where the settings allow it.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::error::{Error, ErrorCode, Result};
use crate::rate_limit::Attempt;
use crate::routes::admin::oauth_clients::{self, require_oauth_server};

pub(super) async fn register(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    require_oauth_server(&state)?;
    let settings = &state.settings.oauth_server;
    let address = ClientContext::of_request(&request).rate_limit_key;
    Attempt::client_registration(address, settings.registrations).record(&state.database).await?;
    if !settings.allows_registration {
        let message = "Dynamic client registration is not enabled";
        return Err(Error::forbidden(ErrorCode::OauthDynamicClientRegistrationDisabled, message));
    }
    let body = crate::body::json(payload).await?;
    Ok(HttpResponse::Created().json(oauth_clients::register(&state, body, "dynamic").await?))
}
