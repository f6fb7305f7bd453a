//! Requests of `http`, whose response the transaction waits for.

use crate::receiver::Receiver;
use platform_schema::stand_ins::STAND_INS;
use rest_gateway::extension_workers::HttpCalls;
use test_db::{Cluster, Database};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_postgres::Client;

/// The stand-in, on a Postgres of its own, because its setting belongs to the whole server.
struct Http {
    client: Client,
    receiver: Receiver,
    calls: HttpCalls,
    _database: Database,
    _cluster: Cluster,
}

impl Http {
    /// Container addresses of the gateway lead to the receiver.
    async fn start() -> Http {
        let (cluster, receiver) = (Cluster::start(), Receiver::start().await);
        let database = cluster.database().await;
        let client = database.client().await;
        let script = STAND_INS.into_iter().find(|it| it.name == "http").unwrap().script;
        client.batch_execute(&script.replace("@extschema@", "extensions")).await.unwrap();
        let calls = HttpCalls::start(&receiver.url, 54321).await.unwrap();
        client.batch_execute(&calls.announcement()).await.unwrap();
        client.batch_execute("set search_path to public, extensions").await.unwrap();
        Http { client, receiver, calls, _database: database, _cluster: cluster }
    }

    /// The response, as `status|content_type|x-from|content`.
    async fn response(&self, call: &str) -> String {
        let query = format!(
            "select concat_ws('|', status, content_type,
               (select value from unnest(headers) where field = 'x-from'), coalesce(content, 'null')) from {call}"
        );
        self.client.query_one(&query, &[]).await.unwrap().get(0)
    }

    async fn error(&self, call: &str) -> String {
        let error = self.client.batch_execute(&format!("select {call}")).await.unwrap_err();
        error.as_db_error().unwrap().message().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_waits_for_the_response() {
    let mut http = Http::start().await;
    let answer = r#"201|application/json|receiver|{"ok": true}"#;
    let url = http.receiver.url.clone();
    let call = format!(
        "http(('DELETE', '{url}/a', array[http_header('Authorization', 'Bearer key')], null, null)::http_request)"
    );
    assert_eq!(http.response(&call).await, answer);
    let request = http.receiver.next().await;
    assert_eq!((request.method.as_str(), request.path.as_str(), request.body.as_str()), ("DELETE", "/a", ""));
    assert_eq!(request.header("authorization"), Some("Bearer key"));
    assert_eq!(request.header("user-agent"), Some("http (rest-gateway)"));

    for (call, method, path, content_type, body) in [
        ("http_get('{url}/g')", "GET", "/g", None, ""),
        ("http_get('{url}/g', '{\"a\": \"b c\"}'::jsonb)", "GET", "/g?a=b+c", None, ""),
        ("http_post('{url}/p', 'é', 'text/plain')", "POST", "/p", Some("text/plain"), "é"),
        (
            "http_post('{url}/p', '{\"a\": 1}'::jsonb)",
            "POST",
            "/p",
            Some("application/x-www-form-urlencoded"),
            "a=1",
        ),
        ("http_put('{url}/u', '{}', 'application/json')", "PUT", "/u", Some("application/json"), "{}"),
        ("http_patch('{url}/u', '{}', 'application/json')", "PATCH", "/u", Some("application/json"), "{}"),
        ("http_delete('{url}/d')", "DELETE", "/d", None, ""),
        ("http_delete('{url}/d', 'x', 'text/plain')", "DELETE", "/d", Some("text/plain"), "x"),
    ] {
        assert_eq!(http.response(&call.replace("{url}", &url)).await, answer, "{call}");
        let request = http.receiver.next().await;
        assert_eq!((request.method.as_str(), request.path.as_str()), (method, path));
        assert_eq!((request.header("content-type"), request.body.as_str()), (content_type, body));
    }
    let head = http.response(&format!("http_head('{url}/h')")).await;
    assert_eq!(
        (head.as_str(), http.receiver.next().await.method.as_str()),
        ("201|application/json|receiver|null", "HEAD")
    );
    let container =
        http.response("http_get('http://supabase_kong_chez-ange:8000/storage/v1/object/a')").await;
    assert_eq!(
        (container.as_str(), http.receiver.next().await.path.as_str()),
        (answer, "/storage/v1/object/a")
    );
    let moved = http.response(&format!("http_get('{url}/moved')")).await;
    assert!(moved.starts_with("201|"), "{moved}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_an_error_of_the_statement() {
    let http = Http::start().await;
    let url = http.receiver.url.clone();
    http.client.batch_execute("select http_set_curlopt('CURLOPT_TIMEOUT_MS', '300')").await.unwrap();
    let silent = http.error(&format!("http_get('{url}/silent')")).await;
    assert_eq!(silent, "Operation timed out after 300 milliseconds");
    http.client.batch_execute("select http_reset_curlopt()").await.unwrap();
    let refused = http.error("http_get('http://127.0.0.1:1')").await;
    assert!(refused.starts_with("the server cannot be reached: "), "{refused}");
    assert_eq!(http.error("http_get('nowhere')").await, "the URL is not valid");
    assert_eq!(http.error("http_get('file:///etc/passwd')").await, "the URL is not valid");
    let large = http.error(&format!("http_get('{url}/large')")).await;
    assert_eq!(large, "the response is larger than 4194304 bytes");
    let sent = http.error(&format!("http_post('{url}', repeat('x', 9000000), 'text/plain')")).await;
    assert_eq!(sent, "the request is larger than 8388000 bytes");
    let call = "http(('GET', 'http://localhost', array[http_header('a b', 'c')], null, null)::http_request)";
    assert_eq!(http.error(call).await, "the header a b is not valid");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_sends_requests_and_none_can_lead_them_elsewhere() {
    let mut http = Http::start().await;
    let url = http.receiver.url.clone();
    http.client
        .batch_execute("set role anon; set extension_workers.http_port = '1'; set search_path to extensions")
        .await
        .unwrap();
    assert!(http.response(&format!("http_get('{url}')")).await.starts_with("201|"));
    assert_eq!(http.receiver.next().await.method, "GET");
    let send = http.error("* from _http_send('hostaddr=127.0.0.1 port=1', '') as t (a text)").await;
    assert_eq!(send, "permission denied for function _http_send");
    let setting = "alter role supabase_admin set extension_workers.http_port = '1'";
    let refused = http.client.batch_execute(setting).await.unwrap_err();
    assert_eq!(refused.code().unwrap().code(), "42501", "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_queries_are_answered() {
    let http = Http::start().await;
    let announcement = http.calls.announcement();
    let port: u16 = announcement.split('\'').nth(1).unwrap().parse().unwrap();
    for bytes in [b"GET / HTTP/1.1\r\n\r\n".as_slice(), &[0, 0, 0, 8, 0, 2, 0, 0], &[0, 0, 0, 0]] {
        let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        socket.write_all(bytes).await.unwrap();
        let mut answer = Vec::new();
        // The connection may also be reset.
        let _ = socket.read_to_end(&mut answer).await;
        assert!(answer.is_empty(), "{answer:?}");
    }
    let url = format!("postgres://http@127.0.0.1:{port}/http?sslmode=disable");
    let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let messages = client.simple_query("select 1").await.unwrap();
    let answer = messages.iter().find_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    assert!(answer.unwrap().contains("the request is not valid"));
}
