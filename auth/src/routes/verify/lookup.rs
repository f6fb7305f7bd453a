//! The account of a token, and whether the token still works. Unknown addresses, wrong digits, and used and expired
//! tokens get the same response.

use uuid::Uuid;

use super::kind::VerificationKind;
use crate::app_state::AppState;
use crate::database::AuthTransaction;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::one_time_code::{TokenKind, hash, stored_forms};

/// The code or token hash in the request.
pub(super) enum Proof {
    /// The token of a link.
    Hash(String),
    Digits {
        /// The e-mail address or the phone number that they were sent to.
        address: String,
        digits: String,
    },
}

impl Proof {
    fn hashes(&self) -> Vec<String> {
        match self {
            Proof::Hash(hash) => vec![hash.clone()],
            Proof::Digits { address, digits } => stored_forms(&hash(address, digits)).into(),
        }
    }

    fn error(&self) -> Error {
        let message = match self {
            Proof::Hash(_) => "Email link is invalid or has expired",
            Proof::Digits { .. } => "Token has expired or is invalid",
        };
        Error::forbidden(ErrorCode::OtpExpired, message)
    }
}

/// The account vanished during the verification.
pub(super) fn expired() -> Error {
    Error::forbidden(ErrorCode::OtpExpired, "Token has expired or is invalid")
}

/// The account that the proof is about.
pub(super) async fn find_account(state: &AppState, kind: VerificationKind, proof: &Proof) -> Result<Uuid> {
    let connection = state.database.connection().await?;
    let aud = &state.settings.audience;
    let found = match (proof, kind) {
        (Proof::Hash(_), _) | (_, VerificationKind::EmailChange) => {
            connection.owner_of_token(&proof.hashes(), kind.tokens()).await?
        }
        (Proof::Digits { address, .. }, VerificationKind::PhoneChange) => {
            connection.find_by_new_phone(address, aud).await?.map(|user| user.id)
        }
        (Proof::Digits { address, .. }, VerificationKind::Sms) => {
            connection.find_by_phone(address, aud).await?.map(|user| user.id)
        }
        (Proof::Digits { address, .. }, _) => {
            connection.find_by_email(address, aud).await?.map(|user| user.id)
        }
    };
    found.ok_or_else(|| proof.error())
}

/// Locks the account and checks that it has the token. Returns the account, the token, and the kind of verification
/// that the token stands for. A number's fixed code needs no token.
pub(super) async fn check(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user_id: Uuid,
    kind: VerificationKind,
    proof: &Proof,
) -> Result<(User, TokenKind, VerificationKind)> {
    let user = transaction.lock_user(user_id).await?.ok_or_else(|| proof.error())?;
    if user.is_banned() {
        return Err(Error::forbidden(ErrorCode::UserBanned, "User is banned"));
    }
    let settings = &state.settings;
    if let Proof::Digits { address, digits } = proof
        && kind.is_by_phone()
        && settings.sms.test_code(address) == Some(digits)
    {
        return Ok((user, kind.tokens()[0], kind));
    }
    let token = transaction.find_token(user.id, &proof.hashes(), kind.tokens()).await?;
    let lifetime = if kind.is_by_phone() { settings.sms.otp_lifetime } else { settings.mail.otp_lifetime };
    match token.filter(|token| !token.is_expired(&user, lifetime)) {
        Some(token) => Ok((user, token, kind.resolved(token))),
        None => Err(proof.error()),
    }
}
