//! `pg_net` and database webhooks.

use crate::{error, rows};
use test_db::Database;

#[tokio::test]
async fn requests_are_queued_as_pg_net_writes_them() {
    let database = Database::platform().await;
    let client = database.client().await;
    let queued = rows(
        &client,
        r#"set role authenticated;
           select net.http_get('http://h/a?b=1#top', params => '{"q": "a b&é"}');
           select net.http_post(url := 'http://h/p', body := '{"x": 1}', headers := '{"X-Key": "k"}');
           select net.http_delete('http://h/d', timeout_milliseconds => 10);
           reset role;
           select method, url, headers, convert_from(body, 'UTF8'), timeout_milliseconds
           from net.http_request_queue order by id"#,
    )
    .await;
    assert_eq!(
        queued,
        [
            "GET|http://h/a?b=1&q=a%20b%26%C3%A9#top|{}|null|5000",
            r#"POST|http://h/p|{"X-Key": "k", "Content-Type": "application/json"}|{"x": 1}|5000"#,
            "DELETE|http://h/d|{}|null|10"
        ]
    );
    let other = r#"select net.http_post('http://h', headers => '{"content-type": "text/plain"}')"#;
    assert_eq!(error(&client, other).await, "Content-Type header must be \"application/json\"");
    let unknown = "select (net.http_collect_response(77)).status";
    assert_eq!(rows(&client, unknown).await, ["ERROR"]);
}

#[tokio::test]
async fn only_administrators_read_the_queue_and_the_responses() {
    let database = Database::platform().await;
    let client = database.client().await;
    client.batch_execute("set role anon").await.unwrap();
    for table in ["net.http_request_queue", "net._http_response"] {
        let denied = error(&client, &format!("select * from {table}")).await;
        assert!(denied.starts_with("permission denied"), "{denied}");
    }
    let collected = error(&client, "select net._http_collect_response(1)").await;
    assert!(collected.starts_with("permission denied"), "{collected}");
    client.batch_execute("set role service_role; select * from net._http_response").await.unwrap();
    client.batch_execute("select net._http_collect_response(1)").await.unwrap();
}

#[tokio::test]
async fn a_webhook_queues_a_request_about_the_row() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute(
            r#"create table public.orders (id int, note text);
               grant insert on public.orders to anon;
               create trigger placed after insert or update or delete on public.orders for each row
                 execute function supabase_functions.http_request('http://h/hook', 'POST', '{"X-Key":"k"}', '{"a":"1"}', '2000');
               set role anon;
               insert into public.orders values (1, 'brocciu');
               reset role;
               update public.orders set note = 'fiadone';
               delete from public.orders"#,
        )
        .await
        .unwrap();
    let queued = "select url, timeout_milliseconds, convert_from(body, 'UTF8')::jsonb
                  from net.http_request_queue order by id";
    let payload = |kind: &str, old: &str, new: &str| {
        format!(
            r#"http://h/hook?a=1|2000|{{"type": "{kind}", "table": "orders", "record": {new}, "schema": "public", "old_record": {old}}}"#
        )
    };
    let (first, second) = (r#"{"id": 1, "note": "brocciu"}"#, r#"{"id": 1, "note": "fiadone"}"#);
    assert_eq!(
        rows(&client, queued).await,
        [
            payload("INSERT", "null", first),
            payload("UPDATE", first, second),
            payload("DELETE", second, "null")
        ]
    );
    let hooks = "select hook_name, hook_table_id = 'orders'::regclass::oid::int, request_id is not null
                 from supabase_functions.hooks";
    assert_eq!(rows(&client, hooks).await, ["placed|t|t"; 3]);
    let without_url = "create trigger t after insert on public.orders
                         for each row execute function supabase_functions.http_request();
                       insert into public.orders values (2)";
    assert_eq!(error(&client, without_url).await, "url argument is missing");
}
