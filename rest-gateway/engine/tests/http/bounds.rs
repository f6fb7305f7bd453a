//! Limits of one client: memory for request and response bodies, connections that slow readers hold, and the size of a
//! query.

use std::time::Duration;

use crate::common::server::{send, serve};
use crate::common::{Api, token};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const MIB: usize = 1024 * 1024;

async fn status(stream: &mut TcpStream) -> u16 {
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    std::str::from_utf8(&head[9..]).unwrap().parse().unwrap()
}

/// An insert's head, which announces a body of `length` bytes, and the first part of that body.
fn insert(length: usize, headers: &str, body: &str) -> String {
    format!(
        "POST /directors HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{headers}\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

async fn limited_bodies() -> Api {
    Api::with_config(|config| {
        config.max_body = 200_000;
        config.max_bodies = MIB;
        config.max_bodies_wait = Duration::from_millis(200);
    })
    .await
}

#[actix_web::test]
async fn stalled_large_bodies_of_one_client_block_neither_small_bodies_nor_other_clients() {
    let api = limited_bodies().await;
    let server = serve(&api);
    // The budget has room for one large body. Once one of the two is rejected, the other one holds its bytes.
    let mut stalled =
        [send(server, &insert(190_000, "", "[")).await, send(server, &insert(190_000, "", "[")).await];
    let [first, second] = &mut stalled;
    let rejected = tokio::select! {
        status = status(first) => status,
        status = status(second) => status,
    };
    assert_eq!(rejected, 503);

    let small = r#"{"id":8,"name":"small"}"#;
    assert_eq!(status(&mut send(server, &insert(small.len(), "", small)).await).await, 201);

    let large = json!({ "id": 9, "name": "x".repeat(180_000) }).to_string();
    let other =
        format!("Authorization: Bearer {}\r\n", token(&json!({ "role": "author", "sub": "another" })));
    let status = status(&mut send(server, &insert(large.len(), &other, &large)).await).await;
    assert!(status != 503, "the body of another client was rejected");
    drop(stalled);
}

#[actix_web::test]
async fn verifies_the_token_before_it_reads_the_body() {
    let api = limited_bodies().await;
    let server = serve(&api);
    let mut stream = send(server, &insert(1000, "Authorization: Bearer forged\r\n", "")).await;
    assert_eq!(status(&mut stream).await, 401);
}

#[actix_web::test]
async fn rejects_a_body_whose_content_length_is_too_large_before_it_arrives() {
    let api = limited_bodies().await;
    let server = serve(&api);
    let mut stream = send(server, &insert(100_000_000_000, "", "")).await;
    assert_eq!(status(&mut stream).await, 413);
}

/// Adds a view with `rows` rows of one kilobyte, and one with a single row of six megabytes.
async fn large_views(rows: usize) -> Api {
    let fixture = format!(
        "{}; create view api.long as select n as id, repeat('x', 1000) as text from generate_series(1, {rows}) n;
         create view api.wide as select 1 as id, repeat('y', 6000000) as text;
         grant select on api.long, api.wide to anon",
        include_str!("common/cinema.sql")
    );
    Api::with_fixture(&fixture, |config| config.db_pool = 1).await
}

#[actix_web::test]
async fn a_response_that_is_too_large_for_memory_arrives_complete() {
    let api = large_views(12_000).await;
    let rows = |answer: Value| {
        let rows = answer.as_array().unwrap().clone();
        let in_order =
            rows.iter().zip(1..).all(|(row, id)| row["id"] == id && row["text"] == "x".repeat(1000));
        (rows.len(), in_order)
    };
    // The engine encodes the first response row by row. Postgres encodes the second one as one value.
    assert_eq!(rows(api.get("/long").await.json()), (12_000, true));
    let counted = api.get("/long").prefer("count=exact").await;
    assert_eq!(counted.header("content-range"), "0-11999/12000");
    assert_eq!(rows(counted.json()), (12_000, true));
    // A single row that exceeds the memory limit.
    assert_eq!(api.get("/wide").await.json()[0]["text"], "y".repeat(6_000_000));
}

#[actix_web::test]
async fn clients_that_do_not_read_the_response_hold_no_pool_connection() {
    let api = large_views(12_000).await;
    let server = serve(&api);
    let mut stalled = Vec::new();
    for _ in 0..6 {
        let mut stream = send(server, "GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await;
        assert_eq!(status(&mut stream).await, 200);
        stalled.push(stream);
    }
    let mut other = send(server, "GET /films?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert_eq!(status(&mut other).await, 200);
}

#[actix_web::test]
async fn functions_that_accept_any_row_are_not_selectable_as_columns() {
    let api = Api::cinema().await;
    for name in ["json_agg", "array_agg", "to_jsonb", "row_to_json", "pg_typeof", "concat"] {
        for query in [
            format!("select={name}"),
            format!("select=a:{name},b:{name}"),
            format!("select=id,directors({name})"),
            format!("select=id&order={name}"),
            format!("select=id&{name}=not.is.null"),
            format!("select={name}->0"),
        ] {
            let answer = api.get(&format!("/films?{query}")).await;
            assert_eq!(answer.error(), (400, "42703".to_owned()), "{query}");
        }
    }
    let message = api.get("/films?select=json_agg").await.json()["message"].clone();
    assert_eq!(message, "column films.json_agg does not exist");
    assert_eq!(api.get("/films?select=count").await.error(), (400, "PGRST123".to_owned()));
}

#[actix_web::test]
async fn a_column_with_a_functions_name_and_a_computed_field_are_selectable() {
    let fixture = format!(
        "{}; create table api.figures (count int, rank int); insert into api.figures values (3, 1);
         create function api.double(api.figures) returns int language sql stable as 'select 2 * $1.count';
         create function api.tally() returns table (count int, mode text) language sql stable as $$ select 4, 'm' $$;
         grant select on api.figures to anon; grant execute on all functions in schema api to anon",
        include_str!("common/cinema.sql")
    );
    let api = Api::with_fixture(&fixture, |_| ()).await;
    let figures = api.get("/figures?select=count,rank,double&count=eq.3&order=rank").await;
    assert_eq!(figures.json(), json!([{ "count": 3, "rank": 1, "double": 6 }]));
    assert_eq!(
        api.get("/rpc/tally?select=count,mode&count=eq.4").await.json(),
        json!([{ "count": 4, "mode": "m" }])
    );
}

#[actix_web::test]
async fn rejects_a_column_or_relation_that_is_selected_more_than_sixteen_times() {
    let api = Api::cinema().await;
    let repeated = |item: &str, times: usize| {
        let items: Vec<String> = (0..times).map(|number| format!("a{number}:{item}")).collect();
        format!("/films?select={}&limit=1", items.join(","))
    };
    for item in ["title", "directors(name)"] {
        assert_eq!(api.get(&repeated(item, 16)).await.status, 200, "{item}");
        assert_eq!(api.get(&repeated(item, 17)).await.error(), (400, "PGRST100".to_owned()), "{item}");
    }
}
