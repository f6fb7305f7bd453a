//! `POST /invite`: creates an account and mails its owner a link that accepts the invitation. The token needs an
//! administrator's role.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::account::{Administrator, not_found};
use crate::app_state::AppState;
use crate::audit_log::Action;
use crate::database::{AuthTransaction, Changes};
use crate::email_address;
use crate::error::{Result, email_exists};
use crate::hooks;
use crate::metadata::Metadata;
use crate::models::User;
use crate::one_time_code::mail::{self, Purpose};
use crate::registration::Draft;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Invitation {
    email: String,
    data: Metadata,
}

pub(super) async fn invite(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (administrator, body): (_, Invitation) = Administrator::with_body(&state, &request, payload).await?;
    let client = &administrator.client;
    let email = email_address::required(&body.email)?;
    let draft =
        match state.database.connection().await?.find_by_email(&email, &state.settings.audience).await? {
            Some(_) => None,
            None => Some(Draft::by_administrator(email.clone(), None, body.data)),
        };
    if let Some(draft) = &draft {
        hooks::before_user_created(&state, client, &draft.user(&state.settings)).await?;
    }
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = match &draft {
        Some(draft) => draft.insert(&state, &transaction).await?,
        None => lock_unconfirmed(&transaction, &state, &email).await?,
    };
    administrator.log(&transaction, Action::UserInvited, &user).await?;
    let code = mail::store(&state, &transaction, &user, Purpose::Invite, None).await?;
    let user = mark_invited(&transaction, &user).await?;
    transaction.commit().await?;
    drop(connection);
    let redirect_to = state.settings.redirects.destination(&request);
    mail::send(&state, &user, &[code], &redirect_to).await?;
    if draft.is_some() {
        hooks::after_user_created(&state, client, &user).await?;
    }
    Ok(HttpResponse::Ok().json(user))
}

/// The account with this address, locked.
///
/// # Errors
/// 422 if it is confirmed.
async fn lock_unconfirmed(transaction: &AuthTransaction<'_>, state: &AppState, email: &str) -> Result<User> {
    let user = transaction.lock_user_by_email(email, &state.settings.audience).await?;
    user.filter(|user| user.email_confirmed_at.is_none()).ok_or_else(email_exists)
}

pub(super) async fn mark_invited(transaction: &AuthTransaction<'_>, user: &User) -> Result<User> {
    let changes = Changes { invited_at: Some(chrono::Utc::now()), ..Changes::default() };
    transaction.update_user(user.id, &changes).await?;
    transaction.lock_user(user.id).await?.ok_or_else(not_found)
}
