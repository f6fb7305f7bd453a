//! `POST /passkeys/registration/options` and `…/verify`: adds a passkey to the bearer token's account.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;
use uuid::Uuid;

use super::access::{require_aal, require_enabled};
use super::answer::{Answer, begin, malformed, rejected};
use super::model_names;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::{SignedIn, require_user};
use crate::body;
use crate::client_context::ClientContext;
use crate::database::NewPasskey;
use crate::error::{Error, ErrorCode, Result};
use crate::routes::factors::require_permanent;
use crate::webauthn::{Challenge, creation_options, verify_registration};

const CEREMONY: &str = "registration";

pub(super) async fn options(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    let signed_in = authenticate(&state, &request).await?;
    let settings = &state.settings.web_authn;
    let user = &signed_in.user;
    let existing = state.database.connection().await?.passkeys(user.id).await?;
    if existing.len() as i64 >= settings.max_passkeys {
        return Err(too_many());
    }
    let existing: Vec<_> = existing.into_iter().map(|passkey| passkey.credential).collect();
    let options = |challenge: &Challenge| creation_options(settings, challenge, user, &existing, true);
    begin(&state, CEREMONY, Some(user.id), options).await
}

pub(super) async fn verify(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let signed_in = authenticate(&state, &request).await?;
    let client = ClientContext::of_request(&request);
    let settings = &state.settings.web_authn;
    let user = &signed_in.user;
    let body: Answer = body::json(payload).await?;
    let (challenge, response) = body.into_parts(&state, CEREMONY, Some(user.id)).await?;
    let response = serde_json::from_value(response).map_err(malformed)?;
    let credential = verify_registration(settings, &challenge, &response).map_err(rejected)?;

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    // Locks the account, so that concurrent registrations do not exceed the limit together.
    transaction.lock_user(user.id).await?;
    if transaction.count_passkeys(user.id).await? >= settings.max_passkeys {
        return Err(too_many());
    }
    let name = model_names::name_of(&credential.authenticator.aaguid);
    let id = Uuid::new_v4();
    let passkey = NewPasskey { id, user_id: user.id, friendly_name: name, credential: &credential };
    let Some(passkey) = transaction.insert_passkey(&passkey).await? else {
        let message = "This credential is already registered";
        return Err(Error::unprocessable(ErrorCode::WebauthnCredentialExists, message));
    };
    let traits = json!({ "passkey_id": passkey.id });
    let entry = audit_log::payload(Action::PasskeyCreated, &Actor::User(user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(passkey.object()))
}

async fn authenticate(state: &AppState, request: &HttpRequest) -> Result<SignedIn> {
    require_enabled(state)?;
    let signed_in = require_user(state, request).await?;
    require_permanent(&signed_in)?;
    if signed_in.user.is_sso_user {
        let message = "SSO users cannot register passkeys";
        return Err(Error::unprocessable(ErrorCode::ValidationFailed, message));
    }
    require_aal(&signed_in)?;
    Ok(signed_in)
}

fn too_many() -> Error {
    Error::unprocessable(ErrorCode::TooManyPasskeys, "Maximum number of passkeys reached")
}
