//! Requests of `net` and webhooks.

use crate::receiver::Receiver;
use crate::{eventually, workers};
use std::collections::HashSet;
use test_db::Database;
use tokio_postgres::Client;

/// Queues a request and waits for its response, as `status|content|error|timed_out`.
async fn response(client: &Client, request: &str) -> String {
    let id: i64 = client.query_one(&format!("select {request}"), &[]).await.unwrap().get(0);
    let query = format!(
        "select concat_ws('|', coalesce(status_code::text, '-'), coalesce(content, '-'), coalesce(error_msg, '-'), timed_out)
         from net._http_response where id = {id}"
    );
    eventually(client, &query).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_sent_after_the_commit_and_its_response_is_stored() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let _workers = workers(&database, "http://127.0.0.1:1");
    let send = format!(
        r#"net.http_post('{}/in?a=1', '{{"name": "Brocciu"}}', '{{"b": "c d"}}', '{{"X-Key": "k"}}')"#,
        receiver.url
    );
    client.batch_execute(&format!("begin; select {send}; rollback")).await.unwrap();
    assert_eq!(response(&client, &send).await, r#"201|{"ok": true}|-|f"#);
    let request = receiver.next().await;
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/in?a=1&b=c%20d"));
    assert_eq!(request.body, r#"{"name": "Brocciu"}"#);
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("x-key"), Some("k"));
    assert!(request.header("user-agent").unwrap().starts_with("pg_net"));
    assert!(receiver.rest().is_empty(), "what was rolled back is not sent");

    let stored = "select content_type || ' ' || (headers ->> 'x-from') from net._http_response";
    assert_eq!(eventually(&client, stored).await, "application/json receiver");
    let left = "select count(*)::text from net.http_request_queue";
    assert_eq!(eventually(&client, left).await, "0");
    let collected =
        "select (response).body from net.http_collect_response((select id from net._http_response))";
    assert_eq!(eventually(&client, collected).await, r#"{"ok": true}"#);
    for (call, method) in [("http_get", "GET"), ("http_delete", "DELETE")] {
        response(&client, &format!("net.{call}('{}/{call}')", receiver.url)).await;
        let request = receiver.next().await;
        assert_eq!((request.method.as_str(), request.body.as_str()), (method, ""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_a_response() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let _workers = workers(&database, "http://127.0.0.1:1");
    let silent = format!("net.http_get('{}/silent', timeout_milliseconds => 2000)", receiver.url);
    assert_eq!(response(&client, &silent).await, "-|-|Timeout of 2000 ms reached|t");
    let large = response(&client, &format!("net.http_get('{}/large')", receiver.url)).await;
    assert_eq!(large, "-|-|the response is larger than 4194304 bytes|f");
    assert_eq!(response(&client, "net.http_get('nowhere')").await, "-|-|the URL is not valid|f");
    let refused = response(&client, "net.http_get('http://127.0.0.1:1')").await;
    assert!(refused.starts_with("-|-|the server cannot be reached: "), "{refused}");
    let header = format!(r#"net.http_get('{}', headers => '{{"a b": "c"}}')"#, receiver.url);
    assert_eq!(response(&client, &header).await, "-|-|the header a b is not valid|f");
    let without_headers = format!("net.http_get('{}', headers => '[]')", receiver.url);
    assert_eq!(response(&client, &without_headers).await, r#"201|{"ok": true}|-|f"#);
    assert_eq!(receiver.next().await.path, "/silent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_is_followed() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let _workers = workers(&database, "http://127.0.0.1:1");
    let moved = response(&client, &format!("net.http_post('{}/moved', '{{}}')", receiver.url)).await;
    assert!(moved.starts_with("201|"), "{moved}");
    let (first, second) = (receiver.next().await, receiver.next().await);
    assert_eq!((first.method.as_str(), first.path.as_str()), ("POST", "/moved"));
    assert_eq!((second.method.as_str(), second.path.as_str(), second.body.as_str()), ("GET", "/target", ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_arrives_with_its_payload() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let _workers = workers(&database, &receiver.url);
    client
        .batch_execute(
            r#"create table public.orders (id int, note text);
               create trigger placed after insert or delete on public.orders for each row execute function
                 supabase_functions.http_request(
                   'http://kong:8000/functions/v1/placed', 'POST', '{"Content-Type":"application/json","X-Key":"k"}', '{}', '5000');
               insert into public.orders values (1, 'brocciu')"#,
        )
        .await
        .unwrap();
    let request = receiver.next().await;
    assert_eq!(
        (request.method.as_str(), request.path.as_str()),
        ("POST", "/functions/v1/placed"),
        "the gateway"
    );
    assert_eq!(request.header("x-key"), Some("k"));
    let payload: serde_json::Value = serde_json::from_str(&request.body).unwrap();
    let expected = serde_json::json!({
        "type": "INSERT", "table": "orders", "schema": "public",
        "record": { "id": 1, "note": "brocciu" }, "old_record": null
    });
    assert_eq!(payload, expected);
    client.batch_execute("delete from public.orders").await.unwrap();
    let payload: serde_json::Value = serde_json::from_str(&receiver.next().await.body).unwrap();
    assert_eq!((&payload["type"], &payload["old_record"]["id"]), (&"DELETE".into(), &1.into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_wait_for_a_worker() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let queue = format!("select net.http_get('{}/' || n) from generate_series(1, 100) as n", receiver.url);
    client.batch_execute(&queue).await.unwrap();
    let _workers = workers(&database, "http://127.0.0.1:1");
    let mut paths = HashSet::new();
    for _ in 0..100 {
        assert!(paths.insert(receiver.next().await.path));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_gateways_share_the_queue_and_send_nothing_twice() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let _both = [workers(&database, "http://127.0.0.1:1"), workers(&database, "http://127.0.0.1:1")];
    for batch in 0..10 {
        let queue =
            format!("select net.http_get('{}/{batch}-' || n) from generate_series(1, 50) as n", receiver.url);
        client.batch_execute(&queue).await.unwrap();
    }
    let done = "select 'done' from net._http_response having count(*) >= 500";
    assert_eq!(eventually(&client, done).await, "done");
    let paths: Vec<String> = receiver.rest().into_iter().map(|request| request.path).collect();
    assert_eq!(paths.len(), 500);
    assert_eq!(paths.iter().collect::<HashSet<_>>().len(), 500);
    assert_eq!(eventually(&client, "select count(*)::text from net._http_response").await, "500");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_a_gateway_left_is_sent_by_the_next_one() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let first = workers(&database, "http://127.0.0.1:1");
    let queue = format!("select net.http_get('{}/silent', timeout_milliseconds => 60000)", receiver.url);
    client.batch_execute(&queue).await.unwrap();
    assert_eq!(receiver.next().await.path, "/silent");
    drop(first);
    let _second = workers(&database, "http://127.0.0.1:1");
    assert_eq!(receiver.next().await.path, "/silent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_replaced() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let _workers = workers(&database, "http://127.0.0.1:1");
    let is_up = "select pid::text from pg_stat_activity
                 where datname = current_database() and application_name = 'worker of pg_net' and state = 'idle'";
    let pid = eventually(&client, is_up).await;
    client.batch_execute(&format!("select pg_terminate_backend({pid}, 10000)")).await.unwrap();
    let queue = format!("select net.http_get('{}/after')", receiver.url);
    client.batch_execute(&queue).await.unwrap();
    assert_eq!(receiver.next().await.path, "/after");
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_responses_are_removed() {
    let database = Database::platform().await;
    let client = database.client().await;
    let old =
        "insert into net._http_response (id, created) values (1, now() - interval '7 hours'), (2, now())";
    client.batch_execute(old).await.unwrap();
    let _workers = workers(&database, "http://127.0.0.1:1");
    let left = "select string_agg(id::text, ',') from net._http_response having count(*) = 1";
    assert_eq!(eventually(&client, left).await, "2");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_sent_also_if_the_ttl_of_responses_is_not_valid() {
    let (database, mut receiver) = (Database::platform().await, Receiver::start().await);
    let client = database.client().await;
    let ttl = format!("alter database {} set pg_net.ttl = 'a while'", database.name());
    client.batch_execute(&ttl).await.unwrap();
    let _workers = workers(&database, "http://127.0.0.1:1");
    for path in ["/first", "/second"] {
        assert_eq!(
            response(&client, &format!("net.http_get('{}{path}')", receiver.url)).await,
            r#"201|{"ok": true}|-|f"#
        );
        assert_eq!(receiver.next().await.path, path);
    }
    let connections = "select count(*)::text from pg_stat_activity
                       where datname = current_database() and application_name = 'worker of pg_net'";
    assert_eq!(eventually(&client, connections).await, "1");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shorter_ttl_applies_to_responses() {
    let database = Database::platform().await;
    let client = database.client().await;
    let old = format!(
        "alter database {} set pg_net.ttl = '1 minute';
         insert into net._http_response (id, created) values (1, now() - interval '2 minutes'), (2, now())",
        database.name()
    );
    client.batch_execute(&old).await.unwrap();
    let _workers = workers(&database, "http://127.0.0.1:1");
    let left = "select string_agg(id::text, ',') from net._http_response having count(*) = 1";
    assert_eq!(eventually(&client, left).await, "2");
}
