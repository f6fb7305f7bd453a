//! `POST /deletion {password}`: deletes the account. Foreign keys delete what belongs to it.

use crate::account::{Account, Bearer};
use crate::error::AccountError;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use functions_shared::{AuthService, Device, FieldError, Fields};
use serde::de::IgnoredAny;
use serde_json::Value;
use service_kit::rate_limit::whole_client_address;
use service_kit::{Claims, Error, User};

const MAXIMUM_PASSWORD_LENGTH: usize = 1024;

pub(crate) async fn delete(
    request: HttpRequest,
    user: User,
    bearer: Bearer,
    fields: Fields,
    auth: Data<AuthService>,
) -> Result<HttpResponse, Error> {
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| fields.error("password", FieldError::Required))?;
    let account = Account::of(&bearer, &auth).await?;
    if account.has_verified_factor() && !has_second_factor(&user.claims) {
        return Err(AccountError::SecondFactorRequired.into());
    }
    check_password(&auth, &account, password, &request).await?;
    auth.delete_account(user.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Signs in with the password, because the auth service verifies it and counts failures. The session that this begins
/// ends with the account.
async fn check_password(
    auth: &AuthService,
    account: &Account,
    password: &str,
    request: &HttpRequest,
) -> Result<(), Error> {
    let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
    let device = Device { address: whole_client_address(request), agent };
    match auth.sign_in::<IgnoredAny>(&account.email, password, device).await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == "invalid_credentials" => Err(AccountError::WrongPassword.into()),
        Err(error) => Err(error.into()),
    }
}

fn has_second_factor(claims: &Claims) -> bool {
    claims.all.get("aal").and_then(Value::as_str) == Some("aal2")
}
