//! HTTP on the wire, tested with a plain socket: lengths, empty bodies, reason phrases, and clients that disconnect.

use std::net::{SocketAddr, TcpListener};

use crate::common::{Api, commit_waits_for_lock, eventually, is_idle, waits_for_lock};
use actix_web::dev::ServerHandle;
use actix_web::rt::task::JoinHandle;
use actix_web::{App, HttpServer};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

struct Server {
    address: SocketAddr,
    handle: ServerHandle,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    fn start(api: &Api) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let engine = api.engine.clone();
        let server = HttpServer::new(move || App::new().configure(rest_engine::configure(engine.clone())))
            .workers(1)
            .disable_signals()
            .listen(listener)
            .unwrap()
            .run();
        Server { address, handle: server.handle(), running: actix_web::rt::spawn(server) }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn stop(self) {
        self.handle.stop(false).await;
        self.running.await.unwrap().unwrap();
    }
}

/// Sends the requests on one keep-alive connection. Returns the responses with lower-case headers.
async fn exchange(api: &Api, requests: &[&str]) -> Vec<String> {
    let server = Server::start(api);
    let mut stream = server.connect().await;
    let mut answers = Vec::new();
    for request in requests {
        stream.write_all(request.replace('\n', "\r\n").as_bytes()).await.unwrap();
        answers.push(read_answer(&mut stream, request.starts_with("HEAD")).await);
    }
    server.stop().await;
    answers
}

async fn read_answer(stream: &mut TcpStream, is_head: bool) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        bytes.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(bytes).unwrap().to_lowercase();
    let length =
        head.lines().find_map(|line| line.strip_prefix("content-length: ")).map_or(0, |n| n.parse().unwrap());
    let mut body = vec![0; if is_head { 0 } else { length }];
    stream.read_exact(&mut body).await.unwrap();
    format!("{head}{}", String::from_utf8(body).unwrap())
}

#[actix_web::test]
async fn content_length_is_exact_and_absent_where_there_is_no_body() {
    let api = Api::cinema().await;
    let answers = exchange(
        &api,
        &[
            "GET /directors?id=eq.1&select=id HTTP/1.1\nHost: x\n\n",
            "HEAD /directors?id=eq.1 HTTP/1.1\nHost: x\n\n",
            "DELETE /reviews?id=eq.1 HTTP/1.1\nHost: x\n\n",
            "POST /unkeyed HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: 7\n\n{\"a\":1}",
            "GET /directors?select=id&limit=1 HTTP/1.1\nHost: x\nPrefer: count=exact\n\n",
            "GET /nope HTTP/1.1\nHost: x\n\n",
        ],
    )
    .await;
    assert!(
        answers[0].starts_with("http/1.1 200 ok\r\n") && answers[0].contains("content-length: 10\r\n"),
        "{}",
        answers[0]
    );
    assert!(answers[0].ends_with("\r\n\r\n[{\"id\":1}]"), "{}", answers[0]);
    assert!(
        answers[1].starts_with("http/1.1 200 ok\r\n") && !answers[1].contains("content-length"),
        "{}",
        answers[1]
    );
    assert!(answers[2].starts_with("http/1.1 204 no content\r\n"), "{}", answers[2]);
    assert!(!answers[2].contains("content-length") && !answers[2].contains("content-type"), "{}", answers[2]);
    assert!(
        answers[3].starts_with("http/1.1 201 created\r\n") && answers[3].contains("content-length: 0\r\n"),
        "{}",
        answers[3]
    );
    assert!(answers[4].starts_with("http/1.1 206 partial content\r\n"), "{}", answers[4]);
    assert!(answers[5].starts_with("http/1.1 404 not found\r\n"), "{}", answers[5]);
    assert!(answers[0].contains("vary: accept, prefer, range\r\n"), "{}", answers[0]);
}

#[actix_web::test]
async fn functions_can_set_a_reason_phrase_and_a_status_without_a_body() {
    let cinema = include_str!("common/cinema.sql");
    let reset = "create function api.reset() returns void language sql as
      $$ select set_config('response.status', '205', true) $$;
      grant execute on function api.reset to anon;";
    let api = Api::with_fixture(&format!("{cinema}{reset}"), |_| ()).await;
    let answers = exchange(
        &api,
        &[
            "GET /rpc/teapot HTTP/1.1\nHost: x\n\n",
            "POST /rpc/reset HTTP/1.1\nHost: x\nContent-Length: 0\n\n",
            "GET /directors?id=eq.0 HTTP/1.1\nHost: x\n\n",
        ],
    )
    .await;
    assert!(answers[0].starts_with("http/1.1 418 short and stout\r\n"), "{}", answers[0]);
    assert!(answers[1].starts_with("http/1.1 205 reset content\r\n"), "{}", answers[1]);
    assert!(answers[1].contains("content-length: 0\r\n"), "{}", answers[1]);
    assert!(answers[2].ends_with("\r\n\r\n[]"), "{}", answers[2]);
}

#[actix_web::test]
async fn a_truncated_write_changes_nothing_and_releases_its_memory_and_connection() {
    let body = r#"[{"id":8,"name":"half"},{"id":9,"name":"done"}]"#;
    let api = Api::with_config(|config| {
        config.db_pool = 1;
        config.max_bodies = 2 * body.len();
    })
    .await;
    let head = format!(
        "POST /directors HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let request = format!("{head}{body}");
    let server = Server::start(&api);
    for end in 0..request.len() {
        let mut stream = server.connect().await;
        stream.write_all(&request.as_bytes()[..end]).await.unwrap();
        drop(stream);
    }
    let written = "select id from api.directors where id in (8, 9) order by id";
    assert_eq!(api.sql(written).await, json!([]));
    // A client that disconnects before the response has written all rows or none.
    let mut stream = server.connect().await;
    stream.write_all(request.as_bytes()).await.unwrap();
    drop(stream);
    eventually(async || is_idle(&api).await).await;
    let both = json!([{"id": 8}, {"id": 9}]);
    assert!([json!([]), both.clone()].contains(&api.sql(written).await));
    // Once the server has noticed the disconnects, the next client gets memory for its body and a connection.
    let merge = request.replace("Host: x", "Host: x\r\nPrefer: resolution=merge-duplicates");
    eventually(async || {
        let mut stream = server.connect().await;
        stream.write_all(merge.as_bytes()).await.unwrap();
        read_answer(&mut stream, false).await.starts_with("http/1.1 20")
    })
    .await;
    assert_eq!(api.sql(written).await, both);
    server.stop().await;
}

#[actix_web::test]
async fn sends_no_byte_of_the_response_before_the_commit_is_confirmed() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client.batch_execute(&commit_waits_for_lock("api.directors")).await.unwrap();
    let server = Server::start(&api);
    let mut stream = server.connect().await;
    // The second round uses prepared statements.
    for id in [8, 9] {
        client.batch_execute("select pg_advisory_lock(1)").await.unwrap();
        let body = format!(r#"{{"id":{id},"name":"x"}}"#);
        let request = format!(
            "POST /directors?select=id HTTP/1.1\r\nHost: x\r\nPrefer: return=representation\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        eventually(async || waits_for_lock(&api).await).await;
        let early = stream.try_read(&mut [0; 1]);
        assert_eq!(early.unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
        client.batch_execute("select pg_advisory_unlock(1)").await.unwrap();
        let answer = read_answer(&mut stream, false).await;
        assert!(answer.ends_with(&format!("[{{\"id\":{id}}}]")), "{answer}");
    }
    server.stop().await;
}
