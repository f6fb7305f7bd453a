//! Links identities of providers with accounts.

use serde_json::json;
use uuid::Uuid;

use super::person::Person;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, Changes, NewExternalIdentity};
use crate::error::{Error, ErrorCode, Result, email_exists};
use crate::models::User;

/// Links the person's identity with an account that asked for it.
///
/// # Errors
/// 422 when the identity is linked already, or when the account has no address and the provider's is not verified.
pub(crate) async fn link_to(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    target: Uuid,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<User> {
    let target = transaction.lock_user(target).await?.filter(|user| user.deleted_at.is_none());
    let target = target
        .ok_or_else(|| Error::unprocessable(ErrorCode::UserNotFound, "Linking target user not found"))?;
    let profile = person.profile;
    if let Some(known) = transaction.find_external_identity(person.provider, profile.subject()).await? {
        let message = if known.user_id == target.id {
            "Identity is already linked"
        } else {
            "Identity is already linked to another user"
        };
        return Err(Error::unprocessable(ErrorCode::IdentityAlreadyExists, message));
    }
    link(transaction, &target, person, client).await?;
    if target.email.is_none()
        && let Some((email, is_verified)) = profile.primary_email()
    {
        if !is_verified && !state.settings.confirms_email {
            return Err(needs_verification(person.provider));
        }
        if transaction.is_email_taken(&email, &target.aud, Some(target.id)).await? {
            return Err(email_exists());
        }
        transaction.set_email(target.id, Some(&email), true).await?;
        if target.is_anonymous {
            let changes = Changes { is_anonymous: Some(false), ..Default::default() };
            transaction.update_user(target.id, &changes).await?;
        }
    }
    lock(transaction, target.id).await
}

/// Gives the identity to an account, and returns its id.
pub(super) async fn link(
    transaction: &AuthTransaction<'_>,
    user: &User,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<Uuid> {
    let (provider, provider_id) = (person.provider, person.profile.subject());
    let identity =
        NewExternalIdentity { user_id: user.id, provider, provider_id, data: &person.profile.claims };
    let id = transaction.insert_external_identity(&identity).await?;
    transaction.refresh_providers(user.id).await?;
    let traits = json!({ "identity_id": id, "provider": provider, "provider_id": provider_id });
    let entry = audit_log::payload(Action::IdentityLinked, &Actor::User(user), Some(traits));
    transaction.log(&entry, client).await?;
    Ok(id)
}

/// The provider has not verified the address.
pub(super) fn needs_verification(provider: &str) -> Error {
    let message =
        format!("Unverified email with {provider}. Verify the email with {provider} in order to sign in");
    Error::unprocessable(ErrorCode::ProviderEmailNeedsVerification, message)
}

/// The account of an identity, locked until the end of the transaction.
pub(super) async fn lock(transaction: &AuthTransaction<'_>, id: Uuid) -> Result<User> {
    let gone = || Error::internal("the account of an identity is gone");
    transaction.lock_user(id).await?.filter(|user| user.deleted_at.is_none()).ok_or_else(gone)
}
