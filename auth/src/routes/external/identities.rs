//! `DELETE /user/identities/{id}`: unlinks an identity from the account.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::require_user;
use crate::client_context::ClientContext;
use crate::database::{AccountIdentity, AuthTransaction};
use crate::error::{Error, ErrorCode, Result};
use crate::mail::EmailKind;
use crate::models::User;
use crate::notification::notify;

/// # Errors
/// 404 for an id that is no UUID and where linking is disabled, 422 for the only identity, for another account's one,
/// and when the account would be left with an address of another account.
pub(super) async fn unlink(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    if !state.settings.external.allows_manual_linking {
        let message = "Manual linking is disabled";
        return Err(Error::not_found(ErrorCode::ManualLinkingDisabled, message));
    }
    let invalid = |_| Error::not_found(ErrorCode::ValidationFailed, "identity_id must be an UUID");
    let id = Uuid::try_parse(&id).map_err(invalid)?;
    let client = ClientContext::of_request(&request);

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let gone = || Error::forbidden(ErrorCode::UserNotFound, "User from sub claim in JWT does not exist");
    // The lock on the account lets only one of two requests remove the last but one identity.
    let user = transaction.lock_user(signed_in.user.id).await?.ok_or_else(gone)?;
    let mut identities = transaction.account_identities(user.id).await?;
    if identities.len() <= 1 {
        let message = "User must have at least 1 identity after unlinking";
        return Err(Error::unprocessable(ErrorCode::SingleIdentityNotDeletable, message));
    }
    let Some(position) = identities.iter().position(|identity| identity.id == id) else {
        return Err(Error::unprocessable(ErrorCode::IdentityNotFound, "Identity doesn't exist"));
    };
    let removed = identities.remove(position);
    let traits = json!({
        "identity_id": removed.id,
        "provider": removed.provider,
        "provider_id": removed.provider_id,
    });
    let entry = audit_log::payload(Action::IdentityUnlinked, &Actor::User(&user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.delete_identity(removed.id).await?;
    if removed.provider == "phone" {
        transaction.remove_phone(user.id).await?;
    } else {
        choose_email(&state, &transaction, &user, &identities).await?;
    }
    transaction.refresh_providers(user.id).await?;
    transaction.commit().await?;
    drop(connection);
    notify(&state, EmailKind::IdentityUnlinked { provider: &removed.provider }, &user).await;
    Ok(HttpResponse::Ok().json(json!({})))
}

/// Keeps the account's address if one of the identities left has it. Otherwise the account gets the first of their
/// addresses that no other account has.
async fn choose_email(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    identities: &[AccountIdentity],
) -> Result<()> {
    if identities.iter().any(|identity| identity.email == user.email) {
        return Ok(());
    }
    for identity in identities {
        let is_taken = match &identity.email {
            Some(email) => transaction.is_email_taken(email, &user.aud, Some(user.id)).await?,
            None => false,
        };
        if is_taken {
            continue;
        }
        let is_confirmed =
            identity.email.is_some() && (identity.is_verified || state.settings.confirms_email);
        // Links that were sent to the previous address must not work any more.
        transaction.delete_one_time_tokens(user.id).await?;
        return transaction.set_email(user.id, identity.email.as_deref(), is_confirmed).await;
    }
    let message = "Unable to unlink identity due to email conflict";
    Err(Error::unprocessable(ErrorCode::EmailConflictIdentityNotDeletable, message))
}
