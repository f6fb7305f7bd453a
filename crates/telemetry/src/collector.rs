//! The HTTP client of the exporter. It runs on the exporter's thread, with a runtime of its own: a busy service does not
//! delay the export, and the last spans are exported after the service's runtime has ended.

use std::error::Error;
use std::io;
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::OnceCell;
use tokio_rustls::rustls::crypto::ring;

/// The most bytes of an answer. It is a short message, about spans that the collector has rejected.
const MAX_ANSWER: usize = 64 * 1024;

#[derive(Debug)]
pub(crate) struct Collector {
    runtime: Runtime,
    client: OnceCell<Client<HttpsConnector<HttpConnector>, Full<Bytes>>>,
    /// The deadline of an exchange.
    timeout: Duration,
}

impl Collector {
    /// # Errors
    /// When the system has no file descriptor for the runtime.
    pub fn new(timeout: Duration) -> io::Result<Collector> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Collector { runtime, client: OnceCell::new(), timeout })
    }

    async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.get_or_try_init(async || client()).await?;
        let response = client.request(request.map(Full::new)).await.map_err(with_causes)?;
        let (head, body) = response.into_parts();
        let body = Limited::new(body, MAX_ANSWER).collect().await?.to_bytes();
        Ok(Response::from_parts(head, body))
    }
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        // The exporter waits for it on its own thread, which has no other work.
        let exchange = async { tokio::time::timeout(self.timeout, self.exchange(request)).await };
        self.runtime.block_on(exchange)?
    }
}

/// Made at the first export, because it reads the certificate authorities. Connections are not kept: nothing would notice
/// their end between two exports.
fn client() -> io::Result<Client<HttpsConnector<HttpConnector>, Full<Bytes>>> {
    let connector = HttpsConnectorBuilder::new()
        .with_provider_and_native_roots(ring::default_provider())?
        .https_or_http()
        .enable_http1()
        .build();
    Ok(Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(connector))
}

/// The error with its causes, which the HTTP client's own message omits.
fn with_causes(error: hyper_util::client::legacy::Error) -> HttpError {
    let causes = std::iter::successors(error.source(), |error: &&(dyn Error + 'static)| (*error).source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}")).into()
}
