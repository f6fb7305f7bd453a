//! HTTP/2 without TLS, with h2's client, which does what these tests ask for and nothing else.

use h2::Reason;
use h2::client::{Builder, Connection, ResponseFuture, SendRequest};
use hyper::{Method, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

use super::{
    AddressLimit, Bytes, Data, Duration, GET, Handlers, Limits, Pace, SocketAddr, Started, TIMEOUT, connect,
    read_until_closed, start_server,
};

type Requests = SendRequest<Bytes>;

const PAUSE: Pace = Pace { grace: Duration::from_millis(300), min_rate: 1024 };

/// One thread, so that requests of one test share their application.
fn limits() -> Limits {
    Limits { client_disconnect_timeout: Duration::from_millis(300), workers: Some(1), ..Limits::default() }
}

fn start() -> (SocketAddr, Data<Handlers>) {
    start_with(AddressLimit::none(), limits())
}

fn start_with(addresses: AddressLimit, limits: Limits) -> (SocketAddr, Data<Handlers>) {
    let Started { address, handlers, .. } = start_server(addresses, limits);
    (address, handlers)
}

/// The handle has the way in which the connection ended.
async fn connect2(address: SocketAddr) -> (Requests, JoinHandle<Result<(), h2::Error>>) {
    let (requests, connection) = handshake(address).await;
    (requests, tokio::spawn(connection))
}

/// The client reads nothing before the connection is polled.
async fn handshake(address: SocketAddr) -> (Requests, Connection<TcpStream, Bytes>) {
    // A stream that is not read does not hold up the others.
    let mut builder = Builder::new();
    builder.initial_window_size(64 * 1024).initial_connection_window_size(16 * 1024 * 1024);
    builder.handshake(connect(address).await).await.unwrap()
}

fn request(method: Method, path: &str) -> Request<()> {
    Request::builder().method(method).uri(format!("http://a{path}")).body(()).unwrap()
}

async fn send(requests: &Requests, request: Request<()>) -> ResponseFuture {
    let mut ready = timeout(TIMEOUT, requests.clone().ready()).await.expect("no request may begin").unwrap();
    ready.send_request(request, true).unwrap().0
}

async fn get(requests: &Requests, path: &str) -> ResponseFuture {
    send(requests, request(Method::GET, path)).await
}

async fn answer(response: ResponseFuture) -> Result<(u16, String), h2::Error> {
    let (head, mut body) = timeout(TIMEOUT, response).await.expect("no response")?.into_parts();
    let mut bytes = Vec::new();
    while let Some(part) = timeout(TIMEOUT, body.data()).await.expect("the body stalls") {
        let part = part?;
        body.flow_control().release_capacity(part.len()).unwrap();
        bytes.extend_from_slice(&part);
    }
    Ok((head.status.as_u16(), String::from_utf8(bytes).unwrap()))
}

async fn ended(connection: JoinHandle<Result<(), h2::Error>>) -> Result<(), h2::Error> {
    timeout(TIMEOUT, connection).await.expect("the connection stays open").unwrap()
}

/// Waits until the server has closed the connection. What the client writes at that moment may fail.
async fn closed(connection: JoinHandle<Result<(), h2::Error>>) {
    if let Err(error) = ended(connection).await {
        assert!(error.is_io(), "{error}");
    }
}

#[actix_web::test]
async fn a_connection_answers_requests_in_parallel() {
    let (address, handlers) = start();
    let (requests, _connection) = connect2(address).await;
    let mut waiting = JoinSet::new();
    for _ in 0..50 {
        waiting.spawn(answer(get(&requests, "/wait").await));
    }
    handlers.started.wait_for(50).await;
    assert_eq!(answer(get(&requests, "/").await).await.unwrap(), (200, "here".to_owned()));
    (0..50).for_each(|_| handlers.released.count());
    for answered in waiting.join_all().await {
        assert_eq!(answered.unwrap(), (200, "released".to_owned()));
    }
}

#[actix_web::test]
async fn large_bodies_pass_in_both_directions_at_once() {
    let (address, _) = start();
    let (requests, _connection) = connect2(address).await;
    let mut requests = requests.ready().await.unwrap();
    let (response, mut sending) = requests.send_request(request(Method::POST, "/echo"), false).unwrap();
    let sent: String = ('a'..='z').cycle().take(8 * 1024 * 1024).collect();
    let mut rest = Bytes::from(sent.clone());
    let upload = async {
        while !rest.is_empty() {
            sending.reserve_capacity(rest.len());
            let granted = std::future::poll_fn(|context| sending.poll_capacity(context)).await;
            let part = rest.split_to(granted.unwrap().unwrap());
            sending.send_data(part, rest.is_empty()).unwrap();
        }
    };
    let (answered, ()) = tokio::join!(answer(response), upload);
    let (status, received) = answered.unwrap();
    assert_eq!(status, 200);
    assert!(received == sent);
}

#[actix_web::test]
async fn a_client_that_waits_to_send_its_body_is_told_to() {
    let (address, _) = start();
    let (requests, _connection) = connect2(address).await;
    let mut waiting = request(Method::POST, "/echo");
    waiting.headers_mut().insert("expect", "100-continue".parse().unwrap());
    let mut requests = requests.ready().await.unwrap();
    let (mut response, mut sending) = requests.send_request(waiting, false).unwrap();
    let told = std::future::poll_fn(|context| response.poll_informational(context));
    let told = timeout(TIMEOUT, told).await.unwrap().unwrap().unwrap();
    assert_eq!(told.status(), 100);
    sending.send_data(Bytes::from_static(b"body"), true).unwrap();
    assert_eq!(answer(response).await.unwrap(), (200, "body".to_owned()));
}

#[actix_web::test]
async fn an_incomplete_response_is_not_completed() {
    let (address, _) = start();
    let (requests, _connection) = connect2(address).await;
    let error = answer(get(&requests, "/half").await).await.unwrap_err();
    assert_eq!(error.reason(), Some(Reason::INTERNAL_ERROR));
    assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
}

#[actix_web::test]
async fn a_response_to_head_has_a_length_and_no_body() {
    let (address, _) = start();
    let (requests, _connection) = connect2(address).await;
    let response = send(&requests, request(Method::HEAD, "/")).await;
    let (head, mut body) = timeout(TIMEOUT, response).await.unwrap().unwrap().into_parts();
    assert_eq!((head.status.as_u16(), &head.headers["content-length"]), (200, &"4".parse().unwrap()));
    assert!(head.headers.contains_key("date"));
    assert!(body.data().await.is_none());
}

#[actix_web::test]
async fn a_request_that_its_client_cancels_is_cancelled() {
    let (address, handlers) = start();
    let (requests, _connection) = connect2(address).await;
    let response = get(&requests, "/endless").await;
    handlers.started.wait_for(1).await;
    drop(response);
    handlers.ended.wait_for(1).await;
    assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
}

#[actix_web::test]
async fn a_closed_connection_cancels_its_requests() {
    let (address, handlers) = start();
    let (requests, connection) = connect2(address).await;
    let _responses = (get(&requests, "/endless").await, get(&requests, "/endless").await);
    handlers.started.wait_for(2).await;
    connection.abort();
    handlers.ended.wait_for(2).await;
}

#[actix_web::test]
async fn a_response_that_is_not_read_is_given_up_and_others_are_not() {
    let (address, handlers) = start_with(AddressLimit::none(), Limits { response: PAUSE, ..limits() });
    let (requests, _connection) = connect2(address).await;
    let (_, mut unread) = get(&requests, "/large").await.await.unwrap().into_parts();
    handlers.ended.wait_for(1).await;
    assert_eq!(answer(get(&requests, "/").await).await.unwrap(), (200, "here".to_owned()));
    let given_up = async {
        loop {
            if let Err(error) = unread.data().await.expect("the response is complete") {
                return error;
            }
        }
    };
    assert_eq!(timeout(TIMEOUT, given_up).await.unwrap().reason(), Some(Reason::CANCEL));
}

#[actix_web::test]
async fn a_client_that_does_not_read_its_socket_loses_its_connection() {
    let limits = Limits { response: PAUSE, keep_alive: Duration::from_secs(2), ..limits() };
    let (address, handlers) = start_with(AddressLimit::new(2, |_| false), limits);
    // Windows for the whole response, which the client then leaves in the socket.
    let mut builder = Builder::new();
    builder.initial_window_size(1 << 30).initial_connection_window_size(1 << 30);
    let (requests, mut connection) = builder.handshake(connect(address).await).await.unwrap();
    let _response = tokio::select! {
        response = get(&requests, "/large") => response,
        ended = &mut connection => panic!("{ended:?}"),
    };
    tokio::select! {
        () = handlers.started.wait_for(1) => {}
        ended = &mut connection => panic!("{ended:?}"),
    }
    handlers.ended.wait_for(1).await;
    // Another two are accepted once the connection is closed.
    let closed = async { while !connect_twice(address).await {} };
    timeout(TIMEOUT, closed).await.expect("the connection stays open");
}

/// Whether two connections of this address are accepted at once.
async fn connect_twice(address: SocketAddr) -> bool {
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = connect(address).await;
        let _ = stream.write_all(GET.as_bytes()).await;
        if stream.read_exact(&mut [0; 12]).await.is_err() {
            return false;
        }
        held.push(stream);
    }
    true
}

