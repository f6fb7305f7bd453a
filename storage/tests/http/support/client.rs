//! An HTTP client for responses with any body.

use bytes::Bytes;
use hyper::Method;
use hyper::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use super::Form;

#[derive(Clone)]
pub struct Client(service_test::Client);

#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Client {
    pub fn new(address: &str) -> Self {
        Self(service_test::Client::new(address))
    }

    /// The same client with another local address.
    pub fn on_address(&self, address: std::net::Ipv4Addr) -> Self {
        Self(self.0.from_address(address.into()))
    }

    pub fn address(&self) -> &str {
        self.0.address()
    }

    pub fn bearer(&self, token: &str) -> Self {
        Self(self.0.bearer(token))
    }

    pub fn header(&self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value))
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
        let (head, body) = self.0.try_exchange(method, path, body).await?;
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
