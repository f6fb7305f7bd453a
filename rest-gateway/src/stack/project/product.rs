//! The database of the product: its migrations, the administrator's account and the sample data.

use crate::config::Config;
use crate::stack::data_folder::SECRETS_FILE;
use crate::stack::database::administrator::{self, AdministratorError};
use crate::stack::database::roles;
use crate::stack::keys::secret_store::{SecretStore, StoreError};
use std::path::Path;

/// Why the product's database could not be filled.
#[derive(Debug, thiserror::Error)]
pub enum ProductError {
    #[error(transparent)]
    Migrate(#[from] platform_schema::Error),
    #[error("the sample data cannot be added: {0}")]
    Seed(#[from] schema::seed::Error),
    #[error(transparent)]
    Administrator(#[from] AdministratorError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Connect(#[from] postgres_connect::Error),
}

/// The administrator's password in the secret store.
pub const ADMIN_PASSWORD: &str = "admin_password";

/// Fills a database that has the platform's migrations.
///
/// # Errors
/// When a step fails.
pub async fn fill(url: &str, config: &Config, data: &Path) -> Result<(), ProductError> {
    schema::migrate::run(url).await?;
    let kept = SecretStore::open(data.join(SECRETS_FILE))?.get(ADMIN_PASSWORD);
    let password = config.admin.password.as_ref().map(|password| password.0.clone()).or(kept);
    if let Some(password) = password {
        administrator::ensure(&roles::connect(url).await?, &config.admin, &password).await?;
    }
    if config.db.seed.enabled && config.db.seed.sample_hotels {
        schema::seed::run(url).await?;
    }
    Ok(())
}