#[actix_web::test]
async fn overlong_headers_are_rejected_and_others_served() {
    let (address, _) = start();
    let (requests, _connection) = connect2(address).await;
    let mut large = request(Method::GET, "/");
    large.headers_mut().insert("x", "v".repeat(200 * 1024).parse().unwrap());
    assert_eq!(answer(send(&requests, large).await).await.unwrap().0, 431);
    let mut named = request(Method::GET, "/");
    named
        .headers_mut()
        .insert(hyper::header::HeaderName::try_from("n".repeat(2000)).unwrap(), "v".parse().unwrap());
    assert_eq!(answer(send(&requests, named).await).await.unwrap().0, 400);
    let tunnel = Request::builder().method(Method::CONNECT).uri("a:80").body(()).unwrap();
    assert_eq!(answer(send(&requests, tunnel).await).await.unwrap().0, 400);
    assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
}

#[actix_web::test]
async fn a_client_that_cancels_all_its_requests_loses_its_connection() {
    let (address, handlers) = start();
    // At once, before a handler can begin, and later.
    for has_begun in [false, true] {
        let (requests, connection) = connect2(address).await;
        let mut sent = 0;
        while !connection.is_finished() && sent < 10_000 {
            sent += 1;
            let Ok(mut ready) = requests.clone().ready().await else { break };
            let Ok((response, _)) = ready.send_request(request(Method::GET, "/endless"), true) else { break };
            if has_begun {
                tokio::select! {
                    () = handlers.started.wait_for(1) => {}
                    _ = response => {}
                }
            }
        }
        let error = ended(connection).await.unwrap_err();
        // What the client still sends may reset the socket before it has read the reason.
        assert!(error.reason() == Some(Reason::ENHANCE_YOUR_CALM) || error.is_io(), "{error}");
    }
    let (requests, _connection) = connect2(address).await;
    assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
}

