//! An HTTP client for responses with any body.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use hyper::{Method, Request};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

use super::Form;

#[derive(Clone)]
pub struct Client {
    http: HttpClient<HttpConnector, Full<Bytes>>,
    address: String,
    headers: Vec<(String, String)>,
}

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Client {
    pub fn new(address: &str) -> Self {
        let http = HttpClient::builder(TokioExecutor::new()).build_http();
        Self { http, address: address.to_owned(), headers: Vec::new() }
    }

    /// The same client with another local address.
    pub fn on_address(&self, address: std::net::Ipv4Addr) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(address.into()));
        let http = HttpClient::builder(TokioExecutor::new()).build(connector);
        Self { http, ..self.clone() }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn bearer(&self, token: &str) -> Self {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    pub fn header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, Bytes::new()).await
    }

    pub async fn head(&self, path: &str) -> Response {
        self.send(Method::HEAD, path, Bytes::new()).await
    }

    pub async fn delete(&self, path: &str) -> Response {
        self.send(Method::DELETE, path, Bytes::new()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Response {
        self.json(Method::POST, path, body).await
    }

    pub async fn json(&self, method: Method, path: &str, body: Value) -> Response {
        self.header(CONTENT_TYPE.as_str(), "application/json").send(method, path, body.to_string()).await
    }

    /// Uploads a raw body.
    pub async fn upload(&self, path: &str, mimetype: &str, body: impl Into<Bytes>) -> Response {
        self.header(CONTENT_TYPE.as_str(), mimetype).send(Method::POST, path, body).await
    }

    /// Uploads a form, as browsers do.
    pub async fn upload_form(&self, method: Method, path: &str, form: &Form) -> Response {
        self.header(CONTENT_TYPE.as_str(), &form.content_type()).send(method, path, form.body()).await
    }

    pub async fn send(&self, method: Method, path: &str, body: impl Into<Bytes>) -> Response {
        self.try_send(method, path, body).await.expect("a response")
    }

    /// None when the connection fails before the response is complete.
    pub async fn try_send(&self, method: Method, path: &str, body: impl Into<Bytes>) -> Option<Response> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(body.into())).unwrap();
        let (head, body) = self.http.request(request).await.ok()?.into_parts();
        let body = body.collect().await.ok()?.to_bytes();
        Some(Response { status: head.status.as_u16(), headers: head.headers, body })
    }
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {:?}", self.body))
    }

    /// Asserts the status, and returns the response.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{:?}", self.body);
        self
    }

    /// Asserts an error with HTTP status 400, and this status and code in the body. Returns its message.
    #[track_caller]
    pub fn expect_error(&self, status_code: &str, code: &str) -> String {
        assert_eq!(self.status, 400, "{:?}", self.body);
        self.expect_error_body(status_code, code)
    }

    /// Asserts an error with this status and code in the body, whatever the HTTP status. Returns its message.
    #[track_caller]
    pub fn expect_error_body(&self, status_code: &str, code: &str) -> String {
        let body = self.json();
        assert_eq!(
            (&body["statusCode"], &body["code"]),
            (&Value::from(status_code), &Value::from(code)),
            "{body}"
        );
        assert!(body["error"].is_string());
        body["message"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no header {name}")).to_str().unwrap()
    }
}

/// The names in a list.
pub fn names(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}
