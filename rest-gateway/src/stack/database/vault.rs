//! The vault of the database: the key of the stack's own Postgres, and the secrets of `[db.vault]`.

use super::roles;
use crate::config::Secret;
use crate::stack::keys::secret_store::{SecretStore, StoreError};
use std::collections::BTreeMap;
use tokio_postgres::Client;

/// The root key in the secret store.
const ROOT_KEY: &str = "vault_root_key";

/// Why the key could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    #[error(transparent)]
    Connect(#[from] postgres_connect::Error),
    #[error("the key of the vault cannot be kept: {}", roles::reason(.0))]
    Query(#[from] tokio_postgres::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies the root key between the server and the secret store where one of them lacks it. The server's key wins if both
/// have one. The store needs the copy because the server does not sync its file to disk.
///
/// # Errors
/// When the server or the store cannot be used.
pub async fn keep_root_key(url: &str, store: &mut SecretStore) -> Result<(), VaultError> {
    let client = roles::connect(url).await?;
    // Before the first migration there is no vault, and a database may have the extension itself.
    let has_vault = "select to_regproc('vault._keep_root_key') is not null";
    if !client.query_one(has_vault, &[]).await?.get::<_, bool>(0) {
        return Ok(());
    }
    let kept = client.query_one("select vault._keep_root_key($1)", &[&store.get(ROOT_KEY)]).await?;
    store.put(ROOT_KEY, kept.get(0));
    Ok(store.save()?)
}

/// Creates secrets, or updates those whose names exist.
///
/// # Errors
/// When a statement fails.
pub async fn fill(client: &Client, secrets: &BTreeMap<String, Secret>) -> Result<(), tokio_postgres::Error> {
    for (name, Secret(secret)) in secrets {
        let known = client.query_opt("select id from vault.secrets where name = $1", &[name]).await?;
        match known {
            None => client.execute("select vault.create_secret($2, $1)", &[name, secret]).await?,
            Some(row) => {
                let update = "select vault.update_secret($1, $2)";
                client.execute(update, &[&row.get::<_, uuid::Uuid>(0), secret]).await?
            }
        };
    }
    Ok(())
}
