//! Dispatches on `action`.

use crate::error::AuthError;
use crate::login;
use crate::register;
use crate::settings::Settings;
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use functions_shared::{Device, Fields};
use service_kit::Error;
use service_kit::rate_limit::whole_client_address;

/// `POST {action, …}`.
pub(crate) async fn act(
    request: HttpRequest,
    fields: Fields,
    settings: Data<Settings>,
) -> Result<HttpResponse, Error> {
    let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
    let device = Device { address: whole_client_address(&request), agent };
    match fields.text("action", 20)? {
        "register" => {
            let registered = register::register(&fields, device, &settings).await?;
            Ok(HttpResponse::build(StatusCode::CREATED).json(registered))
        }
        "login" => Ok(HttpResponse::Ok().json(login::login(&fields, device, &settings).await?)),
        _ => Err(AuthError::UnknownAction.into()),
    }
}
