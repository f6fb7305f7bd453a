//! An HTTP server that records what it gets.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, LOCATION};
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// A request that has arrived.
#[derive(Debug)]
pub struct Received {
    pub method: String,
    /// With the query.
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

/// The server. It ends with the test.
pub struct Receiver {
    pub url: String,
    requests: UnboundedReceiver<Received>,
    server: JoinHandle<()>,
}

impl Receiver {
    pub async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, requests) = unbounded_channel();
        let server = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let sender = sender.clone();
                let service = service_fn(move |request| answer(request, sender.clone()));
                tokio::spawn(
                    hyper::server::conn::http1::Builder::new()
                        .serve_connection(TokioIo::new(socket), service),
                );
            }
        });
        Receiver { url, requests, server }
    }

    /// The next request.
    pub async fn next(&mut self) -> Received {
        tokio::time::timeout(super::DEADLINE, self.requests.recv()).await.unwrap().unwrap()
    }

    /// What has arrived and was not taken.
    pub fn rest(&mut self) -> Vec<Received> {
        std::iter::from_fn(|| self.requests.try_recv().ok()).collect()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// `/silent` never answers, `/moved` redirects, `/large` answers with 5 MiB, anything else with JSON.
async fn answer(
    request: Request<Incoming>,
    sender: UnboundedSender<Received>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let path = parts.uri.path_and_query().unwrap().to_string();
    let received = Received {
        method: parts.method.to_string(),
        path: path.clone(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    };
    // The test may be over.
    let _ = sender.send(received);
    let response = match path.as_str() {
        "/silent" => std::future::pending().await,
        "/moved" => {
            Response::builder().status(StatusCode::FOUND).header(LOCATION, "/target").body(Full::default())
        }
        "/large" => Response::builder().body(Full::from(vec![b'x'; 5 << 20])),
        _ => Response::builder()
            .status(StatusCode::CREATED)
            .header(CONTENT_TYPE, "application/json")
            .header("x-from", "receiver")
            .body(Full::from(r#"{"ok": true}"#)),
    };
    Ok(response.unwrap())
}
