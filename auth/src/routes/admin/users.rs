//! `/admin/users`: lists, reads, creates, changes and deletes accounts. The token needs an administrator's role.

use actix_web::web::{Data, Path, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::account::{Administrator, not_found};
use super::account_body::AccountBody;
use super::pagination::{Pagination, direction};
use crate::app_state::AppState;
use crate::audit_log::Action;
use crate::authentication::require_admin;
use crate::body;
use crate::database::{Changes, NewIdentity, NewUser, Page};
use crate::error::{Error, Result};
use crate::metadata::{Metadata, merge};
use crate::password_rules;
use crate::registration::{identity_data, providers};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ListQuery {
    page: String,
    per_page: String,
    filter: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Deletion {
    should_soft_delete: bool,
}

pub(super) async fn list(
    state: Data<AppState>,
    request: HttpRequest,
    query: Query<ListQuery>,
) -> Result<HttpResponse> {
    require_admin(&state, &request).await?;
    if query.filter.contains('\0') {
        return Err(Error::invalid("The NUL character is not allowed"));
    }
    let by_creation = direction(&request)?;
    let page = Pagination::parse(&query.page, &query.per_page)?;
    let filter = Some(query.filter.as_str()).filter(|filter| !filter.is_empty());
    let window = Page { limit: page.limit(), offset: page.offset(), filter, by_creation };
    let aud = &state.settings.audience;
    let mut connection = state.database.connection().await?;
    let (users, total) = connection.begin().list(aud, &window).await?;
    let mut response = HttpResponse::Ok();
    page.add_headers(&mut response, &request, total);
    Ok(response.json(json!({ "users": users, "aud": aud })))
}

pub(super) async fn read(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
) -> Result<HttpResponse> {
    let (_, user) = Administrator::with_account(&state, &request, &id).await?;
    Ok(HttpResponse::Ok().json(user))
}

pub(super) async fn create(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let (administrator, body): (_, AccountBody) = Administrator::with_body(&state, &request, payload).await?;
    let settings = &state.settings;
    let aud = if body.aud.is_empty() { settings.audience.as_str() } else { &body.aud };
    let (email, phone) = body.contacts(&state, aud, None).await?;
    if email.is_none() && phone.is_none() {
        return Err(Error::invalid("Cannot create a user without either an email or phone"));
    }
    let id = match body.id.as_deref().filter(|id| !id.is_empty()) {
        None => Uuid::new_v4(),
        Some(text) => {
            let id =
                Uuid::try_parse(text).map_err(|_| Error::invalid("ID must conform to the uuid v4 format"))?;
            if id.is_nil() {
                return Err(Error::invalid("ID cannot be a nil uuid"));
            }
            id
        }
    };
    let hash = body.initial_hash(&state).await?;
    let (now, banned_until) = (Utc::now(), body.banned_until()?.flatten());
    let mut app_metadata = providers(if email.is_some() { "email" } else { "phone" });
    if email.is_some() && phone.is_some() {
        app_metadata.insert("providers".to_owned(), json!(["email", "phone"]));
    }
    merge(&mut app_metadata, body.app_metadata.unwrap_or_default());
    let mut user_metadata = body.user_metadata.unwrap_or_default();
    user_metadata.retain(|_, value| !value.is_null());
    if body.email_confirm {
        user_metadata.insert("email_verified".to_owned(), json!(true));
    }
    let user = NewUser {
        id,
        aud,
        role: if body.role.is_empty() { &settings.default_role } else { &body.role },
        email: email.as_deref(),
        phone: phone.as_deref(),
        encrypted_password: Some(&hash),
        email_confirmed_at: body.email_confirm.then_some(now),
        phone_confirmed_at: body.phone_confirm.then_some(now),
        app_metadata: &app_metadata,
        user_metadata: &user_metadata,
        is_anonymous: false,
        banned_until,
    };

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    transaction.insert_user(&user).await?;
    for (provider, email, phone) in [("email", email.as_deref(), None), ("phone", None, phone.as_deref())] {
        if email.is_some() || phone.is_some() {
            let data = identity_data(id, email, phone, &Metadata::new());
            transaction.upsert_identity(&NewIdentity { user_id: id, provider, data: &data }).await?;
        }
    }
    let gone = || Error::internal("a trigger deleted the new account");
    let created = transaction.lock_user(id).await?.ok_or_else(gone)?;
    administrator.log(&transaction, Action::UserSignedup, &created).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(created))
}

pub(super) async fn update(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    let (administrator, found) = Administrator::with_account(&state, &request, &id).await?;
    let body: AccountBody = body::json(payload).await?;
    let (email, phone) = body.contacts(&state, &found.aud, Some(&found)).await?;
    let hash = match body.password.as_deref().filter(|password| !password.is_empty()) {
        Some(password) => {
            password_rules::check(&state, password).await?;
            Some(state.passwords.hash(password).await?)
        }
        None => None,
    };
    let (now, banned_until) = (Utc::now(), body.banned_until()?);

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user = transaction.lock_user(found.id).await?.ok_or_else(not_found)?;
    let (mut app_metadata, mut user_metadata) = (user.app_metadata.clone(), user.user_metadata.clone());
    for (provider, contact) in [("email", &email), ("phone", &phone)] {
        if contact.is_some() {
            add_provider(&mut app_metadata, provider);
        }
    }
    merge(&mut app_metadata, body.app_metadata.unwrap_or_default());
    merge(&mut user_metadata, body.user_metadata.unwrap_or_default());
    if body.email_confirm {
        user_metadata.insert("email_verified".to_owned(), json!(true));
    }
    let becomes_permanent = email.is_some() && body.email_confirm || phone.is_some() && body.phone_confirm;
    let changes = Changes {
        role: Some(body.role.as_str()).filter(|role| !role.is_empty()),
        email: email.as_deref(),
        phone: phone.as_deref(),
        encrypted_password: hash.as_deref(),
        email_confirmed_at: body.email_confirm.then_some(now),
        phone_confirmed_at: body.phone_confirm.then_some(now),
        app_metadata: Some(&app_metadata),
        user_metadata: Some(&user_metadata),
        is_anonymous: (user.is_anonymous && becomes_permanent).then_some(false),
        banned_until,
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await?;
    for (provider, contact, is_verified) in
        [("email", &email, body.email_confirm), ("phone", &phone, body.phone_confirm)]
    {
        let Some(contact) = contact else { continue };
        let verified = format!("{provider}_verified");
        let data = json!({ "sub": user.id, provider: contact, verified: is_verified });
        transaction.upsert_identity(&NewIdentity { user_id: user.id, provider, data: &data }).await?;
    }
    if hash.is_some() {
        transaction.delete_one_time_tokens(user.id).await?;
        transaction.delete_sessions(user.id, None).await?;
    }
    let updated = transaction.lock_user(user.id).await?.ok_or_else(not_found)?;
    administrator.log(&transaction, Action::UserModified, &updated).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(updated))
}

pub(super) async fn delete(
    state: Data<AppState>,
    request: HttpRequest,
    id: Path<String>,
    payload: Payload,
) -> Result<HttpResponse> {
    let (administrator, user) = Administrator::with_account(&state, &request, &id).await?;
    let deletion: Deletion = body::json(payload).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    administrator.log(&transaction, Action::UserDeleted, &user).await?;
    if deletion.should_soft_delete {
        transaction.soft_delete_user(user.id).await?;
    } else {
        transaction.delete_user(user.id).await?;
    }
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(json!({})))
}

/// Adds a provider to `providers`, and names it as `provider` if it is the first one.
fn add_provider(app_metadata: &mut Metadata, provider: &str) {
    app_metadata.entry("provider").or_insert_with(|| json!(provider));
    let providers = app_metadata.entry("providers").or_insert_with(|| json!([]));
    if let Value::Array(providers) = providers
        && !providers.iter().any(|known| known == provider)
    {
        providers.push(json!(provider));
    }
}
