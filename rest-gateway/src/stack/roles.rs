//! The passwords of the login roles, which migrations create without one. On a Postgres that was there before, a password
//! that somebody else has set is never changed unasked.

use super::database_url::as_role;
use super::keys::Keys;
use std::collections::HashSet;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

/// The owner of the stack's own Postgres, and the roles that its processes log in as.
pub const SUPERUSER: &str = "postgres";
pub const AUTHENTICATOR: &str = "authenticator";
pub const AUTH_ADMIN: &str = "supabase_auth_admin";
pub const STORAGE_ADMIN: &str = "supabase_storage_admin";

/// Why the login roles cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    #[error(
        "the role `{0}` is there already and has another password than this stack's: name it as [db.passwords] {0} in the configuration, or let this stack change it with `up --set-role-passwords`"
    )]
    OtherPassword(&'static str),
    #[error("the role `{role}` cannot be given its password: {}", reason(.cause))]
    Set { role: &'static str, cause: Error },
    #[error("cannot tell which roles there are: {}", reason(.0))]
    Look(Error),
    #[error("cannot log in as `{role}`: {cause}")]
    Login { role: &'static str, cause: postgres_connect::Error },
}

/// What the server says; tokio-postgres itself leaves it out.
pub fn reason(error: &Error) -> String {
    match error.as_db_error() {
        Some(refusal) => refusal.message().to_owned(),
        None => error.to_string(),
    }
}

/// A connection for setting up; it ends with the client.
pub async fn connect(url: &str) -> Result<Client, postgres_connect::Error> {
    let (client, connection) = postgres_connect::connect(url).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!("the connection for setting up ended: {error}");
        }
    });
    Ok(client)
}

/// The login roles, and the passwords that the stack's processes log in with.
fn logins(keys: &Keys) -> [(&'static str, &str); 3] {
    [
        (AUTHENTICATOR, keys.authenticator_password.as_str()),
        (AUTH_ADMIN, &keys.auth_admin_password),
        (STORAGE_ADMIN, &keys.storage_admin_password),
    ]
}

/// The login roles that are there.
pub async fn existing(client: &Client) -> Result<HashSet<String>, RoleError> {
    let names = [AUTHENTICATOR, AUTH_ADMIN, STORAGE_ADMIN].as_slice();
    let query = "select rolname::text from pg_roles where rolname = any($1)";
    let rows = client.query(query, &[&names]).await.map_err(RoleError::Look)?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Gives each login role its password.
pub async fn set_passwords(client: &Client, keys: &Keys) -> Result<(), RoleError> {
    for (role, password) in logins(keys) {
        set_password(client, role, password).await.map_err(|cause| RoleError::Set { role, cause })?;
    }
    Ok(())
}

/// Gives their passwords to the login roles that were not there `before`, and to those that have none. Returns how many
/// were given one.
///
/// # Errors
/// Names the first role that has another password.
pub async fn set_missing_passwords(
    client: &Client,
    url: &str,
    keys: &Keys,
    before: &HashSet<String>,
) -> Result<usize, RoleError> {
    let mut given = 0;
    for (role, password) in logins(keys) {
        let open = !before.contains(role) || !can_log_in(url, role, password).await?;
        if !open {
            continue;
        }
        if before.contains(role) && !has_no_password(client, role).await {
            return Err(RoleError::OtherPassword(role));
        }
        set_password(client, role, password).await.map_err(|cause| RoleError::Set { role, cause })?;
        given += 1;
    }
    Ok(given)
}

/// False when the server refuses the password; a server that asks for none takes any.
async fn can_log_in(url: &str, role: &'static str, password: &str) -> Result<bool, RoleError> {
    match connect(&as_role(url, role, password)).await {
        Ok(_) => Ok(true),
        Err(postgres_connect::Error::Connect(error)) if error.code() == Some(&SqlState::INVALID_PASSWORD) => {
            Ok(false)
        }
        Err(cause) => Err(RoleError::Login { role, cause }),
    }
}

/// Only a superuser can know. Of others the answer is no.
async fn has_no_password(client: &Client, role: &str) -> bool {
    let query = "select rolpassword is null from pg_authid where rolname = $1";
    client.query_one(query, &[&role]).await.is_ok_and(|row| row.get(0))
}

/// Gives a role its password.
pub async fn set_password(client: &Client, role: &str, password: &str) -> Result<(), Error> {
    // A statement that takes no parameters: quoted by the server itself.
    let quote = "select format('alter role %I password %L', $1::text, $2::text)";
    let statement: String = client.query_one(quote, &[&role, &password]).await?.get(0);
    client.batch_execute(&statement).await
}
