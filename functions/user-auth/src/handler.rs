//! Dispatches on `action`.

use crate::error::AuthError;
use crate::login::{self, Device};
use crate::register;
use crate::settings::Settings;
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use functions_shared::Fields;
use service_kit::Error;
use service_kit::rate_limit::client_address;

/// `POST {action, …}`.
pub(crate) async fn act(
    request: HttpRequest,
    fields: Fields,
    settings: Data<Settings>,
) -> Result<HttpResponse, Error> {
    let address = client_address(&request);
    match fields.text("action", 20)? {
        "register" => {
            let registered = register::register(&fields, address, &settings).await?;
            Ok(HttpResponse::build(StatusCode::CREATED).json(registered))
        }
        "login" => {
            let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
            Ok(HttpResponse::Ok().json(login::login(&fields, Device { address, agent }, &settings).await?))
        }
        _ => Err(AuthError::UnknownAction.into()),
    }
}
