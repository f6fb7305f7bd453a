//! After a reset: waits until the services have connected to the new database, and fills the buckets again.

use crate::config::Config;
use crate::stack::data_folder::addresses::Addresses;
use crate::stack::storage::buckets::{self, BucketError, FillReport};
use crate::stack::storage::client::StorageClient;
use bytes::Bytes;
use http_body_util::Empty;
use hyper::{Request, StatusCode, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::time::Duration;

/// The timeout for a service to answer after a reset.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why the buckets could not be filled.
#[derive(Debug, thiserror::Error)]
pub enum RefillError {
    #[error("{0} does not answer with the new database; `rest-gateway logs` may tell why")]
    NotReady(String),
    #[error(transparent)]
    Buckets(#[from] BucketError),
}

/// Fills the configured buckets of a running stack.
///
/// # Errors
/// When a service does not answer, or a file cannot be uploaded.
pub async fn refill(config: &Config, addresses: &Addresses) -> Result<FillReport, RefillError> {
    let probes =
        [(&addresses.rest_url, "/"), (&addresses.auth_url, "/health"), (&addresses.storage_url, "/bucket")];
    for (base, path) in probes.into_iter().filter(|(base, _)| !base.is_empty()) {
        wait_for(&format!("{base}{path}"), &addresses.service_role_key).await?;
    }
    if !config.storage.enabled {
        return Ok(FillReport::default());
    }
    let client = StorageClient::new(&addresses.api_url, &addresses.service_role_key);
    Ok(buckets::fill(config, &client, |_, _| {}).await?)
}

/// Waits until a URL answers without an error of the server.
async fn wait_for(url: &str, key: &str) -> Result<(), RefillError> {
    let client: Client<HttpConnector, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let answers = async {
        while !has_answered(&client, url, key).await {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(TIMEOUT, answers).await.map_err(|_| RefillError::NotReady(url.to_owned()))
}

async fn has_answered(client: &Client<HttpConnector, Empty<Bytes>>, url: &str, key: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let request =
        Request::builder().uri(uri).header("apikey", key).header("authorization", format!("Bearer {key}"));
    let Ok(request) = request.body(Empty::new()) else { return false };
    let status = client.request(request).await.map(|answer| answer.status());
    status.is_ok_and(|status| status < StatusCode::INTERNAL_SERVER_ERROR)
}
