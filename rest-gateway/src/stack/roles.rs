//! The passwords of the login roles, which migrations create without one.

use super::keys::Keys;
use tokio_postgres::{Client, Error};

/// The owner of the stack's own Postgres, and the roles that its processes log in as.
pub const SUPERUSER: &str = "postgres";
pub const AUTHENTICATOR: &str = "authenticator";
pub const AUTH_ADMIN: &str = "supabase_auth_admin";
pub const STORAGE_ADMIN: &str = "supabase_storage_admin";

/// A connection for setting up; it ends with the client.
pub async fn connect(url: &str) -> Result<Client, postgres_tls::Error> {
    let (client, connection) = postgres_tls::connect(url).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!("the connection for setting up ended: {error}");
        }
    });
    Ok(client)
}

/// Gives each login role its password.
pub async fn set_passwords(client: &Client, keys: &Keys) -> Result<(), Error> {
    for (role, password) in [
        (AUTHENTICATOR, &keys.authenticator_password),
        (AUTH_ADMIN, &keys.auth_admin_password),
        (STORAGE_ADMIN, &keys.storage_admin_password),
    ] {
        set_password(client, role, password).await?;
    }
    Ok(())
}

/// Gives a role its password.
pub async fn set_password(client: &Client, role: &str, password: &str) -> Result<(), Error> {
    // A statement that takes no parameters: quoted by the server itself.
    let quote = "select format('alter role %I password %L', $1::text, $2::text)";
    let statement: String = client.query_one(quote, &[&role, &password]).await?.get(0);
    client.batch_execute(&statement).await
}
