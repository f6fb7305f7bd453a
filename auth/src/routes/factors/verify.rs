//! `POST /factors/{id}/verify`: answers a challenge and raises the session to `aal2`.

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::challenge::{address, check_enabled};
use super::lookup::FactorRequest;
use super::verification::{Verification, used};
use super::verify_web_authn;
use crate::app_state::AppState;
use crate::body;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, Challenge};
use crate::encrypted_text::Opened;
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::mail::EmailKind;
use crate::mfa::totp;
use crate::models::{Factor, FactorType};
use crate::notification::notify;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    challenge_id: String,
    code: String,
    webauthn: Option<Value>,
}

/// Whether a code is right.
enum Checked {
    Wrong,
    /// The code of a time step.
    TimeStep(i64),
    /// The code that was sent.
    Sent,
}

pub(super) async fn verify(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    let FactorRequest { signed_in, factor, client } =
        FactorRequest::limited(&state, &request, &id, "verification").await?;
    let body: Answer = body::json(payload).await?;
    let is_web_authn = factor.factor_type == FactorType::WebAuthn;
    if body.code.is_empty() && !is_web_authn {
        return Err(Error::invalid("Code needs to be non-empty"));
    }
    check_enabled(&state.settings.mfa, factor.factor_type)?;
    let response = if is_web_authn { Some(verify_web_authn::parse(body.webauthn)?) } else { None };
    let challenge = find_challenge(&state, &factor, &body.challenge_id, &client).await?;
    let verification = Verification {
        state: &state,
        signed_in: &signed_in,
        factor: &factor,
        challenge: &challenge,
        client: &client,
    };
    let response = match response {
        Some(response) => verify_web_authn::verify(&verification, response).await?,
        None => verification.check_code(body.code.trim()).await?,
    };
    if !factor.is_verified {
        let factor_type = factor.factor_type.name();
        notify(&state, EmailKind::MfaFactorEnrolled { factor_type }, &signed_in.user).await;
    }
    Ok(response)
}

/// The factor's challenge, if it can still be answered from this address.
async fn find_challenge(
    state: &AppState,
    factor: &Factor,
    id: &str,
    client: &ClientContext,
) -> Result<Challenge> {
    let id = Uuid::try_parse(id).unwrap_or_default();
    let mut connection = state.database.connection().await?;
    let Some(challenge) = connection.find_challenge(factor.id, id).await? else {
        let message = "MFA factor with the provided challenge ID not found";
        return Err(Error::unprocessable(ErrorCode::MfaFactorNotFound, message));
    };
    if challenge.is_verified || challenge.address != address(client) {
        return Err(used());
    }
    if Utc::now() > challenge.created_at + state.settings.mfa.challenge_expiry {
        let transaction = connection.begin();
        transaction.delete_challenge(id).await?;
        transaction.commit().await?;
        let message = format!(
            "MFA challenge {id} has expired, verify against another challenge or create a new challenge."
        );
        return Err(Error::unprocessable(ErrorCode::MfaChallengeExpired, message));
    }
    Ok(challenge)
}

impl Verification<'_> {
    async fn check_code(&self, code: &str) -> Result<HttpResponse> {
        let Verification { state, signed_in, factor, challenge, client } = self;
        let (row, stored) = match factor.factor_type {
            FactorType::Phone => (challenge.id, challenge.code.as_deref()),
            _ => (factor.id, factor.secret.as_deref()),
        };
        let opened =
            state.settings.column_keys.open(row, stored.unwrap_or_default()).map_err(Error::internal)?;
        let checked = self.compare(&opened, code);
        let is_valid = !matches!(checked, Checked::Wrong);
        hooks::mfa_verification_attempt(state, client, signed_in.user.id, factor, is_valid).await?;

        let mut connection = state.database.connection().await?;
        let transaction = connection.begin();
        // Verifications of one factor run one after the other, so that a code is used once.
        if transaction.lock_factor(signed_in.user.id, factor.id).await?.is_none() {
            return Err(Error::not_found(ErrorCode::MfaFactorNotFound, "Factor not found"));
        }
        self.encrypt_again(&transaction, row, &opened).await?;
        if !is_valid {
            transaction.commit().await?;
            return Err(self.wrong_code());
        }
        if !transaction.use_challenge(challenge.id).await? {
            return Err(used());
        }
        if let Checked::TimeStep(step) = checked
            && !transaction.use_time_step(factor.id, challenge.id, step).await?
        {
            return Err(self.wrong_code());
        }
        self.finish(transaction).await
    }

    fn compare(&self, opened: &Opened, code: &str) -> Checked {
        match self.factor.factor_type {
            FactorType::Totp => totp::matching_step(&opened.text, code, Utc::now().timestamp())
                .map_or(Checked::Wrong, Checked::TimeStep),
            _ if opened.text.is_empty() => Checked::Wrong,
            _ if opened.text.as_bytes().ct_eq(code.as_bytes()).into() => Checked::Sent,
            _ => Checked::Wrong,
        }
    }

    /// Stores the secret, or the sent code, with the current key if it is not encrypted with it.
    async fn encrypt_again(
        &self,
        transaction: &AuthTransaction<'_>,
        row: Uuid,
        opened: &Opened,
    ) -> Result<()> {
        if !opened.is_outdated {
            return Ok(());
        }
        let sealed = self.state.settings.column_keys.seal(row, &opened.text).map_err(Error::internal)?;
        match self.factor.factor_type {
            FactorType::Phone => transaction.set_challenge_code(row, &sealed).await,
            _ => transaction.set_factor_secret(row, &sealed).await,
        }
    }

    fn wrong_code(&self) -> Error {
        let message = match self.factor.factor_type {
            FactorType::Phone => "Invalid MFA Phone code entered",
            _ => "Invalid TOTP code entered",
        };
        Error::unprocessable(ErrorCode::MfaVerificationFailed, message)
    }
}
