//! The body of `POST /admin/users` and `PUT /admin/users/{id}`, and the column values that follow from it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::app_state::AppState;
use crate::email_address;
use crate::error::{Error, Result, email_exists, phone_exists};
use crate::metadata::Metadata;
use crate::models::User;
use crate::password_rules;
use crate::refresh_token;
use crate::settings::GoDuration;

/// A new account, or the changes of one. An empty text counts as missing.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct AccountBody {
    pub id: Option<String>,
    pub aud: String,
    pub role: String,
    email: String,
    phone: String,
    pub password: Option<String>,
    password_hash: Option<String>,
    pub email_confirm: bool,
    pub phone_confirm: bool,
    pub user_metadata: Option<Metadata>,
    pub app_metadata: Option<Metadata>,
    ban_duration: String,
}

impl AccountBody {
    /// The e-mail address and the phone number, as they are stored.
    ///
    /// # Errors
    /// 400 for an invalid one; 422 for one of another account than `own`.
    pub async fn contacts(
        &self,
        state: &AppState,
        aud: &str,
        own: Option<&User>,
    ) -> Result<(Option<String>, Option<String>)> {
        let nonempty = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let email = nonempty(&self.email).map(|email| email_address::email(&email)).transpose()?;
        let phone = nonempty(&self.phone).map(|phone| email_address::phone(&phone)).transpose()?;
        let is_other =
            |found: Option<User>| found.is_some_and(|found| own.is_none_or(|own| own.id != found.id));
        let connection = state.database.connection().await?;
        if let Some(email) = &email
            && is_other(connection.find_by_email(email, aud).await?)
        {
            return Err(email_exists());
        }
        if let Some(phone) = &phone
            && is_other(connection.find_by_phone(phone, aud).await?)
        {
            return Err(phone_exists());
        }
        Ok((email, phone))
    }

    /// The password hash of a new account: the given hash, that of the given password, or that of a random password,
    /// which is not kept.
    pub async fn initial_hash(&self, state: &AppState) -> Result<String> {
        let password = self.password.as_deref().filter(|password| !password.is_empty());
        let hash = self.password_hash.as_deref().filter(|hash| !hash.is_empty());
        match (password, hash) {
            (Some(_), Some(_)) => {
                Err(Error::invalid("Only a password or a password hash should be provided"))
            }
            (None, Some(hash)) if password_hashing::is_supported(hash) => Ok(hash.to_owned()),
            (None, Some(_)) => Err(Error::invalid("The password hash must be one of bcrypt or argon2")),
            (Some(password), None) => {
                password_rules::check_length(password)?;
                Ok(state.passwords.hash(password).await?)
            }
            (None, None) => {
                let random: String = (0..5).map(|_| refresh_token::generate()).collect();
                Ok(state.passwords.hash(&random).await?)
            }
        }
    }

    /// The end of a ban. `Some(None)` for `none`, which lifts a ban; `None` without a value.
    pub fn banned_until(&self) -> Result<Option<Option<DateTime<Utc>>>> {
        match self.ban_duration.as_str() {
            "" => Ok(None),
            "none" => Ok(Some(None)),
            text => {
                let GoDuration(duration) = text
                    .parse()
                    .map_err(|error| Error::invalid(format!("invalid format for ban duration: {error}")))?;
                Ok(Some(after(duration)))
            }
        }
    }
}

fn after(duration: Duration) -> Option<DateTime<Utc>> {
    if duration.is_zero() {
        return None;
    }
    let until = chrono::Duration::from_std(duration).ok().and_then(|ban| Utc::now().checked_add_signed(ban));
    Some(until.unwrap_or(DateTime::<Utc>::MAX_UTC))
}
