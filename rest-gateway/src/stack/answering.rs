//! Waits until the services of a stack answer requests.

use crate::config::Config;
use bytes::Bytes;
use http_body_util::Empty;
use hyper::{Request, StatusCode, Uri};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::time::Duration;

/// The timeout for each service.
const TIMEOUT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A service that does not answer.
#[derive(Debug, thiserror::Error)]
#[error("{0} does not answer; `rest-gateway logs` may tell why")]
pub struct NotAnswering(String);

/// Waits until the REST engine, auth and storage at the gateway's `url` answer with the service key, each if it is enabled.
/// This starts auth, which otherwise starts at its first request.
///
/// # Errors
/// When one of them does not answer in time.
pub async fn wait_until_answering(url: &str, config: &Config, service_key: &str) -> Result<(), NotAnswering> {
    let probes = [
        ("/rest/v1/", config.api.enabled),
        ("/auth/v1/health", config.auth.enabled),
        ("/storage/v1/bucket", config.storage.enabled),
    ];
    for (path, _) in probes.into_iter().filter(|(_, is_enabled)| *is_enabled) {
        wait_for(format!("{url}{path}"), service_key).await?;
    }
    Ok(())
}

/// Waits until a URL answers without an error of the server.
async fn wait_for(url: String, key: &str) -> Result<(), NotAnswering> {
    let client: Client<HttpConnector, Empty<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    let answers = async {
        while !has_answered(&client, &url, key).await {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    let outcome = tokio::time::timeout(TIMEOUT, answers).await;
    outcome.map_err(|_| NotAnswering(url))
}

async fn has_answered(client: &Client<HttpConnector, Empty<Bytes>>, url: &str, key: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let request =
        Request::builder().uri(uri).header("apikey", key).header("authorization", format!("Bearer {key}"));
    let Ok(request) = request.body(Empty::new()) else { return false };
    let status = client.request(request).await.map(|answer| answer.status());
    status.is_ok_and(|status| status < StatusCode::INTERNAL_SERVER_ERROR)
}
