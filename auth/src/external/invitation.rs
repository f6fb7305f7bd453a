//! Invitations that a person accepts with a provider instead of the link in the mail.

use uuid::Uuid;

use super::accounts::confirm;
use super::identity_linking::{link, lock};
use super::person::Person;
use crate::app_state::AppState;
use crate::audit_log::Action;
use crate::client_context::ClientContext;
use crate::database::AuthTransaction;
use crate::error::{Error, ErrorCode, Result};
use crate::models::User;
use crate::one_time_code::TokenKind;

/// The tokens of mails with an invitation.
const KINDS: [TokenKind; 1] = [TokenKind::Confirmation];

/// The account that was invited with this token.
pub(crate) async fn owner(state: &AppState, token: &str) -> Result<Option<Uuid>> {
    state.database.connection().await?.owner_of_token(&[token.to_owned()], &KINDS).await
}

/// An invitation, and the account that it is for.
pub(crate) struct Invitation<'a> {
    account: Uuid,
    token: &'a str,
}

impl<'a> Invitation<'a> {
    /// The invitation with this token. The caller must not hold a connection of the pool.
    ///
    /// # Errors
    /// 404 when there is none.
    pub async fn find(state: &AppState, token: &'a str) -> Result<Invitation<'a>> {
        let account = owner(state, token).await?.ok_or_else(not_found)?;
        Ok(Invitation { account, token })
    }
}

/// Gives the person's identity to the invited account, and confirms its address. The token, which is used up by this,
/// proves that the person reads the mails of the address.
///
/// # Errors
/// 404 for a token that was used or has expired; 400 when the person has another address; 422 when the identity is another
/// account's; 403 for a banned account.
pub(crate) async fn accept(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    invitation: &Invitation<'_>,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<User> {
    let user = transaction.lock_user(invitation.account).await?.filter(|user| user.deleted_at.is_none());
    let user = user.ok_or_else(not_found)?;
    let pending = transaction.find_token(user.id, &[invitation.token.to_owned()], &KINDS).await?;
    let is_valid = pending.is_some_and(|token| !token.is_expired(&user, state.settings.mail.otp_lifetime));
    if !is_valid || user.email_confirmed_at.is_some() {
        return Err(not_found());
    }
    if user.is_banned() {
        return Err(Error::forbidden(ErrorCode::UserBanned, "User is banned"));
    }
    let mut addresses = person.profile.emails.iter().map(|email| email.address.to_lowercase());
    if !addresses.any(|address| user.email.as_ref() == Some(&address)) {
        return Err(Error::invalid("Invited email does not match emails from external provider"));
    }
    if transaction.find_external_identity(person.provider, person.profile.subject()).await?.is_some() {
        let message = "Identity is already linked to another user";
        return Err(Error::unprocessable(ErrorCode::IdentityAlreadyExists, message));
    }
    let identity = link(transaction, &user, person, client).await?;
    confirm(transaction, &user, identity, person, Action::InviteAccepted, client).await?;
    lock(transaction, user.id).await
}

fn not_found() -> Error {
    Error::not_found(ErrorCode::InviteNotFound, "Invite not found")
}
