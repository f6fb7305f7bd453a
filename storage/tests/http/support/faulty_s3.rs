//! Fault injection: a proxy in front of a real S3, which can hang, be slow, return an error, or abort a response.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpListener;

/// The S3 calls that the service makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Put,
    Get,
    Delete,
    Copy,
    CreateMultipartUpload,
    UploadPart,
    CompleteMultipartUpload,
    AbortMultipartUpload,
}

/// What the proxy does with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Reads the request's head and nothing more.
    Hang,
    /// Reads the whole request and never responds.
    HangAfterBody,
    /// Reads the body and sends the response in chunks, with pauses of this length.
    Slow(Duration),
    /// Responds with this status.
    Refuse(StatusCode),
    /// Closes the connection in the middle of the response.
    HalfResponse,
    /// Forwards the call, and closes the connection instead of sending the response.
    LoseResponse,
}

type ProxyResult = Result<Response<BoxBody<Bytes, ConnectionAborted>>, ConnectionAborted>;

#[derive(Debug, thiserror::Error)]
#[error("the proxy aborts the connection")]
pub struct ConnectionAborted;

#[derive(Default)]
struct State {
    faults: Vec<(Call, Fault)>,
    /// A DELETE of keys that contain this text fails.
    undeletable: Option<String>,
    calls: Vec<Call>,
}

