//! A plain HTTP client that sends exactly the given request and returns the whole response.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    #[track_caller]
    pub fn json(&self) -> Value {
        match serde_json::from_slice(&self.body) {
            Ok(json) => json,
            Err(error) => panic!("{error} in {} {:?}", self.status, self.body),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

pub async fn get(url: &str, headers: &[(&str, &str)]) -> Answer {
    send("GET", url, headers, "").await
}

pub async fn send(method: &str, url: &str, headers: &[(&str, &str)], body: impl Into<Bytes>) -> Answer {
    try_send(method, url, headers, body).await.unwrap()
}

pub async fn try_send(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Result<Answer, Box<dyn std::error::Error + Send + Sync>> {
    let mut request = Request::new(Full::new(body.into()));
    *request.method_mut() = Method::from_bytes(method.as_bytes())?;
    *request.uri_mut() = url.parse()?;
    for (name, value) in headers {
        request.headers_mut().append(HeaderName::try_from(*name)?, HeaderValue::try_from(*value)?);
    }
    let response = Client::builder(TokioExecutor::new()).build_http().request(request).await?;
    let (head, body) = response.into_parts();
    let body = body.collect().await?.to_bytes();
    Ok(Answer { status: head.status.as_u16(), headers: head.headers, body })
}
