//! The verification of a WebAuthn factor: its key's registration at first, its key's signature afterwards.

use actix_web::HttpResponse;
use serde::Deserialize;
use serde_json::Value;

use super::verification::{Verification, used};
use crate::error::{Error, ErrorCode, Result};
use crate::webauthn::{self, AssertionResponse, RegistrationResponse, WebAuthnError};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Body {
    r#type: String,
    credential_response: Option<Value>,
}

/// The authenticator's response.
pub(super) struct Answer {
    response: Response,
    /// As the client sent it.
    raw: Value,
}

enum Response {
    Registration(RegistrationResponse),
    Assertion(AssertionResponse),
}

/// # Errors
/// 400 for a response that is missing or malformed.
pub(super) fn parse(body: Option<Value>) -> Result<Answer> {
    let invalid = |_| Error::invalid("Invalid credential_response");
    let body = body.ok_or_else(|| Error::invalid("WebAuthn config required"))?;
    let body: Body = serde_json::from_value(body).map_err(invalid)?;
    if !matches!(body.r#type.as_str(), "create" | "request") {
        return Err(Error::invalid("WebAuthn type must be create or request"));
    }
    let raw = body.credential_response.ok_or_else(|| Error::invalid("credential_response required"))?;
    let response = if body.r#type == "create" {
        Response::Registration(serde_json::from_value(raw.clone()).map_err(invalid)?)
    } else {
        Response::Assertion(serde_json::from_value(raw.clone()).map_err(invalid)?)
    };
    Ok(Answer { response, raw })
}

/// # Errors
/// 400 for a registration of a verified factor, whose key would otherwise be replaced; 422 for a response that the
/// factor's key has not signed.
pub(super) async fn verify(verification: &Verification<'_>, answer: Answer) -> Result<HttpResponse> {
    let Verification { state, signed_in, factor, challenge, .. } = verification;
    let settings = &state.settings.web_authn;
    let ceremony = challenge.web_authn.as_ref().ok_or_else(used)?;
    let mismatch = || Error::invalid("The response does not belong to this factor");
    let (name, new_key) = match (&answer.response, factor.credential.as_ref().filter(|_| factor.is_verified))
    {
        (Response::Registration(_), Some(_)) | (Response::Assertion(_), None) => return Err(mismatch()),
        (Response::Registration(response), None) => {
            let credential = webauthn::verify_registration(settings, ceremony, response).map_err(rejected)?;
            ("create", Some(credential))
        }
        (Response::Assertion(response), Some(credential)) => {
            let verified =
                webauthn::verify_assertion(settings, ceremony, credential, response).map_err(rejected)?;
            let mut credential = credential.clone();
            credential.authenticator.sign_count = verified.sign_count;
            credential.flags = verified.flags;
            ("request", Some(credential))
        }
    };

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let locked = transaction.lock_factor(signed_in.user.id, factor.id).await?;
    // A concurrent registration may have given the factor another key.
    if locked.is_none_or(|locked| locked.is_verified != factor.is_verified) {
        return Err(mismatch());
    }
    if !transaction.use_web_authn_challenge(challenge.id, name, &answer.raw).await? {
        return Err(used());
    }
    if let Some(credential) = &new_key {
        transaction.set_factor_credential(factor.id, credential).await?;
    }
    verification.finish(transaction).await
}

fn rejected(error: WebAuthnError) -> Error {
    tracing::info!(%error, "a WebAuthn factor was not verified");
    Error::unprocessable(ErrorCode::MfaVerificationFailed, "Failed to validate WebAuthn MFA response")
}