/// The proxy. Ends with its test's runtime.
#[derive(Clone)]
pub struct FaultyS3 {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl FaultyS3 {
    /// Starts a proxy of the S3 at `upstream`, without faults.
    pub async fn start(upstream: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self { address: listener.local_addr().unwrap(), state: Arc::default() };
        tokio::spawn(accept(listener, upstream.to_owned(), proxy.state.clone()));
        proxy
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Injects a fault into these calls.
    pub fn fail(&self, calls: &[Call], fault: Fault) {
        self.state.lock().unwrap().faults = calls.iter().map(|call| (*call, fault)).collect();
    }

    /// Removes all faults.
    pub fn heal(&self) {
        let mut state = self.state.lock().unwrap();
        state.faults.clear();
        state.undeletable = None;
    }

    /// Makes every DELETE of keys that contain this text fail.
    pub fn refuse_to_delete(&self, text: &str) {
        self.state.lock().unwrap().undeletable = Some(text.to_owned());
    }

    /// The number of calls of this kind so far.
    pub fn calls(&self, call: Call) -> usize {
        self.state.lock().unwrap().calls.iter().filter(|other| **other == call).count()
    }
}

async fn accept(listener: TcpListener, upstream: String, state: Arc<Mutex<State>>) {
    let client = Client::builder(TokioExecutor::new()).build_http();
    while let Ok((stream, _)) = listener.accept().await {
        let (client, upstream, state) = (client.clone(), upstream.clone(), state.clone());
        let service = service_fn(move |request| {
            let (client, upstream, state) = (client.clone(), upstream.clone(), state.clone());
            async move { response(request, &client, &upstream, &state).await }
        });
        tokio::spawn(
            hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service),
        );
    }
}

async fn response(
    request: Request<Incoming>,
    client: &Client<HttpConnector, Full<Bytes>>,
    upstream: &str,
    state: &Mutex<State>,
) -> ProxyResult {
    let call = call(&request);
    let fault = {
        let mut state = state.lock().unwrap();
        state.calls.push(call);
        let refused = state.undeletable.as_ref().is_some_and(|text| request.uri().path().contains(text));
        match state.faults.iter().find(|(failing, _)| *failing == call) {
            Some((_, fault)) => Some(*fault),
            None => (call == Call::Delete && refused).then_some(Fault::Refuse(StatusCode::FORBIDDEN)),
        }
    };
    match fault {
        None => forward(request, client, upstream, None).await,
        Some(Fault::Slow(pause)) => forward(request, client, upstream, Some(pause)).await,
        Some(Fault::LoseResponse) => {
            forward(request, client, upstream, None).await?;
            Err(ConnectionAborted)
        }
        Some(Fault::Hang) => {
            // Keeping the request keeps its connection open.
            std::future::pending::<Infallible>().await;
            drop(request);
            Err(ConnectionAborted)
        }
        Some(Fault::HangAfterBody) => {
            let _ = request.into_body().collect().await;
            std::future::pending::<Infallible>().await;
            Err(ConnectionAborted)
        }
        Some(Fault::Refuse(status)) => {
            let _ = request.into_body().collect().await;
            let body = "<Error><Code>Refused</Code><Message>refused</Message></Error>";
            let body = Full::new(Bytes::from(body)).map_err(|never| match never {}).boxed();
            let mut response = Response::new(body);
            *response.status_mut() = status;
            Ok(response)
        }
        Some(Fault::HalfResponse) => {
            let _ = request.into_body().collect().await;
            let half = futures_util::stream::unfold(0_u8, async |number| match number {
                0 => Some((Ok(Frame::data(Bytes::from_static(b"<half"))), 1)),
                _ => {
                    // Gives hyper the time to send the first half.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    Some((Err(ConnectionAborted), 2))
                }
            });
            let half = StreamBody::new(Box::pin(half));
            let response = Response::builder().header("content-length", "1000").header("etag", "\"half\"");
            Ok(response.body(BodyExt::boxed(half)).unwrap())
        }
    }
}

fn call(request: &Request<Incoming>) -> Call {
    let query = request.uri().query().unwrap_or_default();
    let names = |name: &str| query.split('&').any(|pair| pair.split('=').next() == Some(name));
    match *request.method() {
        Method::POST if names("uploads") => Call::CreateMultipartUpload,
        Method::POST => Call::CompleteMultipartUpload,
        Method::PUT if names("partNumber") => Call::UploadPart,
        Method::PUT if request.headers().contains_key("x-amz-copy-source") => Call::Copy,
        Method::PUT => Call::Put,
        Method::DELETE if names("uploadId") => Call::AbortMultipartUpload,
        Method::DELETE => Call::Delete,
        _ => Call::Get,
    }
}

/// Forwards a call with its headers unchanged, because the signature covers them.
async fn forward(
    request: Request<Incoming>,
    client: &Client<HttpConnector, Full<Bytes>>,
    upstream: &str,
    pause: Option<Duration>,
) -> ProxyResult {
    let (head, mut body) = request.into_parts();
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        bytes.extend_from_slice(&frame.map_err(|_| ConnectionAborted)?.into_data().unwrap_or_default());
        if let Some(pause) = pause {
            tokio::time::sleep(pause).await;
        }
    }
    let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
    let mut outgoing = Request::builder().method(head.method).uri(format!("{upstream}{path}"));
    *outgoing.headers_mut().unwrap() = head.headers;
    let outgoing = outgoing.body(Full::new(Bytes::from(bytes))).unwrap();
    let answered = client.request(outgoing).await.map_err(|_| ConnectionAborted)?;
    let Some(pause) = pause else {
        return Ok(answered.map(|body| body.map_err(|_| ConnectionAborted).boxed()));
    };
    let (head, body) = answered.into_parts();
    let whole = body.collect().await.map_err(|_| ConnectionAborted)?.to_bytes();
    let pieces = futures_util::stream::unfold((whole, 0_u8), move |(mut rest, number)| async move {
        if rest.is_empty() {
            return None;
        }
        if number > 0 {
            tokio::time::sleep(pause).await;
        }
        let length = rest.len().div_ceil(usize::from(PIECES - number.min(PIECES - 1)));
        Some((Ok(Frame::data(rest.split_to(length))), (rest, number + 1)))
    });
    Ok(Response::from_parts(head, BodyExt::boxed(StreamBody::new(Box::pin(pieces)))))
}

/// The number of chunks of a slow response.
const PIECES: u8 = 20;
