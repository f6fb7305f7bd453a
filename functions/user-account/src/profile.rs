//! `/profile`: the contact details of the account.

use crate::account::{Account, Bearer};
use crate::queries;
use actix_web::HttpResponse;
use actix_web::web::Data;
use functions_shared::{AuthService, Fields};
use schema::models::profile::NewProfile;
use serde_json::json;
use service_kit::{Database, Error, User};

const NAME_LENGTH: usize = 100;

/// `GET`.
pub(crate) async fn read(user: User, database: Data<Database>) -> Result<HttpResponse, Error> {
    let profile = queries::profile(&database, &user).await?;
    Ok(HttpResponse::Ok().json(json!({ "profile": profile })))
}

/// `PUT {firstName, lastName, …}`. Adds a profile to an account without one, such as one of a hosted project.
pub(crate) async fn write(
    user: User,
    bearer: Bearer,
    fields: Fields,
    database: Data<Database>,
    auth: Data<AuthService>,
) -> Result<HttpResponse, Error> {
    let optional =
        |name, maximum| Ok::<_, Error>(fields.optional_name(name, maximum)?.unwrap_or_default().trim());
    let details = NewProfile {
        id: user.id,
        email: "",
        first_name: fields.name("firstName", NAME_LENGTH)?.trim(),
        last_name: fields.name("lastName", NAME_LENGTH)?.trim(),
        phone: optional("phone", 40)?,
        address: optional("address", 200)?,
        city: optional("city", 100)?,
        postal_code: optional("postalCode", 20)?,
        country: optional("country", 100)?,
    };
    // The account's e-mail address, which may have changed since the registration.
    let account = Account::of(&bearer, &auth).await?;
    let profile = queries::save_profile(&database, &NewProfile { email: &account.email, ..details }).await?;
    Ok(HttpResponse::Ok().json(json!({ "profile": profile })))
}
