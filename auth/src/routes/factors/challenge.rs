//! `POST /factors/{id}/challenge`: begins a verification; sends the code of a phone factor.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use rand::RngExt;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::lookup::FactorRequest;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::SignedIn;
use crate::body;
use crate::client_context::ClientContext;
use crate::database::NewChallenge;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks::{self, Hook, Metadata};
use crate::models::{Factor, FactorType};
use crate::settings::MfaSettings;
use crate::webauthn;

const INVALID_CHANNEL: &str = "Invalid channel, supported values are 'sms' or 'whatsapp'. \
    'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.";

#[derive(Default, Deserialize)]
#[serde(default)]
struct Channel {
    channel: String,
}

pub(super) async fn challenge(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    let FactorRequest { signed_in, factor, client } =
        FactorRequest::limited(&state, &request, &id, "challenge").await?;
    check_enabled(&state.settings.mfa, factor.factor_type)?;
    let body: Channel = body::json(payload).await?;
    let id = Uuid::new_v4();
    let mut response = json!({ "id": id, "type": factor.factor_type.name() });
    let (mut code, mut web_authn) = (None, None);
    match factor.factor_type {
        FactorType::Totp => {}
        FactorType::Phone => {
            let sent = send_code(&state, &signed_in, &factor, &body.channel, &client).await?;
            code = Some(state.settings.column_keys.seal(id, &sent).map_err(Error::internal)?);
        }
        FactorType::WebAuthn => {
            let challenge = webauthn::Challenge::generate(&state.settings.web_authn);
            response["webauthn"] = options(&state, &signed_in, &factor, &challenge).await?;
            web_authn = Some(challenge);
        }
    }

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let challenge = NewChallenge {
        id,
        factor_id: factor.id,
        address: address(&client),
        code: code.as_deref(),
        web_authn: web_authn.as_ref(),
    };
    let created_at = transaction.insert_challenge(&challenge).await?;
    let traits = json!({ "factor_id": factor.id, "factor_status": factor.status() });
    let entry = audit_log::payload(Action::ChallengeCreated, &Actor::User(&signed_in.user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    response["expires_at"] = json!((created_at + state.settings.mfa.challenge_expiry).timestamp());
    Ok(HttpResponse::Ok().json(response))
}

/// The address that a challenge belongs to. All clients without one count as one.
pub(super) fn address(client: &ClientContext) -> IpAddr {
    client.address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// # Errors
/// 422 when factors of this type cannot be verified.
pub(super) fn check_enabled(settings: &MfaSettings, factor_type: FactorType) -> Result<()> {
    let (settings, code, message) = match factor_type {
        FactorType::Totp => {
            (settings.totp, ErrorCode::MfaTotpVerifyNotEnabled, "MFA verification is disabled for TOTP")
        }
        FactorType::Phone => {
            (settings.phone, ErrorCode::MfaPhoneVerifyNotEnabled, "MFA verification is disabled for Phone")
        }
        FactorType::WebAuthn => (
            settings.web_authn,
            ErrorCode::MfaWebauthnVerifyNotEnabled,
            "MFA verification is disabled for WebAuthn",
        ),
    };
    if settings.can_verify { Ok(()) } else { Err(Error::unprocessable(code, message)) }
}

/// Sends a code through the hook `send_sms`, the only way to send one. Returns the code.
async fn send_code(
    state: &AppState,
    signed_in: &SignedIn,
    factor: &Factor,
    channel: &str,
    client: &ClientContext,
) -> Result<String> {
    let mfa = &state.settings.mfa;
    if !matches!(channel, "" | "sms") {
        return Err(Error::invalid(INVALID_CHANNEL));
    }
    let elapsed = factor.last_challenged_at.and_then(|last| (Utc::now() - last).to_std().ok());
    if let Some(rest) = elapsed.and_then(|elapsed| mfa.phone_max_frequency.checked_sub(elapsed))
        && !rest.is_zero()
    {
        let seconds = rest.as_secs().max(1);
        let message = format!("For security purposes, you can only request this after {seconds} seconds.");
        let (status, code) = (StatusCode::TOO_MANY_REQUESTS, ErrorCode::OverSmsSendRateLimit);
        return Err(Error::Rejected { status, code, message: message.into() });
    }
    if !hooks::is_enabled(state, Hook::SendSms) {
        let (status, code) = (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::UnexpectedFailure);
        return Err(Error::Rejected { status, code, message: "Failed to get SMS provider".into() });
    }
    let code: String =
        (0..mfa.phone_code_length).map(|_| char::from(b'0' + rand::rng().random_range(0..10_u8))).collect();
    let payload = json!({
        "metadata": Metadata::new(Hook::SendSms, client),
        "user": signed_in.user,
        "sms": { "otp": code, "sms_type": "mfa", "phone": factor.phone },
    });
    hooks::run(state, Hook::SendSms, &payload).await?;
    Ok(code)
}

/// The options of the ceremony: a registration while the factor has no key, then signatures with its key.
async fn options(
    state: &AppState,
    signed_in: &SignedIn,
    factor: &Factor,
    challenge: &webauthn::Challenge,
) -> Result<Value> {
    let settings = &state.settings.web_authn;
    if settings.rp_id.is_empty() {
        return Err(Error::internal("GOTRUE_WEBAUTHN_RP_ID is missing"));
    }
    if let Some(credential) = factor.credential.as_ref().filter(|_| factor.is_verified) {
        let allowed = std::slice::from_ref(credential);
        let options = webauthn::request_options(settings, challenge, allowed);
        return Ok(json!({ "type": "request", "credential_options": { "publicKey": options } }));
    }
    let mut connection = state.database.connection().await?;
    let factors = connection.begin().factors(signed_in.user.id).await?;
    let existing: Vec<_> = factors.into_iter().filter_map(|factor| factor.credential).collect();
    let options = webauthn::creation_options(settings, challenge, &signed_in.user, &existing, false);
    Ok(json!({ "type": "create", "credential_options": { "publicKey": options } }))
}
