//! Prepares a local database for a Supabase project, beyond the migrations.

use tokio_postgres::{Client, Error};

/// Roles with the rights and settings of the hosted ones.
const ROLES: &str = include_str!("local.sql");

/// Whether the API's roles may use what the login creates in `public`.
const OPEN: &str = "
    alter default privileges grant execute on functions to public;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
";
const CLOSED: &str = "
    alter default privileges grant execute on functions to public;
    alter default privileges in schema public revoke all on tables from anon, authenticated;
    alter default privileges in schema public revoke all on sequences from anon, authenticated;
    alter default privileges in schema public revoke execute on functions from anon, authenticated;
";

/// Gives the roles of the stack's own Postgres the shape of a local project's. Needs a superuser.
///
/// # Errors
/// When a statement fails.
pub async fn shape_roles(client: &Client) -> Result<(), Error> {
    client.batch_execute(ROLES).await
}

/// Sets the default privileges in `public` for what this login creates, as `[api] auto_expose_new_tables` says.
///
/// # Errors
/// When a statement fails.
pub async fn set_exposure(client: &Client, exposes_new_tables: bool) -> Result<(), Error> {
    client.batch_execute(if exposes_new_tables { OPEN } else { CLOSED }).await
}

/// Sets `app.settings.jwt_secret` and `app.settings.jwt_exp` of the database, with which the SQL of older projects signs
/// tokens. Every role of the database can read them.
///
/// # Errors
/// When a statement fails.
pub async fn set_app_settings(client: &Client, jwt_secret: &str, jwt_expiry: u64) -> Result<(), Error> {
    // `alter database` takes no parameters, so the server itself quotes the values.
    let quote = "select format('alter database %1$I set \"app.settings.jwt_secret\" = %2$L; \
                 alter database %1$I set \"app.settings.jwt_exp\" = %3$L', current_database(), $1::text, $2::text)";
    let statements: String = client.query_one(quote, &[&jwt_secret, &jwt_expiry.to_string()]).await?.get(0);
    client.batch_execute(&statements).await
}
