//! `action: register`: creates an account and its profile. Rejects missing names and names with invisible characters, a
//! malformed or registered e-mail address, and a short password.

use crate::error::AuthError;
use crate::passwords::password_error;
use crate::queries;
use crate::settings::Settings;
use crate::view::UserView;
use functions_shared::{Email, FieldError, Fields};
use schema::models::profile::{NewProfile, Profile};
use serde::Serialize;
use service_kit::Error;
use std::net::IpAddr;
use uuid::Uuid;

/// Characters. argon2 accepts any length.
const MAXIMUM_PASSWORD_LENGTH: usize = 256;
const DEFAULT_COUNTRY: &str = "France";

#[derive(Serialize)]
pub(crate) struct Registered {
    user: UserView,
    profile: Profile,
}

pub(crate) async fn register(
    fields: &Fields,
    address: IpAddr,
    settings: &Settings,
) -> Result<Registered, Error> {
    if settings.signup_disabled {
        return Err(AuthError::SignupDisabled.into());
    }
    let email = email(fields)?;
    let password = password(fields, settings.minimum_password_length)?;
    let details = fields.optional_object("userData")?;
    let profile = profile(&details, &email)?;

    settings.limit.registration(address).record(&settings.database).await?;
    if queries::account_exists(&settings.database, &email).await? {
        return Err(AuthError::AccountExists.into());
    }
    let hash = settings.passwords.hash(password).await.map_err(password_error)?;
    let (user, profile) = queries::create_account(&settings.database, &hash, profile).await?;
    Ok(Registered { user: UserView::from(user), profile })
}

fn email(fields: &Fields) -> Result<Email, Error> {
    let text = fields.text("email", 255)?;
    Email::parse(text.trim()).ok_or_else(|| fields.error("email", FieldError::NotEmail))
}

/// Every character counts, also blanks at the ends.
fn password(fields: &Fields, minimum: usize) -> Result<&str, Error> {
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| fields.error("password", FieldError::Required))?;
    if password.chars().count() < minimum {
        return Err(AuthError::PasswordTooShort { minimum }.into());
    }
    Ok(password)
}

fn profile<'a>(details: &'a Fields, email: &'a Email) -> Result<NewProfile<'a>, Error> {
    let optional = |name, maximum| Ok::<_, Error>(details.optional_text(name, maximum)?.unwrap_or_default());
    let country = Some(optional("country", 100)?).filter(|country| !country.trim().is_empty());
    Ok(NewProfile {
        id: Uuid::new_v4(),
        email: email.as_str(),
        first_name: details.name("firstName", 100)?,
        last_name: details.name("lastName", 100)?,
        phone: optional("phone", 40)?,
        address: optional("address", 200)?,
        city: optional("city", 100)?,
        postal_code: optional("postalCode", 20)?,
        country: country.unwrap_or(DEFAULT_COUNTRY),
    })
}
