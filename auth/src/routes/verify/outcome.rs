//! Changes of the account after a verification.

use serde_json::json;

use super::kind::VerificationKind;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::confirmation::{change_email, change_phone, confirm_email, confirm_phone};
use crate::database::{AuthTransaction, Changes};
use crate::error::Result;
use crate::mail::EmailKind;
use crate::models::User;
use crate::notification;
use crate::one_time_code::TokenKind;

/// The outcome of a verification.
pub(super) enum Outcome {
    Confirmed,
    /// One of two addresses has confirmed a change.
    HalfConfirmed,
}

/// Applies the proof to the account, which is locked, and deletes the token.
pub(super) async fn apply(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    kind: VerificationKind,
    token: TokenKind,
    uses_pkce: bool,
    client: &ClientContext,
) -> Result<Outcome> {
    let actor = Actor::User(user);
    let signed_up =
        |provider| audit_log::payload(Action::UserSignedup, &actor, Some(json!({ "provider": provider })));
    match kind {
        VerificationKind::Signup | VerificationKind::Invite => {
            transaction.log(&signed_up("email"), client).await?;
            confirm_email(transaction, user).await?;
        }
        VerificationKind::Recovery | VerificationKind::MagicLink | VerificationKind::Email => {
            if user.email_confirmed_at.is_none() {
                transaction.log(&signed_up("email"), client).await?;
                confirm_email(transaction, user).await?;
            } else {
                // A session logs its sign-in itself.
                if uses_pkce {
                    transaction.log(&audit_log::payload(Action::Login, &actor, None), client).await?;
                }
                transaction.delete_tokens(user.id).await?;
            }
        }
        VerificationKind::EmailChange => {
            let needs_both = state.settings.mail.confirms_both_addresses && !state.settings.confirms_email;
            if needs_both && user.email_change_confirm_status == 0 && user.email.is_some() {
                let changes = Changes { email_change_confirm_status: Some(1), ..Changes::default() };
                transaction.update_user(user.id, &changes).await?;
                transaction.delete_token(user.id, token).await?;
                return Ok(Outcome::HalfConfirmed);
            }
            transaction.log(&audit_log::payload(Action::UserModified, &actor, None), client).await?;
            change_email(transaction, user, &user.new_email).await?;
        }
        VerificationKind::Sms => {
            transaction.log(&signed_up("phone"), client).await?;
            confirm_phone(transaction, user).await?;
        }
        VerificationKind::PhoneChange => {
            transaction.log(&audit_log::payload(Action::UserModified, &actor, None), client).await?;
            change_phone(transaction, user, &user.new_phone).await?;
        }
    }
    Ok(Outcome::Confirmed)
}

/// Notifies the owner of the former address of a change. `user` is the account before it.
pub(super) async fn notify(state: &AppState, user: &User, kind: VerificationKind) {
    let to = user.email.as_deref().unwrap_or_default();
    let old_phone = user.phone.as_deref().unwrap_or_default();
    let change = match kind {
        VerificationKind::EmailChange => {
            EmailKind::EmailChanged { old_email: to, new_email: &user.new_email }
        }
        VerificationKind::PhoneChange => EmailKind::PhoneChanged { old_phone, new_phone: &user.new_phone },
        _ => return,
    };
    notification::notify(state, change, user).await;
}
