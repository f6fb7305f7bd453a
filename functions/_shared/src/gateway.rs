//! HTTP requests to the stack's gateway at `SUPABASE_URL`, as a hosted function makes them.

use actix_web::web::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::header::HeaderMap;
use hyper::{Method, Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use service_kit::environment::{Environment, EnvironmentError};
use std::time::Duration;
use tokio::time::timeout;

/// Below the 150 seconds that the gateway gives a function. A sign-in may wait in the queue of passwords to hash.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(120);

/// A client of the gateway. Clones share its connections.
#[derive(Clone)]
pub struct Gateway {
    http: Client<HttpConnector, Full<Bytes>>,
    url: String,
}

/// A complete response, whatever its status.
pub struct GatewayResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum GatewayFailure {
    /// The connection failed, or the response is malformed or too large.
    #[error("the gateway cannot be reached")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// No complete response within two minutes.
    #[error("the gateway did not answer in time")]
    Timeout,
}

impl Gateway {
    /// A client of the gateway at `SUPABASE_URL`.
    ///
    /// # Errors
    /// When the variable is missing or does not begin with `http://`.
    pub fn from_environment(environment: &Environment) -> Result<Gateway, EnvironmentError> {
        const URL: &str = "SUPABASE_URL";
        let url = environment.required(URL)?.trim_end_matches('/');
        if !url.starts_with("http://") {
            return Err(EnvironmentError::Invalid { name: URL, expected: "an http:// address" });
        }
        Ok(Gateway { http: Client::builder(TokioExecutor::new()).build_http(), url: url.to_owned() })
    }

    /// A request for a path at the gateway, such as `/auth/v1/user`.
    pub fn request(&self, method: Method, path: &str) -> hyper::http::request::Builder {
        Request::builder().method(method).uri(format!("{}{path}", self.url))
    }

    /// Sends a request and reads a response of at most `limit` bytes.
    ///
    /// # Errors
    /// [`GatewayFailure`].
    pub async fn send(
        &self,
        request: hyper::http::Result<Request<Full<Bytes>>>,
        limit: usize,
    ) -> Result<GatewayResponse, GatewayFailure> {
        let request = request.map_err(|error| GatewayFailure::Unreachable(error.into()))?;
        let exchange = async {
            let response = self.http.request(request).await;
            let (head, body) =
                response.map_err(|error| GatewayFailure::Unreachable(error.into()))?.into_parts();
            let body = Limited::new(body, limit).collect().await.map_err(GatewayFailure::Unreachable)?;
            Ok(GatewayResponse { status: head.status, headers: head.headers, body: body.to_bytes() })
        };
        timeout(RESPONSE_TIMEOUT, exchange).await.map_err(|_| GatewayFailure::Timeout)?
    }
}
