//! An account that is to be inserted, with its identity.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::app_state::AppState;
use crate::database::{AuthTransaction, NewIdentity, NewUser};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::metadata::Metadata;
use crate::models::User;
use crate::settings::Settings;

/// The e-mail address or phone number of an account.
#[derive(Clone, Debug)]
pub(crate) enum Contact {
    Email(String),
    Phone(String),
}

impl Contact {
    /// The contact of a registration. Exactly one of the two must not be empty.
    ///
    /// # Errors
    /// 400 for a disabled provider, an invalid address or number, and for both at once.
    pub fn of_registration(settings: &Settings, email: &str, phone: &str) -> Result<Contact> {
        match (email, phone) {
            (email, "") if settings.is_email_enabled => Ok(Contact::Email(email_address::email(email)?)),
            (_, "") => {
                Err(Error::bad_request(ErrorCode::EmailProviderDisabled, "Email signups are disabled"))
            }
            ("", phone) if settings.is_phone_enabled => Ok(Contact::Phone(email_address::phone(phone)?)),
            ("", _) => {
                Err(Error::bad_request(ErrorCode::PhoneProviderDisabled, "Phone signups are disabled"))
            }
            _ => Err(Error::invalid("Only an email address or phone number should be provided on signup.")),
        }
    }

    pub fn provider(&self) -> &'static str {
        match self {
            Contact::Email(_) => "email",
            Contact::Phone(_) => "phone",
        }
    }

    pub fn email(&self) -> Option<&str> {
        match self {
            Contact::Email(email) => Some(email),
            Contact::Phone(_) => None,
        }
    }

    pub fn phone(&self) -> Option<&str> {
        match self {
            Contact::Email(_) => None,
            Contact::Phone(phone) => Some(phone),
        }
    }

    /// Whether the account has proven this address or number.
    pub fn is_confirmed(&self, user: &User) -> bool {
        match self {
            Contact::Email(_) => user.email_confirmed_at.is_some(),
            Contact::Phone(_) => user.phone_confirmed_at.is_some(),
        }
    }

    /// Whether new addresses or numbers count as proven.
    pub fn is_autoconfirmed(&self, settings: &Settings) -> bool {
        match self {
            Contact::Email(_) => settings.confirms_email,
            Contact::Phone(_) => settings.confirms_phone,
        }
    }
}

/// An account that is to be inserted.
pub(crate) struct Draft {
    pub contact: Contact,
    id: Uuid,
    encrypted_password: Option<String>,
    confirmed_at: Option<DateTime<Utc>>,
    app_metadata: Metadata,
    user_metadata: Metadata,
    identity: Value,
}

impl Draft {
    /// The account of a person who signs up, with `data` in its metadata and in its identity. It is confirmed if the
    /// settings say so.
    pub fn signed_up(
        settings: &Settings,
        contact: Contact,
        encrypted_password: Option<String>,
        data: Metadata,
    ) -> Draft {
        let is_confirmed = contact.is_autoconfirmed(settings);
        let id = Uuid::new_v4();
        let identity = identity_data(id, contact.email(), contact.phone(), &data);
        let mut user_metadata = data;
        for (name, value) in [
            ("sub", json!(id)),
            ("email_verified", json!(is_confirmed && contact.email().is_some())),
            ("phone_verified", json!(is_confirmed && contact.phone().is_some())),
        ] {
            user_metadata.insert(name.to_owned(), value);
        }
        if let Some(email) = contact.email() {
            user_metadata.insert("email".to_owned(), json!(email));
        }
        Draft {
            id,
            encrypted_password,
            confirmed_at: is_confirmed.then(Utc::now),
            app_metadata: providers(contact.provider()),
            user_metadata,
            identity,
            contact,
        }
    }

    /// The account of a person whom an administrator invites or gives a link. It is not confirmed.
    pub fn by_administrator(email: String, encrypted_password: Option<String>, data: Metadata) -> Draft {
        let id = Uuid::new_v4();
        Draft {
            id,
            encrypted_password,
            confirmed_at: None,
            app_metadata: providers("email"),
            user_metadata: data,
            identity: identity_data(id, Some(&email), None, &Metadata::new()),
            contact: Contact::Email(email),
        }
    }

    /// The row to insert.
    pub fn user<'a>(&'a self, settings: &'a Settings) -> NewUser<'a> {
        NewUser {
            id: self.id,
            aud: &settings.audience,
            role: &settings.default_role,
            email: self.contact.email(),
            phone: self.contact.phone(),
            encrypted_password: self.encrypted_password.as_deref(),
            email_confirmed_at: self.confirmed_at.filter(|_| self.contact.email().is_some()),
            phone_confirmed_at: self.confirmed_at.filter(|_| self.contact.phone().is_some()),
            app_metadata: &self.app_metadata,
            user_metadata: &self.user_metadata,
            is_anonymous: false,
            banned_until: None,
        }
    }

    /// Inserts the account with its identity.
    ///
    /// # Errors
    /// 422 `email_exists` or `phone_exists` when another account has the address or the number.
    pub async fn insert(&self, state: &AppState, transaction: &AuthTransaction<'_>) -> Result<User> {
        transaction.insert_user(&self.user(&state.settings)).await?;
        let identity =
            NewIdentity { user_id: self.id, provider: self.contact.provider(), data: &self.identity };
        transaction.upsert_identity(&identity).await?;
        let inserted = transaction.lock_user(self.id).await?;
        inserted.ok_or_else(|| Error::internal("a trigger deleted the new account"))
    }
}

/// `app_metadata` of an account with one provider.
pub(crate) fn providers(provider: &str) -> Metadata {
    let mut metadata = Metadata::new();
    metadata.insert("provider".to_owned(), json!(provider));
    metadata.insert("providers".to_owned(), json!([provider]));
    metadata
}

/// The claims of an identity, and the fields of the registration's `data` that do not have the name of a claim.
pub(crate) fn identity_data(id: Uuid, email: Option<&str>, phone: Option<&str>, data: &Metadata) -> Value {
    let mut claims = data.clone();
    claims.insert("sub".to_owned(), json!(id));
    for (name, value) in [("email", email), ("phone", phone)] {
        if let Some(value) = value {
            claims.insert(name.to_owned(), json!(value));
        }
    }
    claims.insert("email_verified".to_owned(), json!(false));
    claims.insert("phone_verified".to_owned(), json!(false));
    Value::Object(claims)
}
