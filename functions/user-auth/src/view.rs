//! The JSON of an account: Supabase's `User` object, without the password hash.

use chrono::{DateTime, Utc};
use schema::models::user::User;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Serialize)]
pub(crate) struct UserView {
    id: Uuid,
    aud: String,
    role: String,
    email: String,
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_confirmed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_sign_in_at: Option<DateTime<Utc>>,
    app_metadata: Value,
    user_metadata: Value,
    created_at: Option<DateTime<Utc>>,
    updated_at: Option<DateTime<Utc>>,
    is_anonymous: bool,
}

impl From<User> for UserView {
    fn from(user: User) -> UserView {
        UserView {
            id: user.id,
            aud: user.aud.unwrap_or_default(),
            role: user.role.unwrap_or_default(),
            email: user.email.unwrap_or_default(),
            phone: user.phone.unwrap_or_default(),
            email_confirmed_at: user.email_confirmed_at,
            confirmed_at: user.email_confirmed_at,
            last_sign_in_at: user.last_sign_in_at,
            app_metadata: user.raw_app_meta_data.unwrap_or_else(|| json!({})),
            user_metadata: user.raw_user_meta_data.unwrap_or_else(|| json!({})),
            created_at: user.created_at,
            updated_at: user.updated_at,
            is_anonymous: user.is_anonymous,
        }
    }
}
