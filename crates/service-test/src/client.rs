//! An HTTP client for JSON, forms and files.

use crate::form::Form;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap};
use hyper::http::response::Parts;
use hyper::{Method, Request, StatusCode};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::Value;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

/// The timeout of a request. Generous, for a burst of hundreds on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A client of one service, with headers that it sends with every request.
#[derive(Clone)]
pub struct Client {
    http: HttpClient<HttpConnector, Full<Bytes>>,
    address: String,
    headers: Vec<(String, String)>,
}

/// A response with a JSON body.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The JSON body; null when it is empty.
    pub body: Value,
}

impl Client {
    /// A client of the service at `address`, e.g. `http://127.0.0.1:4000`.
    pub fn new(address: &str) -> Client {
        let http = HttpClient::builder(TokioExecutor::new()).build_http();
        Client { http, address: address.to_owned(), headers: Vec::new() }
    }

    /// The address of the service.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The same client with another local address.
    pub fn from_address(&self, address: IpAddr) -> Client {
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(address));
        Client { http: HttpClient::builder(TokioExecutor::new()).build(connector), ..self.clone() }
    }

    /// The same client with a bearer token.
    pub fn bearer(&self, token: &str) -> Client {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// The same client with another header.
    pub fn header(&self, name: &str, value: &str) -> Client {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    /// Sends a GET.
    pub async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, Bytes::new()).await
    }

    /// Sends a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Response {
        self.send_json(Method::POST, path, body).await
    }

    /// Sends a PUT with a JSON body.
    pub async fn put(&self, path: &str, body: Value) -> Response {
        self.send_json(Method::PUT, path, body).await
    }

    /// Sends a DELETE without a body.
    pub async fn delete(&self, path: &str) -> Response {
        self.send(Method::DELETE, path, Bytes::new()).await
    }

    /// Sends a JSON body with any method.
    pub async fn send_json(&self, method: Method, path: &str, body: Value) -> Response {
        self.header(CONTENT_TYPE.as_str(), "application/json").send(method, path, body.to_string()).await
    }

    /// Sends a form.
    pub async fn post_form(&self, path: &str, form: &Form) -> Response {
        self.header(CONTENT_TYPE.as_str(), &form.content_type()).send(Method::POST, path, form.body()).await
    }

    /// Sends a body without a content type of its own.
    pub async fn send(&self, method: Method, path: &str, body: impl Into<Bytes>) -> Response {
        let (head, body) = self.exchange(method, path, body).await;
        let body = match body.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&body).unwrap_or_else(|_| panic!("not JSON: {body:?}")),
        };
        Response { status: head.status, headers: head.headers, body }
    }

    /// The media type and the content of a file; `None` for an error status.
    pub async fn file(&self, path: &str) -> Option<(String, Bytes)> {
        let (head, body) = self.exchange(Method::GET, path, Bytes::new()).await;
        let media_type = head.headers.get(CONTENT_TYPE)?.to_str().ok()?.to_owned();
        head.status.is_success().then_some((media_type, body))
    }

    /// The headers and the undecoded body of a response.
    pub async fn raw(&self, path: &str) -> (HeaderMap, Bytes) {
        let (head, body) = self.exchange(Method::GET, path, Bytes::new()).await;
        (head.headers, body)
    }

    async fn exchange(&self, method: Method, path: &str, body: impl Into<Bytes>) -> (Parts, Bytes) {
        let response = tokio::time::timeout(TIMEOUT, self.try_exchange(method, path, body)).await;
        response.expect("a response in time").expect("a response")
    }

    /// Sends a request and returns the response's head and undecoded body. None when the connection fails before the
    /// response is complete.
    pub async fn try_exchange(
        &self,
        method: Method,
        path: &str,
        body: impl Into<Bytes>,
    ) -> Option<(Parts, Bytes)> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(body.into())).expect("a well-formed request");
        let (head, body) = self.http.request(request).await.ok()?.into_parts();
        Some((head, body.collect().await.ok()?.to_bytes()))
    }
}

impl Response {
    /// Asserts the status, and returns the response.
    pub fn expect(self, status: u16) -> Response {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }

    /// Asserts that this is an error in the product's format, with this status and code, and returns its message.
    pub fn expect_error(&self, status: u16, code: &str) -> String {
        assert_eq!((self.status.as_u16(), &self.body["code"]), (status, &Value::from(code)), "{}", self.body);
        assert_eq!(self.headers[CONTENT_TYPE], "application/json");
        let message = self.body["error"].as_str().expect("a message").to_owned();
        // A field's label begins with a capital. Without a label, the message contains the field's name.
        let quoted = message.split("«\u{a0}").nth(1).unwrap_or_default();
        assert!(!quoted.starts_with(char::is_lowercase), "a field without a label: {message}");
        message
    }
}

/// Sends a GET over a unix socket, as the gateway does, and returns the response's status.
pub async fn unix_request(socket: &Path, path: &str, headers: &[(&str, &str)]) -> u16 {
    let stream = tokio::net::UnixStream::connect(socket).await.expect("the socket");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("HTTP");
    tokio::spawn(connection);
    let mut request = Request::get(path).header(HOST, "service");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Full::<Bytes>::default()).expect("a well-formed request");
    sender.send_request(request).await.expect("a response").status().as_u16()
}

/// Sends requests concurrently and returns the statuses of their responses, in ascending order.
pub async fn sorted_statuses<R>(requests: impl IntoIterator<Item = R>) -> Vec<u16>
where
    R: Future<Output = Response> + Send + 'static,
{
    let tasks: Vec<_> = requests.into_iter().map(tokio::spawn).collect();
    let mut statuses = Vec::new();
    for task in tasks {
        statuses.push(task.await.expect("a response").status.as_u16());
    }
    statuses.sort_unstable();
    statuses
}
