//! SQL of profiles and user names.

use crate::account::Account;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use functions_shared::is_plain;
use schema::models::profile::{NewProfile, Profile};
use schema::schema::profiles;
use serde_json::Value;
use service_kit::{Database, Error, Role};
use uuid::Uuid;

/// Characters of a name.
const MAX_NAME: usize = 100;
pub(crate) const DEFAULT_COUNTRY: &str = "France";

diesel::define_sql_function! {
    /// The e-mail address of the account with a user name.
    #[sql_name = "auth.email_of_user_name"]
    fn email_of_user_name(name: Text) -> Nullable<Text>;
}

/// The e-mail address of the account with this user name, which administrators have.
pub(crate) async fn email_of(database: &Database, user_name: &str) -> Result<Option<String>, Error> {
    let query = diesel::select(email_of_user_name(user_name));
    // service_role: the caller is not signed in yet.
    database.as_role(Role::ServiceRole, async |connection| Ok(query.get_result(connection).await?)).await
}

pub(crate) async fn insert(database: &Database, profile: &NewProfile<'_>) -> Result<Profile, Error> {
    let query = diesel::insert_into(profiles::table).values(profile).returning(Profile::as_returning());
    // service_role: nobody else may write a profile.
    database.as_role(Role::ServiceRole, async |connection| Ok(query.get_result(connection).await?)).await
}

/// The profile of an account. If a registration ended between the account and its profile, a profile with the account's
/// names is added. `None` for an account without names, such as one of a hosted project.
pub(crate) async fn find_or_complete(
    database: &Database,
    account: &Account,
) -> Result<Option<Profile>, Error> {
    let found = find(database, account.id).await?;
    let Some(missing) = found.is_none().then(|| of_metadata(account)).flatten() else { return Ok(found) };
    let query = diesel::insert_into(profiles::table).values(missing).on_conflict_do_nothing();
    // service_role: nobody else may write a profile.
    database.as_role(Role::ServiceRole, async |connection| Ok(query.execute(connection).await?)).await?;
    find(database, account.id).await
}

async fn find(database: &Database, id: Uuid) -> Result<Option<Profile>, Error> {
    let query = profiles::table.find(id).select(Profile::as_select());
    // service_role: the session has just begun, so that the caller has no token yet.
    database
        .as_role(Role::ServiceRole, async |connection| Ok(query.first(connection).await.optional()?))
        .await
}

/// A profile with the names of the metadata. The person can write the metadata, so that the names are checked again.
fn of_metadata(account: &Account) -> Option<NewProfile<'_>> {
    let name = |field: &str| {
        let text = account.user_metadata.get(field).and_then(Value::as_str)?;
        let is_name = !text.trim().is_empty() && text.chars().count() <= MAX_NAME && is_plain(text);
        is_name.then_some(text)
    };
    Some(NewProfile {
        id: account.id,
        email: &account.email,
        first_name: name("firstName")?,
        last_name: name("lastName")?,
        phone: "",
        address: "",
        city: "",
        postal_code: "",
        country: DEFAULT_COUNTRY,
    })
}
