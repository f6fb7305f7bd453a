//! Tests of the server's limits over real sockets, with short limits. Every wait is for a condition, never for a
//! duration.

mod http2;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::BodyStream;
use actix_web::dev::ServerHandle;
use actix_web::http::ConnectionType;
use actix_web::web::{self, Bytes, Data, Payload};
use actix_web::{App, HttpResponse};
use futures_util::stream;
use socket2::SockRef;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::stall::Pace;
use super::*;

/// Far above the limits, so that the tests pass on a slow machine.
const TIMEOUT: Duration = Duration::from_secs(30);
const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/// Counts handlers that started, and handlers that finished or were cancelled. Lets those of `/wait` go on.
#[derive(Default)]
struct Handlers {
    started: Arc<Gauge>,
    ended: Arc<Gauge>,
    released: Arc<Gauge>,
}

struct Gauge(Semaphore);

impl Default for Gauge {
    fn default() -> Gauge {
        Gauge(Semaphore::new(0))
    }
}

impl Gauge {
    fn count(&self) {
        self.0.add_permits(1);
    }

    async fn wait_for(&self, number: u32) {
        let counted = timeout(TIMEOUT, self.0.acquire_many(number)).await;
        counted.expect("the count was not reached").unwrap().forget();
    }
}

struct OnDrop(Arc<Gauge>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.count();
    }
}

async fn endless(handlers: Data<Handlers>) -> HttpResponse {
    let _ended = OnDrop(handlers.ended.clone());
    handlers.started.count();
    std::future::pending().await
}

/// Sends more than the socket buffers hold.
async fn large(handlers: Data<Handlers>) -> HttpResponse {
    let ended = OnDrop(handlers.ended.clone());
    handlers.started.count();
    let part = Bytes::from(vec![b'x'; 64 * 1024]);
    let parts = stream::unfold((0, ended), move |(number, ended)| {
        let part = part.clone();
        async move { (number < 4096).then_some((Ok::<_, Error>(part), (number + 1, ended))) }
    });
    HttpResponse::Ok().body(BodyStream::new(Box::pin(parts)))
}

async fn wait(handlers: Data<Handlers>) -> &'static str {
    handlers.started.count();
    handlers.released.wait_for(1).await;
    "released"
}

async fn echo(payload: Payload) -> HttpResponse {
    HttpResponse::Ok().streaming(payload)
}

/// Fails after the beginning of its body.
async fn half() -> HttpResponse {
    let parts = [Ok(Bytes::from_static(b"half")), Err(io::Error::other("the rest is missing"))];
    HttpResponse::Ok().streaming(stream::iter(parts))
}

/// Ends its connection, as all responses do while the server drains.
async fn last() -> HttpResponse {
    let mut response = HttpResponse::Ok().body("last");
    response.head_mut().set_connection_type(ConnectionType::Close);
    response
}

struct Started {
    address: SocketAddr,
    handlers: Data<Handlers>,
    server: ServerHandle,
}

fn start() -> (SocketAddr, Data<Handlers>) {
    start_with(AddressLimit::none())
}

fn start_with(addresses: AddressLimit) -> (SocketAddr, Data<Handlers>) {
    let Started { address, handlers, .. } = start_server(addresses, short_limits());
    (address, handlers)
}

fn start_with_time_for_heads() -> (SocketAddr, Data<Handlers>) {
    let limits = Limits { head_timeout: TIMEOUT, ..short_limits() };
    let Started { address, handlers, .. } = start_server(AddressLimit::none(), limits);
    (address, handlers)
}

fn short_limits() -> Limits {
    let pace = Pace { grace: Duration::from_millis(300), min_rate: 1024 };
    Limits {
        head_timeout: Duration::from_millis(300),
        body: pace,
        response: pace,
        workers: Some(1),
        ..Limits::default()
    }
}

fn start_server(addresses: AddressLimit, limits: Limits) -> Started {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let handlers = Data::new(Handlers::default());
    let data = handlers.clone();
    let server = serve(Socket::Tcp(listener), limits, &addresses, None, move || {
        App::new()
            .app_data(data.clone())
            .route("/endless", web::get().to(endless))
            .route("/large", web::get().to(large))
            .route("/wait", web::get().to(wait))
            .route("/echo", web::post().to(echo))
            .route("/half", web::get().to(half))
            .route("/last", web::get().to(last))
            .default_service(web::to(async || "here"))
    });
    let server = server.unwrap();
    let handle = server.handle();
    tokio::spawn(server);
    Started { address, handlers, server: handle }
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.unwrap()
}

