//! HTTP/2: chosen in the handshake of TLS, and without TLS by clients that know of it. Functions see no difference.

use std::future::poll_fn;
use std::process::Command;

use bytes::Bytes;
use h2::SendStream;
use h2::client::{ResponseFuture, SendRequest};
use hyper::header::{HeaderMap, HeaderValue};
use hyper::{Method, Request};
use rest_gateway::front_door::Certificates;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};

use crate::stack::{Setup, Stack, always_on, anon_key, command, function};
use crate::tls::{self, write_certificate};

type Connection = JoinHandle<Result<(), h2::Error>>;

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> (SendRequest<Bytes>, Connection) {
    let (requests, connection) = h2::client::handshake(stream).await.unwrap();
    (requests, tokio::spawn(connection))
}

async fn connect(stack: &Stack) -> (SendRequest<Bytes>, Connection) {
    speak(TcpStream::connect(stack.front_door.address()).await.unwrap()).await
}

/// Sends the request, and its body while the response arrives, without announcing the body's length.
async fn send(
    requests: &SendRequest<Bytes>,
    (method, path): (Method, &str),
    headers: &[(&str, &str)],
    body: Bytes,
) -> ResponseFuture {
    let mut request = Request::builder().method(method).uri(format!("https://isula.example{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut requests = requests.clone().ready().await.unwrap();
    let (response, stream) = requests.send_request(request.body(()).unwrap(), body.is_empty()).unwrap();
    tokio::spawn(upload(stream, body));
    response
}

/// Ends early if the server does not want the rest.
async fn upload(mut stream: SendStream<Bytes>, mut body: Bytes) {
    while !body.is_empty() {
        stream.reserve_capacity(body.len());
        let Some(Ok(granted)) = poll_fn(|context| stream.poll_capacity(context)).await else { return };
        let part = body.split_to(granted);
        if stream.send_data(part, body.is_empty()).is_err() {
            return;
        }
    }
}

async fn answer(response: ResponseFuture) -> Answer {
    let (head, mut incoming) = response.await.unwrap().into_parts();
    let mut body = Vec::new();
    while let Some(part) = incoming.data().await {
        let part = part.unwrap();
        incoming.flow_control().release_capacity(part.len()).unwrap();
        body.extend_from_slice(&part);
    }
    Answer { status: head.status.as_u16(), headers: head.headers, body }
}

async fn get(requests: &SendRequest<Bytes>, path: &str, headers: &[(&str, &str)]) -> Answer {
    answer(send(requests, (Method::GET, path), headers, Bytes::new()).await).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_sees_the_request_as_over_http_1() {
    let stack = Setup { trusted_proxies: vec!["127.0.0.1"], ..Setup::functions(&["hello"]) }.start().await;
    let (requests, _connection) = connect(&stack).await;
    let headers = [
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        ("x-forwarded-for", "192.0.2.7"),
        ("x-forwarded-proto", "https"),
        ("x-request-id", "edge-7"),
        ("te", "trailers"),
    ];
    let answered = get(&requests, "/functions/v1/hello/place?name=%C3%A9", &headers).await;
    assert_eq!(
        (answered.status, &answered.headers["x-request-id"]),
        (200, &HeaderValue::from_static("edge-7"))
    );
    assert!(!answered.headers.contains_key("connection"));
    let seen = answered.json();
    assert_eq!((&seen["method"], &seen["target"]), (&json!("GET"), &json!("/hello/place?name=%C3%A9")));
    for (name, value) in [
        ("cookie", "a=1; b=2"),
        ("x-forwarded-for", "192.0.2.7"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "isula.example"),
        ("x-request-id", "edge-7"),
    ] {
        assert_eq!(seen["headers"][name], value, "{name}");
    }
    assert_eq!(seen["headers"]["te"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_pass_whole_in_parallel() {
    let stack = Setup::functions(&["hello"]).start().await;
    let (requests, _connection) = connect(&stack).await;
    let mut exchanges = JoinSet::new();
    for letter in "abcdefgh".bytes() {
        let requests = requests.clone();
        let body = Bytes::from(vec![letter; 2 * 1024 * 1024]);
        exchanges.spawn(async move {
            let post = (Method::POST, "/functions/v1/hello/body");
            let answered = answer(send(&requests, post, &[], body.clone()).await).await;
            answered.status == 200 && answered.body == body
        });
    }
    assert_eq!(exchanges.join_all().await, [true; 8]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_the_limit_is_rejected_while_it_arrives() {
    let mut hello = function("hello");
    hello.body_limit = 100_000;
    let stack = Setup { services: vec![hello], ..Setup::default() }.start().await;
    let (requests, _connection) = connect(&stack).await;
    let post = (Method::POST, "/functions/v1/hello/length");
    let response = send(&requests, post.clone(), &[], Bytes::from(vec![0; 100_001])).await;
    assert_eq!(answer(response).await.status, 413);
    let response = send(&requests, post, &[], Bytes::from(vec![0; 100_000])).await;
    assert_eq!(answer(response).await.body, b"100000");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_and_preflights_are_checked() {
    let setup = Setup { services: vec![always_on("auth")], auth: Some("auth"), ..Setup::default() };
    let stack = setup.start().await;
    let (requests, _connection) = connect(&stack).await;
    assert_eq!(get(&requests, "/auth/v1/user", &[]).await.status, 401);
    assert_eq!(get(&requests, "/auth/v1/user", &[("apikey", &anon_key())]).await.status, 200);
    let preflight = [("origin", "https://a.example"), ("access-control-request-method", "GET")];
    let options = (Method::OPTIONS, "/auth/v1/user");
    let allowed = answer(send(&requests, options, &preflight, Bytes::new()).await).await;
    assert_eq!(allowed.headers["access-control-allow-origin"], "*");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_chooses_its_protocol_in_the_handshake() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let certificate = write_certificate(folder.path());
    let certificates = Certificates::follow(path("certificate.pem"), path("key.pem")).unwrap();
    let stack = Setup { certificates: Some(certificates), ..Setup::functions(&["hello"]) }.start().await;

    let stream = tls::connect(&stack, &certificate, &["h2", "http/1.1"]).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let (requests, _connection) = speak(stream).await;
    let answered = get(&requests, "/functions/v1/hello", &[]).await;
    assert_eq!(answered.json()["headers"]["x-forwarded-proto"], "https");

    // As browsers do for a WebSocket.
    let mut stream = tls::connect(&stack, &certificate, &["http/1.1"]).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
    let handshake = "GET /functions/v1/hello/websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n\
                     Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                     Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(handshake.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draining_gateway_ends_its_connections_and_finishes_their_requests() {
    let folder = tempfile::tempdir().unwrap();
    let listening = folder.path().join("listening");
    let mut slow = function("slow");
    slow.command = command(&[("LISTENING", listening.to_str().unwrap())]);
    let stack = Setup { services: vec![slow], ..Setup::default() }.start().await;
    let (requests, connection) = connect(&stack).await;
    let slow = (Method::GET, "/functions/v1/slow/until-sigterm");
    let waiting = send(&requests, slow, &[], Bytes::new()).await;
    stack.until("a request is in flight", |_| listening.exists()).await;

    stack.front_door.drain();
    assert_eq!(get(&requests, "/functions/v1/slow", &[]).await.status, 200);
    while requests.clone().ready().await.is_ok() {
        tokio::task::yield_now().await;
    }
    // A load balancer that has not noticed yet is still served.
    let (late, _connection) = connect(&stack).await;
    assert_eq!(get(&late, "/functions/v1/slow", &[]).await.status, 200);
    let pid = stack.pid("slow").unwrap().to_string();
    assert!(Command::new("kill").arg(pid).status().unwrap().success());
    assert_eq!(answer(waiting).await.body, b"finished");
    connection.await.unwrap().unwrap();
    stack.front_door.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cancels_its_request_ends_the_functions_work() {
    let stack = Setup::functions(&["hello"]).start().await;
    let (requests, _connection) = connect(&stack).await;
    let in_flight = |stack: &Stack| stack.host.status()[0].in_flight;
    let never = (Method::GET, "/functions/v1/hello/never");
    let response = send(&requests, never, &[], Bytes::new()).await;
    stack.until("the request is in flight", |stack| in_flight(stack) == 1).await;
    drop(response);
    stack.until("the request is cancelled", |stack| in_flight(stack) == 0).await;
}
