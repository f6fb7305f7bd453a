//! `action: register`: creates an account at the auth service, and its profile. Rejects missing names and names with
//! invisible characters, a malformed or registered e-mail address, and a short password.

use crate::account::Account;
use crate::auth_service::{self, SignUp, SignedUp};
use crate::error::AuthError;
use crate::profiles::{self, DEFAULT_COUNTRY};
use crate::settings::Settings;
use functions_shared::{Device, Email, FieldError, Fields};
use schema::models::profile::{NewProfile, Profile};
use serde::Serialize;
use serde_json::json;
use service_kit::Error;
use uuid::Uuid;

/// The auth service's, in bytes: bcrypt, the hash of hosted projects, ignores the rest.
const MAXIMUM_PASSWORD_LENGTH: usize = 72;

#[derive(Serialize)]
pub(crate) struct Registered {
    user: Account,
    profile: Profile,
}

pub(crate) async fn register(
    fields: &Fields,
    device: Device<'_>,
    settings: &Settings,
) -> Result<Registered, Error> {
    let email = email(fields)?;
    let password = password(fields, settings.minimum_password_length)?;
    let details = fields.optional_object("userData")?;
    let profile = profile(&details, &email)?;

    let metadata = json!({ "firstName": profile.first_name, "lastName": profile.last_name });
    let sign_up = SignUp { email: email.as_str(), password, metadata };
    let account = create_account(&sign_up, device, settings).await?;
    let profile = NewProfile { id: account.id, ..profile };
    match profiles::insert(&settings.database, &profile).await {
        Ok(profile) => Ok(Registered { user: account.registered(), profile }),
        Err(error) => {
            remove(account.id, settings).await;
            Err(error)
        }
    }
}

/// Signs up, and ends the session that this begins: a registration returns none.
async fn create_account(
    sign_up: &SignUp<'_>,
    device: Device<'_>,
    settings: &Settings,
) -> Result<Account, Error> {
    match auth_service::sign_up(&settings.auth, sign_up, device).await? {
        SignedUp::Confirmed(signed_in) => {
            let access_token = &signed_in.session.access_token;
            if let Err(error) = auth_service::sign_out(&settings.auth, access_token).await {
                tracing::warn!("an unused session remains after a registration: {error}");
            }
            Ok(signed_in.user)
        }
        SignedUp::Unconfirmed(account) if account.is_real() => Ok(*account),
        SignedUp::Unconfirmed(_) => Err(AuthError::AccountExists.into()),
    }
}

/// Removes an account whose profile could not be stored, so that the person can register again. If this fails too, the
/// next login adds the profile.
async fn remove(id: Uuid, settings: &Settings) {
    if let Err(error) = settings.auth.delete_account(id).await {
        tracing::warn!("an account remains without a profile: {error}");
    }
}

fn email(fields: &Fields) -> Result<Email, Error> {
    let text = fields.text("email", 255)?;
    Email::parse(text.trim()).ok_or_else(|| fields.error("email", FieldError::NotEmail))
}

/// Every character counts, also blanks at the ends.
fn password(fields: &Fields, minimum: usize) -> Result<&str, Error> {
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| fields.error("password", FieldError::Required))?;
    if password.len() > MAXIMUM_PASSWORD_LENGTH {
        return Err(fields.error("password", FieldError::TooLong { maximum: MAXIMUM_PASSWORD_LENGTH }));
    }
    if password.chars().count() < minimum {
        return Err(AuthError::PasswordTooShort { minimum }.into());
    }
    Ok(password)
}

/// The profile, without the id of the account, which the sign-up creates.
fn profile<'a>(details: &'a Fields, email: &'a Email) -> Result<NewProfile<'a>, Error> {
    let optional = |name, maximum| Ok::<_, Error>(details.optional_text(name, maximum)?.unwrap_or_default());
    let country = Some(optional("country", 100)?).filter(|country| !country.trim().is_empty());
    Ok(NewProfile {
        id: Uuid::nil(),
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
