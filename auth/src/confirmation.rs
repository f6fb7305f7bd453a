//! Applies the confirmation of an e-mail address or a phone number.

use chrono::Utc;
use serde_json::json;

use crate::database::{AuthTransaction, Changes, NewIdentity};
use crate::error::Result;
use crate::models::User;

/// Confirms the account's address and deletes its codes.
pub(crate) async fn confirm_email(transaction: &AuthTransaction<'_>, user: &User) -> Result<()> {
    let mut metadata = user.user_metadata.clone();
    metadata.insert("email_verified".to_owned(), json!(true));
    let changes = Changes {
        email_confirmed_at: Some(Utc::now()),
        user_metadata: Some(&metadata),
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await?;
    transaction.verify_email_identities(user.id).await?;
    transaction.delete_tokens(user.id).await?;
    transaction.refresh_providers(user.id).await
}

/// Confirms the account's number and deletes its codes.
pub(crate) async fn confirm_phone(transaction: &AuthTransaction<'_>, user: &User) -> Result<()> {
    let changes = Changes {
        phone_confirmed_at: Some(Utc::now()),
        is_anonymous: user.is_anonymous.then_some(false),
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await?;
    transaction.delete_tokens(user.id).await?;
    transaction.refresh_providers(user.id).await
}

/// Gives the account this proven address, which makes an anonymous one permanent.
///
/// # Errors
/// 422 when another account has the address meanwhile.
pub(crate) async fn change_email(transaction: &AuthTransaction<'_>, user: &User, email: &str) -> Result<()> {
    let mut metadata = user.user_metadata.clone();
    metadata.insert("email_verified".to_owned(), json!(true));
    let changes = Changes {
        email: Some(email),
        new_email: Some(""),
        email_change_confirm_status: Some(0),
        email_confirmed_at: user.email_confirmed_at.is_none().then(Utc::now),
        user_metadata: user.email_confirmed_at.is_none().then_some(&metadata),
        is_anonymous: user.is_anonymous.then_some(false),
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await?;
    let data = json!({ "sub": user.id, "email": email, "email_verified": true, "phone_verified": false });
    let identity = NewIdentity { user_id: user.id, provider: "email", data: &data };
    transaction.upsert_identity(&identity).await?;
    transaction.delete_tokens(user.id).await?;
    transaction.refresh_providers(user.id).await
}

/// Gives the account this proven number, which makes an anonymous one permanent.
///
/// # Errors
/// 422 when another account has the number meanwhile.
pub(crate) async fn change_phone(transaction: &AuthTransaction<'_>, user: &User, phone: &str) -> Result<()> {
    let changes = Changes {
        phone: Some(phone),
        new_phone: Some(""),
        phone_confirmed_at: Some(Utc::now()),
        is_anonymous: user.is_anonymous.then_some(false),
        ..Changes::default()
    };
    transaction.update_user(user.id, &changes).await?;
    let data = json!({ "sub": user.id, "phone": phone, "email_verified": false, "phone_verified": true });
    let identity = NewIdentity { user_id: user.id, provider: "phone", data: &data };
    transaction.upsert_identity(&identity).await?;
    transaction.delete_tokens(user.id).await?;
    transaction.refresh_providers(user.id).await
}
