//! What this function asks of the auth service, and its answers.

use crate::account::Account;
use crate::error::AuthError;
use functions_shared::{AuthCall, AuthService, AuthServiceError, Device};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use service_kit::Error;

/// The tokens of a session.
#[derive(Deserialize, Serialize)]
pub(crate) struct Session {
    pub(crate) access_token: String,
    token_type: String,
    expires_in: u32,
    expires_at: i64,
    refresh_token: String,
}

/// The response to a sign-in.
#[derive(Deserialize)]
pub(crate) struct SignedIn {
    #[serde(flatten)]
    pub(crate) session: Session,
    pub(crate) user: Account,
}

/// The response to a sign-up: only the account while its address waits for a confirmation.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum SignedUp {
    Confirmed(Box<SignedIn>),
    Unconfirmed(Box<Account>),
}

/// Credentials and metadata of a new account.
pub(crate) struct SignUp<'a> {
    pub(crate) email: &'a str,
    pub(crate) password: &'a str,
    pub(crate) metadata: Value,
}

pub(crate) async fn sign_up(
    auth: &AuthService,
    sign_up: &SignUp<'_>,
    device: Device<'_>,
) -> Result<SignedUp, Error> {
    let body = json!({ "email": sign_up.email, "password": sign_up.password, "data": sign_up.metadata });
    auth.read(AuthCall::post("/signup", body), Some(device)).await.map_err(own_error)
}

pub(crate) async fn sign_in(
    auth: &AuthService,
    email: &str,
    password: &str,
    device: Device<'_>,
) -> Result<SignedIn, Error> {
    auth.sign_in(email, password, device).await.map_err(own_error)
}

/// Ends the session of an access token.
pub(crate) async fn sign_out(auth: &AuthService, access_token: &str) -> Result<(), AuthServiceError> {
    let call = AuthCall { bearer: Some(access_token), ..AuthCall::post("/logout?scope=local", json!({})) };
    auth.send(call, None).await.map(drop)
}

/// The error of this function for a rejection that it has a sentence for.
fn own_error(error: AuthServiceError) -> Error {
    let rejection = match error.code() {
        "invalid_credentials" => AuthError::InvalidCredentials,
        "user_banned" => AuthError::AccountBanned,
        "user_already_exists" | "email_exists" => AuthError::AccountExists,
        "signup_disabled" | "email_provider_disabled" => AuthError::SignupDisabled,
        "email_not_confirmed" => AuthError::EmailNotConfirmed,
        "weak_password" => AuthError::WeakPassword,
        _ => return error.into(),
    };
    rejection.into()
}
