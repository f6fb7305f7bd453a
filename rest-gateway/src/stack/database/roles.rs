//! Passwords of the login roles, which migrations create without one. On an external Postgres, an existing password is
//! only changed on request.

use super::database_url::as_role;
use crate::stack::keys::Keys;
use std::collections::HashSet;
use std::fmt;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Error};

/// The superuser of the stack's own Postgres.
pub const SUPERUSER: &str = "postgres";
/// The owner of the platform's schemas.
pub const PLATFORM_ADMIN: &str = "supabase_admin";
/// Login role of the REST engine and the functions.
pub const AUTHENTICATOR: &str = "authenticator";
/// Login role of auth.
pub const AUTH_ADMIN: &str = "supabase_auth_admin";
/// Login role of storage.
pub const STORAGE_ADMIN: &str = "supabase_storage_admin";
/// Login role of realtime.
pub const REALTIME_ADMIN: &str = "supabase_realtime_admin";

/// Other databases of the cluster in which a login role owns something: those of other stacks. Roles and their passwords
/// belong to the cluster.
#[derive(Debug, Default)]
pub struct SharedCluster(pub Vec<String>);

impl fmt::Display for SharedCluster {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        let databases = self.0.join("`, `");
        write!(
            formatter,
            ". The stack of the database `{databases}` uses this role too, and a new password ends its access"
        )
    }
}

/// Why the login roles cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    #[error(
        "the role `{role}` exists already and has another password than this stack's: name it as [db.passwords] {role} in the configuration, or let this stack change it with `up --set-role-passwords`{shared}"
    )]
    OtherPassword { role: &'static str, shared: SharedCluster },
    #[error("the role `{role}` cannot be given its password: {}", reason(.cause))]
    Set { role: &'static str, cause: Error },
    #[error("cannot list the roles: {}", reason(.0))]
    List(Error),
    #[error("cannot log in as `{role}`: {cause}")]
    Login { role: &'static str, cause: postgres_connect::Error },
}

/// The server's message, which tokio-postgres omits from its own.
pub fn reason(error: &Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    }
}

/// Opens a connection for setting up the database. It closes with the client.
///
/// # Errors
/// When the server is unreachable or rejects the login.
pub async fn connect(url: &str) -> Result<Client, postgres_connect::Error> {
    let (client, connection) = postgres_connect::connect(url).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!("the setup connection ended: {error}");
        }
    });
    Ok(client)
}

/// The login roles with the stack's passwords.
fn logins(keys: &Keys) -> [(&'static str, &str); 4] {
    [
        (AUTHENTICATOR, keys.authenticator_password.as_str()),
        (AUTH_ADMIN, &keys.auth_admin_password),
        (STORAGE_ADMIN, &keys.storage_admin_password),
        (REALTIME_ADMIN, &keys.realtime_admin_password),
    ]
}

/// The login roles that exist.
///
/// # Errors
/// When the query fails.
pub async fn existing(client: &Client) -> Result<HashSet<String>, RoleError> {
    let names = [AUTHENTICATOR, AUTH_ADMIN, STORAGE_ADMIN, REALTIME_ADMIN].as_slice();
    let query = "select rolname::text from pg_roles where rolname = any($1)";
    let rows = client.query(query, &[&names]).await.map_err(RoleError::List)?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// The databases of other stacks on this server.
///
/// # Errors
/// When the query fails.
pub async fn shared_cluster(client: &Client) -> Result<SharedCluster, Error> {
    let query = "select distinct datname::text from pg_shdepend
                 join pg_database on pg_database.oid = dbid
                 join pg_roles on pg_roles.oid = refobjid
                 where refclassid = 'pg_authid'::regclass and deptype = 'o' and rolname = any($1)
                   and datname <> current_database() and not datistemplate
                   and datname not in ('platform_template', 'project_template')
                 order by 1";
    let owners = [AUTH_ADMIN, STORAGE_ADMIN, REALTIME_ADMIN].as_slice();
    Ok(SharedCluster(client.query(query, &[&owners]).await?.iter().map(|row| row.get(0)).collect()))
}

/// What a superuser must do so that the realtime service can read changes, as statements.
///
/// # Errors
/// When the query fails.
pub async fn missing_for_realtime(client: &Client) -> Result<Vec<String>, Error> {
    let query = "select 'alter role supabase_realtime_admin replication;'
                 where not exists (
                   select from pg_roles where rolname = 'supabase_realtime_admin' and (rolreplication or rolsuper)
                 )
                 union all
                 select 'alter system set wal_level = logical; (and a restart of Postgres)'
                 where current_setting('wal_level') <> 'logical'";
    Ok(client.query(query, &[]).await?.iter().map(|row| row.get(0)).collect())
}

/// Sets the stack's password for each login role.
///
/// # Errors
/// When a password cannot be set.
pub async fn set_passwords(client: &Client, keys: &Keys) -> Result<(), RoleError> {
    for (role, password) in logins(keys) {
        set_password(client, role, password).await.map_err(|cause| RoleError::Set { role, cause })?;
    }
    Ok(())
}

/// Sets the stack's password for login roles that did not exist `before`, and for those without a password. Returns the
/// number of passwords set.
///
/// # Errors
/// When a role has another password, or a password cannot be set.
pub async fn set_missing_passwords(
    client: &Client,
    url: &str,
    keys: &Keys,
    before: &HashSet<String>,
) -> Result<usize, RoleError> {
    let mut set = 0;
    for (role, password) in logins(keys) {
        if before.contains(role) && can_log_in(url, role, password).await? {
            continue;
        }
        if before.contains(role) && !has_no_password(client, role).await {
            let shared = shared_cluster(client).await.map_err(RoleError::List)?;
            return Err(RoleError::OtherPassword { role, shared });
        }
        set_password(client, role, password).await.map_err(|cause| RoleError::Set { role, cause })?;
        set += 1;
    }
    Ok(set)
}

/// False if the server rejects the password. A server with `trust` authentication accepts any.
async fn can_log_in(url: &str, role: &'static str, password: &str) -> Result<bool, RoleError> {
    match connect(&as_role(url, role, password)).await {
        Ok(_) => Ok(true),
        Err(postgres_connect::Error::Connect(error)) if error.code() == Some(&SqlState::INVALID_PASSWORD) => {
            Ok(false)
        }
        Err(cause) => Err(RoleError::Login { role, cause }),
    }
}

/// Whether a role has no password. Only a superuser can read that; for others this returns false.
async fn has_no_password(client: &Client, role: &str) -> bool {
    let query = "select rolpassword is null from pg_authid where rolname = $1";
    client.query_one(query, &[&role]).await.is_ok_and(|row| row.get(0))
}

/// Sets a role's password.
///
/// # Errors
/// When the statement fails.
pub async fn set_password(client: &Client, role: &str, password: &str) -> Result<(), Error> {
    // `alter role` takes no parameters, so the server itself quotes the values.
    let quote = "select format('alter role %I password %L', $1::text, $2::text)";
    let statement: String = client.query_one(quote, &[&role, &password]).await?.get(0);
    client.batch_execute(&statement).await
}
