//! Requests to providers, with a deadline and a bound on the response.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Bytes;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http_body_util::Full;
use hyper::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use hyper::{Method, Request};
use serde_json::Value;
use url::form_urlencoded;

use super::ProviderError;
use super::documents::Documents;
use crate::http_client::HttpClient;

/// supabase/auth's default of `GOTRUE_INTERNAL_HTTP_TIMEOUT`.
const TIMEOUT: Duration = Duration::from_secs(10);
/// In bytes.
const MAX_RESPONSE: usize = 1024 * 1024;
/// GitHub rejects requests without one.
const AGENT: &str = "isula-auth";

/// The clients for configured providers, which may be anywhere, and for custom ones, which are on the internet.
#[derive(Clone)]
pub(crate) struct ProviderClients {
    configured: Client,
    custom: Client,
}

impl ProviderClients {
    /// `timeout` is that of a request; ten seconds by default.
    pub fn new(
        http: HttpClient,
        allows_private_addresses: bool,
        timeout: Option<Duration>,
    ) -> ProviderClients {
        let client =
            |http| Client { http, documents: Documents::default(), timeout: timeout.unwrap_or(TIMEOUT) };
        let custom = if allows_private_addresses { http.clone() } else { HttpClient::public_only() };
        ProviderClients { configured: client(http), custom: client(custom) }
    }

    /// The client for providers of the configuration.
    pub(super) fn configured(&self) -> &Client {
        &self.configured
    }

    /// The client for providers that administrators add at run time.
    pub fn custom(&self) -> &Client {
        &self.custom
    }
}

/// A client with its cache of documents. A clone shares both.
#[derive(Clone)]
pub(crate) struct Client {
    http: HttpClient,
    pub(super) documents: Documents,
    timeout: Duration,
}

/// How a client proves its identity at the token endpoint (RFC 6749, section 2.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientAuthentication {
    Basic,
    Post,
}

impl Client {
    /// Fetches JSON, with an access token if there is one, and further headers.
    ///
    /// # Errors
    /// When there is no answer in time, or it is too large, another status than 2xx, or not JSON.
    pub(super) async fn get(
        &self,
        url: &str,
        token: Option<&str>,
        headers: &[(&str, &str)],
    ) -> Result<Value, ProviderError> {
        let mut request = request(Method::GET, url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(token) = token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        Ok(serde_json::from_slice(&self.send(request, url, Bytes::new()).await?)?)
    }

    /// Sends a form, with `credentials` (id and secret) in the header `Authorization` if there are some.
    ///
    /// # Errors
    /// See [`Client::get`].
    pub(super) async fn post(
        &self,
        url: &str,
        form: &[(&str, &str)],
        credentials: Option<(&str, &str)>,
    ) -> Result<Value, ProviderError> {
        let mut request =
            request(Method::POST, url).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        if let Some((id, secret)) = credentials {
            let pair = format!("{}:{}", encode(id), encode(secret));
            request = request.header(AUTHORIZATION, format!("Basic {}", BASE64_STANDARD.encode(pair)));
        }
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        Ok(serde_json::from_slice(&self.send(request, url, Bytes::from(form)).await?)?)
    }

    /// Sends a request without a body that is signed by OAuth 1.0a. The answer is a form.
    ///
    /// # Errors
    /// See [`Client::get`].
    pub(super) async fn post_signed(
        &self,
        url: &str,
        authorization: &str,
    ) -> Result<Vec<(String, String)>, ProviderError> {
        let request = request(Method::POST, url).header(AUTHORIZATION, authorization);
        let answer = self.send(request, url, Bytes::new()).await?;
        Ok(form_urlencoded::parse(&answer).into_owned().collect())
    }

    /// The document at `url`, from the cache if it is younger than `max_age`.
    ///
    /// # Errors
    /// When it cannot be fetched.
    pub(super) async fn document(&self, url: &str, max_age: Duration) -> Result<Arc<Value>, ProviderError> {
        if let Some(content) = self.documents.find(url, max_age) {
            return Ok(content);
        }
        let content = Arc::new(self.get(url, None, &[]).await?);
        self.documents.insert(url, Arc::clone(&content));
        Ok(content)
    }

    async fn send(
        &self,
        request: hyper::http::request::Builder,
        url: &str,
        body: Bytes,
    ) -> Result<Bytes, ProviderError> {
        let request = request.body(Full::new(body)).map_err(|_| ProviderError::Address(url.to_owned()))?;
        let response = self.http.send(request, MAX_RESPONSE, self.timeout).await?;
        if !response.status.is_success() {
            return Err(ProviderError::Status(response.status.as_u16()));
        }
        Ok(response.body)
    }
}

fn request(method: Method, url: &str) -> hyper::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(url)
        .header(ACCEPT, "application/json")
        .header(ACCEPT_ENCODING, "identity")
        .header(USER_AGENT, AGENT)
}

fn encode(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
