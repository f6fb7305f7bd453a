//! Reads the keys of `[auth.third_party]` from the OpenID configuration of the issuer: in the background when the stack
//! starts, and then every ten minutes.

use super::live_keys::LiveKeys;
use crate::config::ThirdParty;
use bytes::Bytes;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::{StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use jwt::jwk::Jwk;
use jwt::{Algorithm, VerificationKey};
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// Ten minutes suffice, because an issuer publishes a key well before it signs with it.
const REFRESH_INTERVAL: Duration = Duration::from_mins(10);
/// The first delay after a failure; it doubles up to the interval.
const RETRY_DELAY: Duration = Duration::from_secs(2);
const TIMEOUT: Duration = Duration::from_secs(10);
const MAX_BODY: usize = 256 * 1024;
/// The maximum number of keys that are used, which is more than any issuer has.
const MAX_KEYS: usize = 32;
/// The public-key algorithms that every verifier of the stack accepts.
const ALGORITHMS: [Algorithm; 2] = [Algorithm::RS256, Algorithm::ES256];

/// Why the keys cannot be read.
#[derive(Debug, thiserror::Error)]
enum FetchError {
    #[error("the system's certificate authorities cannot be read: {0}")]
    Certificates(io::Error),
    #[error("{0} is not an address")]
    Address(String),
    #[error("{0} did not answer in time")]
    Timeout(String),
    #[error("{url} cannot be reached: {cause}")]
    Unreachable { url: String, cause: Box<dyn std::error::Error + Send + Sync> },
    #[error("{url} answered {status}")]
    Status { url: String, status: StatusCode },
    #[error("{url} has no valid document: {cause}")]
    Document { url: String, cause: serde_json::Error },
    #[error("{0} is not an address with https")]
    Insecure(String),
    #[error("{url} names the issuer {named}")]
    Issuer { url: String, named: String },
    #[error("{0} has no key for RS256 or ES256")]
    NoKey(String),
    #[error("the keys cannot be passed on: {0}")]
    Apply(String),
}

/// The task that follows the keys. Dropping this stops it.
pub struct ThirdPartyKeys(JoinHandle<()>);

impl Drop for ThirdPartyKeys {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl ThirdPartyKeys {
    /// Follows the keys of an issuer. Must be called within a tokio runtime.
    pub fn follow(third_party: ThirdParty, live_keys: Arc<LiveKeys>) -> ThirdPartyKeys {
        ThirdPartyKeys(tokio::spawn(async move {
            let mut retry = RETRY_DELAY;
            let mut known = Vec::new();
            loop {
                match refresh(&third_party, &live_keys, &mut known).await {
                    Ok(()) => {
                        retry = RETRY_DELAY;
                        tokio::time::sleep(REFRESH_INTERVAL).await;
                    }
                    Err(error) => {
                        let provider = third_party.provider;
                        tracing::warn!("tokens of {provider} are accepted by the keys known so far: {error}");
                        tokio::time::sleep(retry).await;
                        retry = (retry * 2).min(REFRESH_INTERVAL);
                    }
                }
            }
        }))
    }
}

async fn refresh(
    third_party: &ThirdParty,
    live_keys: &LiveKeys,
    known: &mut Vec<Value>,
) -> Result<(), FetchError> {
    let keys = fetch(&third_party.issuer.0).await?;
    if keys != *known {
        live_keys.set_third_party(keys.clone()).map_err(FetchError::Apply)?;
        tracing::info!("accepts tokens of {}, which has {} keys", third_party.issuer.0, keys.len());
        *known = keys;
    }
    Ok(())
}

/// The part of an OpenID configuration that is used.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

/// The keys of an issuer that verify tokens.
async fn fetch(issuer: &str) -> Result<Vec<Value>, FetchError> {
    let connector = tokio::task::spawn_blocking(connector).await.map_err(io::Error::other);
    let connector = connector.and_then(|connector| connector).map_err(FetchError::Certificates)?;
    let client = Client::builder(TokioExecutor::new()).build(connector);
    let url = format!("{issuer}/.well-known/openid-configuration");
    let discovery: Discovery = get(&client, &url).await?;
    if discovery.issuer.trim_end_matches('/') != issuer {
        return Err(FetchError::Issuer { url, named: discovery.issuer });
    }
    if issuer.starts_with("https:") && !discovery.jwks_uri.starts_with("https:") {
        return Err(FetchError::Insecure(discovery.jwks_uri));
    }
    let set: KeySet = get(&client, &discovery.jwks_uri).await?;
    let usable = set.keys.into_iter().filter(is_usable).take(MAX_KEYS);
    let keys: Vec<Value> = usable.map(|key| limited_to(&discovery.issuer, key)).collect();
    if keys.is_empty() { Err(FetchError::NoKey(discovery.jwks_uri)) } else { Ok(keys) }
}

/// Adds the only issuer whose tokens the key verifies. Google, for example, signs the tokens of all Firebase projects
/// with the same keys.
fn limited_to(issuer: &str, mut key: Value) -> Value {
    key["iss"] = issuer.into();
    key
}

/// Whether a key verifies signatures by an accepted algorithm. Shared secrets are not accepted: the document is public.
fn is_usable(key: &Value) -> bool {
    let Ok(jwk) = serde_json::from_value::<Jwk>(key.clone()) else { return false };
    let is_for_signatures = key.get("use").is_none_or(|usage| usage == "sig");
    is_for_signatures && VerificationKey::from_jwk(&jwk, |algorithm| ALGORITHMS.contains(&algorithm)).is_ok()
}

type HttpClient = Client<HttpsConnector<HttpConnector>, Empty<Bytes>>;

fn connector() -> io::Result<HttpsConnector<HttpConnector>> {
    let provider = tokio_rustls::rustls::crypto::ring::default_provider();
    let builder = HttpsConnectorBuilder::new().with_provider_and_native_roots(provider)?;
    Ok(builder.https_or_http().enable_http1().build())
}

async fn get<T: for<'de> Deserialize<'de>>(client: &HttpClient, url: &str) -> Result<T, FetchError> {
    let address: Uri = url.parse().map_err(|_| FetchError::Address(url.to_owned()))?;
    let exchange = async {
        let unreachable = |cause: Box<dyn std::error::Error + Send + Sync>| FetchError::Unreachable {
            url: url.to_owned(),
            cause,
        };
        let answer = client.get(address).await.map_err(|error| unreachable(error.into()))?;
        if answer.status() != StatusCode::OK {
            return Err(FetchError::Status { url: url.to_owned(), status: answer.status() });
        }
        let body = Limited::new(answer.into_body(), MAX_BODY).collect().await.map_err(unreachable)?;
        serde_json::from_slice(&body.to_bytes())
            .map_err(|cause| FetchError::Document { url: url.to_owned(), cause })
    };
    let done = tokio::time::timeout(TIMEOUT, exchange).await;
    done.unwrap_or_else(|_| Err(FetchError::Timeout(url.to_owned())))
}
