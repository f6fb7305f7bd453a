//! Requests and responses between client and service process: bodies, headers and limits.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{get, send};
use crate::stack::{Setup, Stack, always_on, function};

#[tokio::test(flavor = "multi_thread")]
async fn bodies_are_streamed_in_both_directions() {
    let stack = Setup::functions(&["hello"]).start().await;
    let mut client = TcpStream::connect(stack.front_door.address()).await.unwrap();
    let head = "POST /functions/v1/hello/body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    client.write_all(head.as_bytes()).await.unwrap();
    client.write_all(b"5\r\nfirst\r\n").await.unwrap();
    let mut seen = String::new();
    read_until(&mut client, &mut seen, "first").await;
    assert!(seen.starts_with("HTTP/1.1 200"), "{seen}");
    client.write_all(b"6\r\nsecond\r\n").await.unwrap();
    read_until(&mut client, &mut seen, "second").await;
    client.write_all(b"0\r\n\r\n").await.unwrap();
    read_until(&mut client, &mut seen, "0\r\n\r\n").await;
}

async fn read_until(client: &mut TcpStream, seen: &mut String, text: &str) {
    let mut buffer = [0; 4096];
    while !seen.contains(text) {
        let read = client.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the connection ended before {text:?}: {seen}");
        seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
}

/// Over a plain socket, as curl sends it: HTTP libraries would encode the URL.
#[tokio::test(flavor = "multi_thread")]
async fn encodes_raw_characters_in_urls_but_not_in_bodies() {
    let stack = Setup::functions(&["hello"]).start().await;
    let mut client = TcpStream::connect(stack.front_door.address()).await.unwrap();
    let body = "GET /<\"é\"> HTTP/1.1\r\n\r\n";
    let sent = format!(
        "POST /functions/v1/hello/body HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{body}\
         POST /functions/v1/hello/body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n\
         GET /functions/v1/hello?a=b->>\"é\" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        body.len(),
        body.len(),
    );
    client.write_all(sent.as_bytes()).await.unwrap();
    let mut seen = String::new();
    client.read_to_string(&mut seen).await.unwrap();
    assert_eq!(seen.matches(body).count(), 2, "{seen}");
    assert!(seen.contains("a=b-%3E%3E%22%C3%A9%22"), "{seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_body_arrives_unchanged() {
    let stack = Setup::functions(&["hello"]).start().await;
    let sent: Vec<u8> = (0..8 * 1024 * 1024_u32).map(|index| (index % 251) as u8).collect();
    let answer = send("POST", &stack.url("/functions/v1/hello/body"), &[], sent.clone()).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body == sent);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_a_body_over_the_limit() {
    let mut small = function("small");
    small.body_limit = 1000;
    let stack = Setup { services: vec![small], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/small/body");
    assert_eq!(send("POST", &url, &[], vec![b'x'; 1000]).await.status, 200);
    let announced = send("POST", &url, &[], vec![b'x'; 1001]).await;
    assert_eq!(announced.status, 413);
    assert_eq!(announced.json()["code"], "PAYLOAD_TOO_LARGE");
    for (length, status) in [(1000, 200), (1001, 413)] {
        let mut client = TcpStream::connect(stack.front_door.address()).await.unwrap();
        let head =
            "POST /functions/v1/small/length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
        let body = format!("{length:x}\r\n{}\r\n0\r\n\r\n", "x".repeat(length));
        client.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        let mut seen = String::new();
        read_until(&mut client, &mut seen, "\r\n\r\n").await;
        assert!(seen.starts_with(&format!("HTTP/1.1 {status}")), "{length}: {seen}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_functions_413_has_a_sentence_in_the_callers_language() {
    let mut small = function("small");
    small.body_limit = 1000;
    let stack = Setup { services: vec![small], ..Setup::default() }.start().await;
    for (language, sentence) in
        [("", "La requête est trop volumineuse."), ("en-GB,fr;q=0.5", "The request is too large.")]
    {
        let headers = [("accept-language", language)];
        let answer = send("POST", &stack.url("/functions/v1/small"), &headers, vec![b'x'; 1001]).await;
        let message = "The request's body exceeds 1000 bytes";
        assert_eq!(
            (answer.status, answer.json()),
            (
                413,
                json!({ "success": false, "error": sentence, "code": "PAYLOAD_TOO_LARGE", "message": message })
            )
        );
        assert_eq!(answer.header("sb-error-code"), Some("PAYLOAD_TOO_LARGE"));
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_a_file_over_storages_limit_in_storages_format() {
    let mut small = always_on("storage");
    small.body_limit = 1000;
    let setup = Setup { services: vec![small], storage: Some("storage"), ..Setup::default() };
    let stack = setup.start().await;
    let error = json!({
        "statusCode": "413", "error": "Payload too large", "code": "EntityTooLarge",
        "message": "The object exceeded the maximum allowed size",
    });
    let url = stack.url("/storage/v1/object/length");
    assert_eq!(send("POST", &url, &[], vec![b'x'; 1000]).await.status, 200);
    let announced = send("POST", &url, &[], vec![b'x'; 1001]).await;
    assert_eq!((announced.status, announced.json()), (400, error.clone()));
    assert_eq!(announced.header("sb-error-code"), None);

    let mut client = TcpStream::connect(stack.front_door.address()).await.unwrap();
    let head = "POST /storage/v1/object/length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    let body = format!("{:x}\r\n{}\r\n0\r\n\r\n", 1001, "x".repeat(1001));
    client.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    let mut seen = String::new();
    read_until(&mut client, &mut seen, "}").await;
    let (head, body) = seen.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 400"), "{seen}");
    assert_eq!(serde_json::from_str::<serde_json::Value>(body).unwrap(), error);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_sends_far_too_much_gets_the_413() {
    let mut small = function("small");
    small.body_limit = 1000;
    let stack = Setup { services: vec![small], ..Setup::default() }.start().await;
    let url = stack.url("/functions/v1/small/body");
    for _ in 0..10 {
        let answer = send("POST", &url, &[], vec![b'x'; 20 * 1024 * 1024]).await;
        assert_eq!(answer.status, 413);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_a_burst_of_600_requests() {
    let stack = Setup::functions(&["hello"]).start().await;
    let url = stack.url("/functions/v1/hello");
    let answers = futures_util::future::join_all((0..600).map(|_| get(&url, &[]))).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
}

const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async fn seen_headers(stack: &Stack, headers: &[(&str, &str)]) -> serde_json::Value {
    get(&stack.url("/functions/v1/hello"), headers).await.json()["headers"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn forwarding_headers_of_an_untrusted_client_are_replaced() {
    let stack = Setup::functions(&["hello"]).start().await;
    let seen = seen_headers(
        &stack,
        &[
            ("x-forwarded-for", "1.2.3.4"),
            ("x-forwarded-for", "5.6.7.8"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "evil.example"),
            ("x-forwarded-port", "8443"),
            ("x-forwarded-prefix", "/evil"),
            ("x-real-ip", "1.2.3.4"),
            ("forwarded", "for=1.2.3.4"),
            ("sb-api-key", "forged"),
            ("x-request-id", "mine"),
            ("traceparent", "malformed"),
            ("tracestate", "vendor=1"),
        ],
    )
    .await;
    assert_eq!(seen["x-forwarded-for"], "127.0.0.1");
    assert_eq!(seen["x-forwarded-proto"], "http");
    assert_eq!(seen["x-forwarded-host"], format!("127.0.0.1:{}", stack.front_door.port()));
    for gone in [
        "x-forwarded-port",
        "x-forwarded-prefix",
        "x-real-ip",
        "forwarded",
        "sb-api-key",
        "traceparent",
        "tracestate",
    ] {
        assert_eq!(seen.get(gone), None, "{gone}");
    }
    assert!(uuid::Uuid::parse_str(seen["x-request-id"].as_str().unwrap()).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn forwarding_headers_of_a_trusted_proxy_are_used() {
    let mut setup = Setup::functions(&["hello"]);
    setup.trusted_proxies = vec!["127.0.0.0/8"];
    let stack = setup.start().await;
    let seen = seen_headers(
        &stack,
        &[
            ("x-forwarded-for", "9.9.9.9, 203.0.113.7"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "isula.example"),
            ("x-forwarded-port", "8443"),
            ("x-forwarded-prefix", "/shop"),
            ("x-request-id", "edge-7"),
            ("traceparent", TRACEPARENT),
        ],
    )
    .await;
    assert_eq!(seen["x-forwarded-for"], "203.0.113.7");
    assert_eq!(seen["x-forwarded-proto"], "https");
    assert_eq!(seen["x-forwarded-host"], "isula.example");
    assert_eq!(seen["x-forwarded-port"], "8443");
    assert_eq!(seen["x-forwarded-prefix"], "/shop");
    assert_eq!(seen["x-request-id"], "edge-7");
    assert_eq!(seen["traceparent"], TRACEPARENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_response_has_the_request_id() {
    let stack = Setup::functions(&["hello"]).start().await;
    let first = get(&stack.url("/functions/v1/hello"), &[]).await;
    let second = get(&stack.url("/functions/v1/hello"), &[]).await;
    let id = first.header("x-request-id").unwrap();
    assert_eq!(first.json()["headers"]["x-request-id"], id);
    assert_ne!(Some(id), second.header("x-request-id"));
}

#[tokio::test(flavor = "multi_thread")]
async fn forwards_headers_except_hop_by_hop_ones() {
    let stack = Setup::functions(&["hello"]).start().await;
    let answer = get(
        &stack.url("/functions/v1/hello"),
        &[
            ("x-client-info", "supabase-js/2"),
            ("accept-language", "fr"),
            ("te", "trailers"),
            ("connection", "x-private"),
            ("x-private", "1"),
        ],
    )
    .await;
    let seen = answer.json()["headers"].clone();
    assert_eq!(seen["x-client-info"], "supabase-js/2");
    assert_eq!(seen["accept-language"], "fr");
    assert_eq!(seen["host"], format!("127.0.0.1:{}", stack.front_door.port()));
    assert_eq!((seen.get("te"), seen.get("x-private")), (None, None));
    assert_eq!(answer.header("x-of-the-function"), Some("1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_an_overlong_url() {
    let stack = Setup::functions(&["hello"]).start().await;
    let url = stack.url(&format!("/functions/v1/hello?q={}", "x".repeat(60_000)));
    assert_eq!(get(&url, &[]).await.status, 200);
    let url = stack.url(&format!("/functions/v1/hello?q={}", "x".repeat(62_000)));
    let mut client = TcpStream::connect(stack.front_door.address()).await.unwrap();
    let target = url.split_once("//").unwrap().1.split_once('/').unwrap().1;
    client.write_all(format!("GET /{target} HTTP/1.1\r\nHost: a\r\n\r\n").as_bytes()).await.unwrap();
    let mut seen = String::new();
    read_until(&mut client, &mut seen, "}").await;
    assert!(seen.starts_with("HTTP/1.1 414"), "{seen}");
    assert!(seen.contains(&json!({ "message": "The URL is too long" }).to_string()), "{seen}");
}
