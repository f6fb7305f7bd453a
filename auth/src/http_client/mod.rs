//! The HTTP client for requests to other servers: hooks, identity providers and other services of a project.
//!
//! It speaks HTTP/1.1, over TLS with the system's certificate authorities, and follows no redirect. A client of
//! [`HttpClient::public_only`] connects only to public addresses and over TLS, for URLs that the API's users choose.

mod resolver;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::header::HeaderMap;
use hyper::{Request, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::sync::OnceCell;

use self::resolver::{Addresses, Resolver};

type Connector = HttpsConnector<HttpConnector<Resolver>>;

/// A client with a connection pool. A clone shares the pool.
#[derive(Clone, Default)]
pub(crate) struct HttpClient {
    pool: Arc<OnceCell<Client<Connector, Full<Bytes>>>>,
    addresses: Addresses,
}

/// A response with its whole body.
pub(crate) struct HttpResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// The error of a request without a response. The messages contain no part of a body.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    #[error("no answer in time")]
    Timeout,
    #[error("the response is larger than {0} bytes")]
    TooLarge(usize),
    #[error("the server cannot be reached: {0}")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the system's certificate authorities cannot be read: {0}")]
    Certificates(String),
    #[error("only public addresses over HTTPS are allowed")]
    NotPublic,
}

impl HttpClient {
    /// A client that connects only to public addresses, and only over TLS. Names are resolved by the connection itself,
    /// so that a name cannot change its address after the check.
    pub fn public_only() -> HttpClient {
        HttpClient { addresses: Addresses::Public, ..HttpClient::default() }
    }

    /// Sends a request and reads at most `max_body` bytes of the response within `timeout`.
    ///
    /// # Errors
    /// See [`HttpError`]. Every status is a response, not an error.
    pub async fn send(
        &self,
        request: Request<Full<Bytes>>,
        max_body: usize,
        timeout: Duration,
    ) -> Result<HttpResponse, HttpError> {
        if self.addresses == Addresses::Public && !may_be_public(request.uri()) {
            return Err(HttpError::NotPublic);
        }
        let exchange = async {
            let client = self.pool.get_or_try_init(|| connect(self.addresses)).await?;
            let response =
                client.request(request).await.map_err(|error| HttpError::Unreachable(error.into()))?;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, max_body).collect().await.map_err(|error| {
                if error.is::<LengthLimitError>() {
                    HttpError::TooLarge(max_body)
                } else {
                    HttpError::Unreachable(error)
                }
            })?;
            Ok(HttpResponse { status: parts.status, headers: parts.headers, body: body.to_bytes() })
        };
        tokio::time::timeout(timeout, exchange).await.map_err(|_| HttpError::Timeout)?
    }
}

/// Whether a URL has the scheme `https` and no private address as its host. The resolver checks names.
fn may_be_public(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    uri.scheme_str() == Some("https") && host.parse::<IpAddr>().map_or(true, resolver::is_public)
}

/// Reads the certificate authorities on a blocking thread, at the first request: a process that calls no server does
/// not keep them in memory.
async fn connect(addresses: Addresses) -> Result<Client<Connector, Full<Bytes>>, HttpError> {
    let connector = tokio::task::spawn_blocking(move || {
        let builder = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(tokio_rustls::rustls::crypto::ring::default_provider())?;
        let mut http = HttpConnector::new_with_resolver(Resolver(addresses));
        http.enforce_http(false);
        Ok::<_, std::io::Error>(builder.https_or_http().enable_http1().wrap_connector(http))
    });
    let connector = connector.await.map_err(|error| HttpError::Certificates(error.to_string()))?;
    let connector = connector.map_err(|error| HttpError::Certificates(error.to_string()))?;
    Ok(Client::builder(TokioExecutor::new()).build(connector))
}
