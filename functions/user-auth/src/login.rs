//! `action: login`: signs in at the auth service, which verifies the password and counts failures. An unknown e-mail
//! address and a wrong password get the same response after the same time.

use crate::account::Account;
use crate::auth_service::{self, Session};
use crate::profiles;
use crate::settings::Settings;
use functions_shared::{Device, FieldError, Fields};
use schema::models::profile::Profile;
use serde::Serialize;
use service_kit::Error;

const MAXIMUM_PASSWORD_LENGTH: usize = 1024;

#[derive(Serialize)]
pub(crate) struct LoggedIn {
    session: Session,
    user: Account,
    profile: Option<Profile>,
}

/// `email` may also be the user name of an account that has one, as administrators' accounts do.
pub(crate) async fn login(
    fields: &Fields,
    device: Device<'_>,
    settings: &Settings,
) -> Result<LoggedIn, Error> {
    let name = fields.text("email", 255)?.trim().to_lowercase();
    let password = fields.optional_text("password", MAXIMUM_PASSWORD_LENGTH)?.filter(|text| !text.is_empty());
    let password = password.ok_or_else(|| fields.error("password", FieldError::Required))?;

    // An unknown user name goes on as an address that nobody has, so that it takes the same time.
    let email = if name.contains('@') { None } else { profiles::email_of(&settings.database, &name).await? };
    let email = email.as_deref().unwrap_or(&name);
    let signed_in = auth_service::sign_in(&settings.auth, email, password, device).await?;
    let profile = profiles::find_or_complete(&settings.database, &signed_in.user).await?;
    Ok(LoggedIn { session: signed_in.session, user: signed_in.user.presented(), profile })
}
