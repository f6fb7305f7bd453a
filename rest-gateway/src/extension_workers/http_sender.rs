//! Sends the requests of `net` and `http` over one HTTP client, which keeps connections alive.

use crate::container_address::without_containers;
use bytes::Bytes;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::header::{
    AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, LOCATION, USER_AGENT,
};
use hyper::{Method, Request, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use std::time::Duration;
use tokio::sync::OnceCell;
use url::Url;

/// A longer response is an error, because it is held in memory and stored in a row.
const MAX_BODY: usize = 4 << 20;
const MAX_REDIRECTS: usize = 10;
const MAX_TIMEOUT: Duration = Duration::from_secs(300);
const AGENT: HeaderValue = HeaderValue::from_static("pg_net (rest-gateway)");

/// A request to send.
#[derive(Debug)]
pub struct HttpRequest {
    pub method: String,
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    pub body: Option<Vec<u8>>,
    pub timeout: Duration,
}

/// The response, or why there is none.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub status: Option<i32>,
    pub content_type: Option<String>,
    /// Names and values.
    pub headers: Option<Vec<(String, String)>>,
    pub content: Option<String>,
    pub timed_out: bool,
    pub error: Option<String>,
}

#[derive(Debug, thiserror::Error)]
enum SendError {
    #[error("the URL is not valid")]
    Url,
    #[error("the method is not valid")]
    Method,
    #[error("the header {0} is not valid")]
    Header(String),
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    #[error("the response is larger than {MAX_BODY} bytes")]
    TooLarge,
    #[error("more than {MAX_REDIRECTS} redirects")]
    TooManyRedirects,
    #[error("the system's certificate authorities cannot be read: {0}")]
    Certificates(String),
}

type Pool = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// The HTTP client. Connects lazily, so that a database without requests loads no certificates.
pub struct HttpSender {
    pool: OnceCell<Pool>,
    gateway_url: String,
    gateway_port: u16,
}

impl HttpSender {
    pub fn new(gateway_url: String, gateway_port: u16) -> HttpSender {
        HttpSender { pool: OnceCell::new(), gateway_url, gateway_port }
    }

    /// Sends a request and reads the response. A failure is an outcome too.
    pub async fn send(&self, request: &HttpRequest) -> Outcome {
        let timeout = request.timeout.min(MAX_TIMEOUT);
        match tokio::time::timeout(timeout, self.exchange(request)).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => Outcome { error: Some(error.to_string()), ..Outcome::default() },
            Err(_) => Outcome {
                timed_out: true,
                error: Some(format!("Timeout of {} ms reached", timeout.as_millis())),
                ..Outcome::default()
            },
        }
    }

    async fn exchange(&self, request: &HttpRequest) -> Result<Outcome, SendError> {
        let pool = self.pool.get_or_try_init(connect).await?;
        let address = without_containers(&request.url, &self.gateway_url, self.gateway_port);
        let mut url = Url::parse(&address).map_err(|_| SendError::Url)?;
        let mut method = Method::from_bytes(request.method.to_ascii_uppercase().as_bytes())
            .map_err(|_| SendError::Method)?;
        let mut body = request.body.clone().map(Bytes::from).unwrap_or_default();
        let mut headers = headers(&request.headers)?;
        for _ in 0..=MAX_REDIRECTS {
            let uri: Uri = url.as_str().parse().map_err(|_| SendError::Url)?;
            let mut sent = Request::new(Full::new(body.clone()));
            (*sent.method_mut(), *sent.uri_mut(), *sent.headers_mut()) =
                (method.clone(), uri, headers.clone());
            let response =
                pool.request(sent).await.map_err(|error| SendError::Unreachable(cause_of(&error)))?;
            let next = redirect(response.status(), response.headers(), &url);
            let Some(next) = next.filter(|_| method != Method::HEAD) else {
                let (parts, body) = response.into_parts();
                let body = Limited::new(body, MAX_BODY).collect().await.map_err(|error| {
                    match error.is::<LengthLimitError>() {
                        true => SendError::TooLarge,
                        false => SendError::Unreachable(error.to_string()),
                    }
                })?;
                return Ok(outcome(parts.status, &parts.headers, &body.to_bytes()));
            };
            if !keeps_method(response.status()) && method == Method::POST {
                (method, body) = (Method::GET, Bytes::new());
                headers.remove(CONTENT_TYPE);
            }
            if next.origin() != url.origin() {
                headers.remove(AUTHORIZATION);
                headers.remove(COOKIE);
            }
            url = next;
        }
        Err(SendError::TooManyRedirects)
    }
}

/// Reads the certificate authorities on a blocking thread, at the first request.
async fn connect() -> Result<Pool, SendError> {
    let connector = tokio::task::spawn_blocking(|| {
        let mut http = HttpConnector::new();
        http.enforce_http(false);
        let builder = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(tokio_rustls::rustls::crypto::ring::default_provider())?;
        Ok::<_, std::io::Error>(builder.https_or_http().enable_http1().wrap_connector(http))
    });
    let connector = connector.await.map_err(|error| SendError::Certificates(error.to_string()))?;
    let connector = connector.map_err(|error| SendError::Certificates(error.to_string()))?;
    // Without a timer, unused connections stay in the pool for ever.
    Ok(Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector))
}

fn headers(pairs: &[(String, String)]) -> Result<HeaderMap, SendError> {
    let mut headers = HeaderMap::new();
    headers.insert(USER_AGENT, AGENT);
    for (name, value) in pairs {
        let invalid = || SendError::Header(name.clone());
        let parsed = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid())?;
        headers.insert(parsed, HeaderValue::from_str(value).map_err(|_| invalid())?);
    }
    Ok(headers)
}

/// The target of a redirect; `None` for any other response.
fn redirect(status: StatusCode, headers: &HeaderMap, url: &Url) -> Option<Url> {
    let is_redirect = matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308);
    let location = headers.get(LOCATION).filter(|_| is_redirect)?;
    url.join(location.to_str().ok()?).ok()
}

fn keeps_method(status: StatusCode) -> bool {
    matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT)
}

fn outcome(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Outcome {
    let lossy = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let all = headers.iter().map(|(name, value)| (name.to_string(), lossy(value))).collect();
    // A text of Postgres has no zero byte; pg_net ends at the first one too.
    let text = body.split(|byte| *byte == 0).next().unwrap_or_default();
    Outcome {
        status: Some(status.as_u16().into()),
        content_type: headers.get(CONTENT_TYPE).map(lossy),
        headers: Some(all),
        content: (!text.is_empty()).then(|| String::from_utf8_lossy(text).into_owned()),
        timed_out: false,
        error: None,
    }
}

/// The innermost error, which has the reason.
fn cause_of(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
