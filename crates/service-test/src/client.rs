//! A small HTTP client: a JSON body goes out, an [`Answer`] comes back.

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

/// A burst of hundreds may wait this long on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Speaks with one service, perhaps in the name of a person.
#[derive(Clone)]
pub struct Client {
    http: HttpClient<HttpConnector, Full<Bytes>>,
    address: String,
    headers: Vec<(String, String)>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The body as JSON; null when it is empty.
    pub body: Value,
}

impl Client {
    pub(crate) fn new(address: &str) -> Client {
        let http = HttpClient::builder(TokioExecutor::new()).build_http();
        Client { http, address: address.to_owned(), headers: Vec::new() }
    }

    /// The same client, coming from another address of this machine.
    pub fn from_address(&self, address: IpAddr) -> Client {
        let mut connector = HttpConnector::new();
        connector.set_local_address(Some(address));
        Client { http: HttpClient::builder(TokioExecutor::new()).build(connector), ..self.clone() }
    }

    /// The same client with a bearer token.
    pub fn bearer(&self, token: &str) -> Client {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    /// The same client with a further header.
    pub fn header(&self, name: &str, value: &str) -> Client {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Bytes::new()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.header(CONTENT_TYPE.as_str(), "application/json")
            .send(Method::POST, path, body.to_string())
            .await
    }

    /// Sends a form.
    pub async fn post_form(&self, path: &str, form: &Form) -> Answer {
        self.header(CONTENT_TYPE.as_str(), &form.content_type()).send(Method::POST, path, form.body()).await
    }

    /// Sends a body as it is; the content type is the caller's.
    pub async fn send(&self, method: Method, path: &str, body: impl Into<Bytes>) -> Answer {
        let (head, body) = self.exchange(method, path, body).await;
        let body = match body.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&body).unwrap_or_else(|_| panic!("not JSON: {body:?}")),
        };
        Answer { status: head.status, headers: head.headers, body }
    }

    /// The content of a file, with its media type; `None` when it is refused.
    pub async fn file(&self, path: &str) -> Option<(String, Bytes)> {
        let (head, body) = self.exchange(Method::GET, path, Bytes::new()).await;
        let media_type = head.headers.get(CONTENT_TYPE)?.to_str().ok()?.to_owned();
        head.status.is_success().then_some((media_type, body))
    }

    /// The headers and the bytes of an answer, as they came.
    pub async fn raw(&self, path: &str) -> (HeaderMap, Bytes) {
        let (head, body) = self.exchange(Method::GET, path, Bytes::new()).await;
        (head.headers, body)
    }

    async fn exchange(&self, method: Method, path: &str, body: impl Into<Bytes>) -> (Parts, Bytes) {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(body.into())).expect("a well-formed request");
        let answer =
            tokio::time::timeout(PATIENCE, self.http.request(request)).await.expect("an answer in time");
        let answer = answer.expect("an answer");
        let (head, body) = answer.into_parts();
        (head, body.collect().await.expect("a whole answer").to_bytes())
    }
}

impl Answer {
    /// This answer, if it has the status that the test expects.
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }

    /// Asserts that this is a refusal in the product's shape, with this status and code, and returns its sentence.
    pub fn refusal(&self, status: u16, code: &str) -> String {
        assert_eq!((self.status.as_u16(), &self.body["code"]), (status, &Value::from(code)), "{}", self.body);
        assert_eq!(self.headers[CONTENT_TYPE], "application/json");
        let sentence = self.body["error"].as_str().expect("a sentence").to_owned();
        // A label begins with a capital, the name that stands in for a missing one does not.
        let quoted = sentence.split("«\u{a0}").nth(1).unwrap_or_default();
        assert!(!quoted.starts_with(char::is_lowercase), "a field without a label: {sentence}");
        sentence
    }
}

/// Sends one GET over a unix socket, as a front door does, and returns the answer's status.
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
    sender.send_request(request).await.expect("an answer").status().as_u16()
}
