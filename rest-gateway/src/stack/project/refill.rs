//! After a reset: waits until the services have connected to the new database, and fills the buckets again.

use crate::config::Config;
use crate::stack::answering::{NotAnswering, wait_until_answering};
use crate::stack::data_folder::addresses::Addresses;
use crate::stack::storage::buckets::{self, BucketError, FillReport};
use crate::stack::storage::client::StorageClient;

/// Why the buckets could not be filled.
#[derive(Debug, thiserror::Error)]
pub enum RefillError {
    #[error("after the reset, {0}")]
    NotReady(#[from] NotAnswering),
    #[error(transparent)]
    Buckets(#[from] BucketError),
}

/// Fills the configured buckets of a running stack.
///
/// # Errors
/// When a service does not answer, or a file cannot be uploaded.
pub async fn refill(config: &Config, addresses: &Addresses) -> Result<FillReport, RefillError> {
    wait_until_answering(&addresses.api_url, config, &addresses.service_role_key).await?;
    if !config.storage.enabled {
        return Ok(FillReport::default());
    }
    let client = StorageClient::new(&addresses.api_url, &addresses.service_role_key);
    Ok(buckets::fill(config, &client, |_, _| {}).await?)
}