/// Everything that the server sends until it closes the connection.
async fn read_until_closed(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await.expect("the connection stays open");
    // A reset also closes the connection.
    let _ = read;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[actix_web::test]
async fn a_lone_byte_after_a_request_does_not_keep_the_connection() {
    let (address, _) = start();
    let mut stream = connect(address).await;
    stream.write_all(format!("{GET}G").as_bytes()).await.unwrap();
    let answers = read_until_closed(&mut stream).await;
    assert!(answers.starts_with("HTTP/1.1 200 OK\r\n"), "{answers}");
    assert!(answers.contains("HTTP/1.1 400 Bad Request\r\n"), "{answers}");
}

#[actix_web::test]
async fn empty_lines_before_a_request_count_as_its_head() {
    let (address, _) = start();
    let mut stream = connect(address).await;
    stream.write_all(format!("{GET}\r\n").as_bytes()).await.unwrap();
    assert!(read_until_closed(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[actix_web::test]
async fn a_request_may_arrive_byte_by_byte() {
    let (address, _) = start_with_time_for_heads();
    for method in ["POST", "PROPFIND", "GET"] {
        let mut stream = connect(address).await;
        stream.set_nodelay(true).unwrap();
        let request = format!("{method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        for byte in request.bytes() {
            stream.write_all(&[byte]).await.unwrap();
            tokio::task::yield_now().await;
        }
        assert!(read_until_closed(&mut stream).await.ends_with("here"), "{method}");
    }
}

#[actix_web::test]
async fn a_connection_that_sends_too_little_is_closed() {
    let (address, _) = start();
    for sent in ["", "P", "PRI", "PRI * HTTP/2.0\r\n"] {
        let mut stream = connect(address).await;
        stream.write_all(sent.as_bytes()).await.unwrap();
        read_until_closed(&mut stream).await;
    }
}

#[actix_web::test]
async fn a_header_that_grows_byte_by_byte_does_not_keep_the_connection() {
    let (address, _) = start();
    let stream = connect(address).await;
    let (mut reader, mut writer) = stream.into_split();
    let growing = tokio::spawn(async move {
        writer.write_all(format!("{GET}GET / HTTP/1.1\r\nX: ").as_bytes()).await.unwrap();
        while writer.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    });
    let mut answers = Vec::new();
    let _ = timeout(TIMEOUT, reader.read_to_end(&mut answers)).await.expect("the connection stays open");
    assert!(String::from_utf8_lossy(&answers).contains("HTTP/1.1 400 Bad Request\r\n"));
    timeout(TIMEOUT, growing).await.unwrap().unwrap();
}

#[actix_web::test]
async fn a_body_that_nobody_reads_does_not_keep_the_connection() {
    let (address, _) = start();
    let mut stream = connect(address).await;
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    assert!(read_until_closed(&mut stream).await.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[actix_web::test]
async fn a_response_that_is_not_read_is_given_up() {
    let (address, handlers) = start();
    let mut stream = connect(address).await;
    stream.write_all(GET.replace("GET /", "GET /large").as_bytes()).await.unwrap();
    handlers.started.wait_for(1).await;
    handlers.ended.wait_for(1).await;
    drop(stream);
}

#[actix_web::test]
async fn rejects_an_overlong_header_name_and_serves_others() {
    let (address, _) = start();
    for length in [65_535, 65_536, 100_000] {
        let mut stream = connect(address).await;
        let request = format!("GET / HTTP/1.1\r\nHost: a\r\n{}: x\r\n\r\n", "n".repeat(length));
        // The server may refuse the rest before it is sent.
        let _ = stream.write_all(request.as_bytes()).await;
        assert!(read_until_closed(&mut stream).await.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{length}");
    }
    let mut stream = connect(address).await;
    stream.write_all(GET.replace("Host: a", "Host: a\r\nConnection: close").as_bytes()).await.unwrap();
    assert!(read_until_closed(&mut stream).await.ends_with("here"));
}

#[actix_web::test]
async fn a_client_that_closes_or_resets_its_connection_cancels_its_request() {
    let (address, handlers) = start();
    for reset in [false, true] {
        let mut stream = connect(address).await;
        stream.write_all(GET.replace("GET /", "GET /endless").as_bytes()).await.unwrap();
        handlers.started.wait_for(1).await;
        if reset {
            SockRef::from(&stream).set_linger(Some(Duration::ZERO)).unwrap();
        }
        drop(stream);
        handlers.ended.wait_for(1).await;
    }
}

#[actix_web::test]
async fn connections_beyond_those_of_one_address_are_closed() {
    let (address, _) = start_with(AddressLimit::new(3, |_| false));
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(address).await;
        stream.write_all(GET.as_bytes()).await.unwrap();
        stream.read_exact(&mut [0; 12]).await.unwrap();
        held.push(stream);
    }
    assert_eq!(read_until_closed(&mut connect(address).await).await, "");
    held.clear();
    let answered = async {
        loop {
            let mut stream = connect(address).await;
            let _ = stream.write_all(GET.as_bytes()).await;
            if stream.read_exact(&mut [0; 12]).await.is_ok() {
                return;
            }
        }
    };
    timeout(TIMEOUT, answered).await.expect("closed connections are still counted");
}

#[actix_web::test]
async fn connections_send_at_once_and_notice_vanished_clients() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    set_options_of_connections(&listener).unwrap();
    let _client = connect(listener.local_addr().unwrap()).await;
    let (accepted, _) = listener.accept().unwrap();
    assert!(SockRef::from(&accepted).tcp_nodelay().unwrap());
    assert!(SockRef::from(&accepted).keepalive().unwrap());
    #[cfg(target_os = "linux")]
    assert_eq!(SockRef::from(&accepted).tcp_user_timeout().unwrap(), Some(USER_TIMEOUT));
}