#[actix_web::test]
async fn a_client_may_cancel_some_of_its_requests() {
    let (address, handlers) = start();
    let (requests, _connection) = connect2(address).await;
    for _ in 0..300 {
        let cancelled = get(&requests, "/endless").await;
        handlers.started.wait_for(1).await;
        drop(cancelled);
        assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
    }
}

#[actix_web::test]
async fn requests_count_towards_the_limit_of_their_address() {
    let (address, handlers) = start_with(AddressLimit::new(3, |_| false), limits());
    let (requests, _connection) = connect2(address).await;
    let held = [get(&requests, "/endless").await, get(&requests, "/endless").await];
    handlers.started.wait_for(2).await;
    let refused = answer(get(&requests, "/").await).await.unwrap_err();
    assert_eq!(refused.reason(), Some(Reason::REFUSED_STREAM));
    assert_eq!(read_until_closed(&mut connect(address).await).await, "");
    drop(held);
    handlers.ended.wait_for(2).await;
    let answered = async { while answer(get(&requests, "/").await).await.is_err() {} };
    timeout(TIMEOUT, answered).await.expect("cancelled requests are still counted");
}

#[actix_web::test]
async fn a_client_learns_how_many_requests_it_may_send_at_once() {
    let (address, handlers) = start_with(AddressLimit::none(), Limits { streams: 2, ..limits() });
    let (requests, _connection) = connect2(address).await;
    assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
    assert_eq!(requests.current_max_send_streams(), 2);
    let mut held = vec![get(&requests, "/endless").await, get(&requests, "/endless").await];
    handlers.started.wait_for(2).await;
    let waiting = tokio::spawn(answer(get(&requests, "/").await));
    held.pop();
    assert_eq!(waiting.await.unwrap().unwrap().0, 200);
}

#[actix_web::test]
async fn an_idle_connection_is_closed() {
    let limits = Limits { keep_alive: Duration::from_secs(2), ..limits() };
    let (address, _) = start_with(AddressLimit::none(), limits);
    let (requests, connection) = connect2(address).await;
    assert_eq!(answer(get(&requests, "/").await).await.unwrap().0, 200);
    closed(connection).await;
    // One that ignores the announcement is closed as well.
    let mut stream = connect(address).await;
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    read_until_closed(&mut stream).await;
}

#[actix_web::test]
async fn a_response_that_ends_its_connection_lets_others_finish() {
    let (address, handlers) = start();
    let (requests, connection) = connect2(address).await;
    let waiting = get(&requests, "/wait").await;
    handlers.started.wait_for(1).await;
    assert_eq!(answer(get(&requests, "/last").await).await.unwrap(), (200, "last".to_owned()));
    let refused = async {
        while requests.clone().ready().await.is_ok() {
            tokio::task::yield_now().await
        }
    };
    timeout(TIMEOUT, refused).await.expect("the client may still send requests");
    handlers.released.count();
    assert_eq!(answer(waiting).await.unwrap(), (200, "released".to_owned()));
    closed(connection).await;
}

#[actix_web::test]
async fn a_shutdown_closes_idle_connections_and_lets_requests_finish() {
    let Started { address, handlers, server } = start_server(AddressLimit::none(), limits());
    let (idle, idle_connection) = connect2(address).await;
    assert_eq!(answer(get(&idle, "/").await).await.unwrap().0, 200);
    let (requests, connection) = connect2(address).await;
    let waiting = get(&requests, "/wait").await;
    handlers.started.wait_for(1).await;
    let stopping = tokio::spawn(server.stop(true));
    closed(idle_connection).await;
    handlers.released.count();
    assert_eq!(answer(waiting).await.unwrap(), (200, "released".to_owned()));
    closed(connection).await;
    timeout(TIMEOUT, stopping).await.expect("the server does not stop").unwrap();
}
