//! `POST /admin/generate_link`: a link and a code that the administrator passes on, instead of a mail.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use super::account::{Administrator, not_found};
use super::invite;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::database::{AuthTransaction, Changes};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result, email_exists};
use crate::hooks;
use crate::mail::EmailKind;
use crate::metadata::{Metadata, merge};
use crate::models::User;
use crate::one_time_code::mail::{self, CodeMail, Purpose};
use crate::password_rules;
use crate::registration::Draft;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Body {
    r#type: String,
    email: String,
    new_email: String,
    password: String,
    data: Metadata,
    redirect_to: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkKind {
    Signup,
    Invite,
    MagicLink,
    Recovery,
    EmailChangeCurrent,
    EmailChangeNew,
}

impl LinkKind {
    /// # Errors
    /// 400 for another name.
    fn from_name(name: &str) -> Result<LinkKind> {
        match name {
            "signup" => Ok(LinkKind::Signup),
            "invite" => Ok(LinkKind::Invite),
            "magiclink" => Ok(LinkKind::MagicLink),
            "recovery" => Ok(LinkKind::Recovery),
            "email_change_current" => Ok(LinkKind::EmailChangeCurrent),
            "email_change_new" => Ok(LinkKind::EmailChangeNew),
            other => Err(Error::invalid(format!("Invalid email action link type requested: {other}"))),
        }
    }

    fn name(self) -> &'static str {
        match self {
            LinkKind::Signup => "signup",
            LinkKind::Invite => "invite",
            LinkKind::MagicLink => "magiclink",
            LinkKind::Recovery => "recovery",
            LinkKind::EmailChangeCurrent => "email_change_current",
            LinkKind::EmailChangeNew => "email_change_new",
        }
    }

    fn mail(self) -> EmailKind<'static> {
        match self {
            LinkKind::Signup => EmailKind::Confirmation,
            LinkKind::Invite => EmailKind::Invite,
            LinkKind::MagicLink => EmailKind::MagicLink,
            LinkKind::Recovery => EmailKind::Recovery,
            LinkKind::EmailChangeCurrent | LinkKind::EmailChangeNew => {
                EmailKind::EmailChange { new_email: "" }
            }
        }
    }
}

pub(super) async fn generate_link(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (administrator, body): (_, Body) = Administrator::with_body(&state, &request, payload).await?;
    let client = &administrator.client;
    let email = email_address::required(&body.email)?;
    let mut kind = LinkKind::from_name(&body.r#type)?;
    let redirects = &state.settings.redirects;
    let redirect_to = match &body.redirect_to {
        wanted if redirects.accepts(wanted) => wanted.clone(),
        _ => redirects.destination(&request),
    };
    let found = state.database.connection().await?.find_by_email(&email, &state.settings.audience).await?;
    let draft = match (kind, &found) {
        (_, Some(_)) => None,
        (LinkKind::MagicLink, None) => {
            kind = LinkKind::Signup;
            Some(Draft::by_administrator(email.clone(), None, body.data.clone()))
        }
        (LinkKind::Signup, None) => {
            let hash = new_hash(&state, &body.password).await?;
            Some(Draft::by_administrator(email.clone(), Some(hash), body.data.clone()))
        }
        (LinkKind::Invite, None) => Some(Draft::by_administrator(email.clone(), None, body.data.clone())),
        _ => {
            let message = "User with this email not found";
            return Err(Error::not_found(ErrorCode::UserNotFound, message));
        }
    };
    if let Some(draft) = &draft {
        hooks::before_user_created(&state, client, &draft.user(&state.settings)).await?;
    }

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = match &draft {
        Some(draft) => draft.insert(&state, &transaction).await?,
        None => {
            let user = transaction.lock_user_by_email(&email, &state.settings.audience).await?;
            user.ok_or_else(not_found)?
        }
    };
    let code = match kind {
        LinkKind::Signup | LinkKind::Invite if user.email_confirmed_at.is_some() => {
            return Err(email_exists());
        }
        LinkKind::Signup => sign_up(&state, &transaction, &user, &body, draft.is_some()).await?,
        LinkKind::Invite => {
            administrator.log(&transaction, Action::UserInvited, &user).await?;
            invite::mark_invited(&transaction, &user).await?;
            mail::store_unsent(&state, &transaction, &user, Purpose::Invite, None).await?
        }
        LinkKind::MagicLink | LinkKind::Recovery => {
            let entry = audit_log::payload(Action::UserRecoveryRequested, &Actor::User(&user), None);
            transaction.log(&entry, client).await?;
            mail::store_unsent(&state, &transaction, &user, Purpose::Recovery, None).await?
        }
        LinkKind::EmailChangeCurrent | LinkKind::EmailChangeNew => {
            change_email(&state, &transaction, &user, &body, kind).await?
        }
    };
    let user = transaction.lock_user(user.id).await?.ok_or_else(not_found)?;
    transaction.commit().await?;
    drop(connection);
    if draft.is_some() {
        hooks::after_user_created(&state, client, &user).await?;
    }
    respond(&state, &user, kind, &code, &redirect_to)
}

fn respond(
    state: &AppState,
    user: &User,
    kind: LinkKind,
    code: &CodeMail,
    redirect_to: &str,
) -> Result<HttpResponse> {
    let link = state.mailer.link(kind.mail(), &code.hash, redirect_to).unwrap_or_default();
    let mut object = serde_json::to_value(user).map_err(|error| Error::internal(error.to_string()))?;
    for (name, value) in [
        ("action_link", link.as_str()),
        ("email_otp", &code.digits),
        ("hashed_token", &code.hash),
        ("verification_type", kind.name()),
        ("redirect_to", redirect_to),
    ] {
        object[name] = json!(value);
    }
    Ok(HttpResponse::Ok().json(object))
}

async fn new_hash(state: &AppState, password: &str) -> Result<String> {
    if password.is_empty() {
        return Err(Error::invalid("Signup requires a valid password"));
    }
    password_rules::check(state, password).await?;
    Ok(state.passwords.hash(password).await?)
}

async fn sign_up(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    body: &Body,
    is_new: bool,
) -> Result<CodeMail> {
    if !is_new {
        let mut metadata = user.user_metadata.clone();
        merge(&mut metadata, body.data.clone());
        let changes = Changes { user_metadata: Some(&metadata), ..Changes::default() };
        transaction.update_user(user.id, &changes).await?;
    }
    mail::store_unsent(state, transaction, user, Purpose::Confirmation, None).await
}

async fn change_email(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    body: &Body,
    kind: LinkKind,
) -> Result<CodeMail> {
    if kind == LinkKind::EmailChangeCurrent && !state.settings.mail.confirms_both_addresses {
        let message = "Enable secure email change to generate link for current email";
        return Err(Error::invalid(message));
    }
    let new_email = email_address::required(&body.new_email)?;
    let owner = transaction.lock_user_by_email(&new_email, &state.settings.audience).await?;
    if owner.is_some_and(|owner| owner.id != user.id) {
        return Err(email_exists());
    }
    let to = match (kind, &user.email) {
        (LinkKind::EmailChangeCurrent, Some(current)) => current.clone(),
        _ => new_email.clone(),
    };
    mail::store_unsent_email_change(state, transaction, user, &new_email, &to, None).await
}
