//! Changes of tables: payloads and row-level security.

use crate::client::{Realtime, Received, Socket};
use serde_json::{Value, json};
use service_test::{service_role_key, sign};

pub const TOPIC: &str = "realtime:changes";
pub const ROOMS: &str =
    "create table public.rooms (id int primary key, name text, seats int8, price numeric);
     grant select on public.rooms to anon, authenticated;
     alter publication supabase_realtime add table public.rooms;";

pub async fn started(statements: &str) -> Realtime {
    let realtime = Realtime::start().await;
    sql(&realtime, statements).await;
    realtime
}

pub async fn sql(realtime: &Realtime, statements: &str) {
    realtime.database().client().await.batch_execute(statements).await.unwrap();
}

/// Joins, and waits until changes flow. Returns the ids of the entries.
pub async fn subscribed(socket: &mut Socket, entries: Value, token: Option<&str>) -> Vec<u64> {
    let mut payload = json!({ "config": { "postgres_changes": entries } });
    if let Some(token) = token {
        payload["access_token"] = json!(token);
    }
    let reply = socket.try_join(TOPIC, payload).await;
    let system = socket.event("system").await.payload;
    let expected = json!({
        "extension": "postgres_changes", "status": "ok", "message": "Subscribed to PostgreSQL", "channel": "changes",
    });
    assert_eq!(system, expected);
    let echoed = reply["response"]["postgres_changes"].as_array().unwrap();
    echoed.iter().map(|entry| entry["id"].as_u64().unwrap()).collect()
}

pub async fn change(socket: &mut Socket) -> Value {
    let Received { payload, topic, join_ref, .. } = socket.event("postgres_changes").await;
    assert_eq!((topic.as_str(), join_ref), (TOPIC, Value::Null));
    payload
}

pub fn all() -> Value {
    json!([{ "event": "*", "schema": "public", "table": "rooms" }])
}

pub fn person(sub: &str) -> String {
    sign(&json!({ "role": "authenticated", "sub": sub, "exp": chrono::Utc::now().timestamp() + 3600 }))
}

#[tokio::test]
async fn every_action_has_its_payload() {
    let realtime = started(ROOMS).await;
    for version in ["1.0.0", "2.0.0"] {
        sql(&realtime, "truncate rooms").await;
        let mut socket = realtime.connect_version(version).await;
        let ids = subscribed(&mut socket, all(), None).await;
        sql(
            &realtime,
            "insert into rooms values (1, 'Bleue', 9007199254740993, 12.50);
             update rooms set name = 'Verte' where id = 1; delete from rooms",
        )
        .await;
        let columns = json!([
            { "name": "id", "type": "int4" }, { "name": "name", "type": "text" },
            { "name": "seats", "type": "int8" }, { "name": "price", "type": "numeric" },
        ]);
        for (action, record, old) in [
            (
                "INSERT",
                json!({ "id": 1, "name": "Bleue", "seats": 9007199254740993_i64, "price": 12.5 }),
                Value::Null,
            ),
            (
                "UPDATE",
                json!({ "id": 1, "name": "Verte", "seats": 9007199254740993_i64, "price": 12.5 }),
                json!({ "id": 1 }),
            ),
            ("DELETE", Value::Null, json!({ "id": 1 })),
        ] {
            let payload = change(&mut socket).await;
            assert_eq!(payload["ids"], json!(ids));
            let data = &payload["data"];
            assert_eq!(
                (&data["type"], &data["schema"], &data["table"]),
                (&json!(action), &json!("public"), &json!("rooms"))
            );
            assert_eq!(
                (&data["record"], &data["old_record"], &data["errors"]),
                (&record, &old, &Value::Null)
            );
            assert_eq!(data["columns"], columns);
            let time = data["commit_timestamp"].as_str().unwrap();
            assert!(
                time.len() == 24 && time.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(time).is_ok(),
                "{time}"
            );
        }
    }
}

#[tokio::test]
async fn values_are_the_json_of_their_types() {
    let realtime = started(
        "create table public.rooms (id uuid primary key, flags bool[], doc jsonb, raw bytea, at timestamptz, day date,
           kind text, score float8);
         grant select on public.rooms to anon; alter publication supabase_realtime add table public.rooms;",
    )
    .await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, all(), None).await;
    sql(
        &realtime,
        "insert into rooms values ('00000000-0000-4000-8000-000000000001', '{t,null}', '{\"b\": [1, null]}', '\\x00ff',
           '2026-01-02 03:04:05.678901+00', '2026-01-02', E'a\"\\n\\u00e9', 'NaN')",
    )
    .await;
    let record = change(&mut socket).await["data"]["record"].clone();
    let expected = json!({
        "id": "00000000-0000-4000-8000-000000000001", "flags": [true, null], "doc": { "b": [1, null] }, "raw": "00ff",
        "at": "2026-01-02T03:04:05.678901+00:00", "day": "2026-01-02", "kind": "a\"\né", "score": "NaN",
    });
    assert_eq!(record, expected);
}

#[tokio::test]
async fn row_level_security_decides_for_each_subscriber() {
    let realtime = started(&format!(
        "{ROOMS}alter table rooms add owner uuid; alter table rooms enable row level security;
         create policy own on rooms for select to authenticated
           using (owner::text = current_setting('request.jwt.claims')::json ->> 'sub');"
    ))
    .await;
    let (marie, paul) = ("00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002");
    let mut sockets = Vec::new();
    for token in [person(marie), person(paul), person(marie), service_role_key()] {
        let mut socket = realtime.connect().await;
        subscribed(&mut socket, all(), Some(&token)).await;
        sockets.push(socket);
    }
    let mut anonymous = realtime.connect().await;
    subscribed(&mut anonymous, all(), None).await;
    sql(&realtime, &format!("insert into rooms (id, owner) values (1, '{marie}'), (2, '{paul}')")).await;
    let seen = [vec![1], vec![2], vec![1], vec![1, 2]];
    for (socket, seen) in sockets.iter_mut().zip(seen) {
        for id in seen {
            assert_eq!(change(socket).await["data"]["record"]["id"], id);
        }
    }
    sql(&realtime, "delete from rooms").await;
    for socket in &mut sockets {
        for id in [1, 2] {
            let data = change(socket).await["data"].clone();
            assert_eq!((&data["type"], &data["old_record"]), (&json!("DELETE"), &json!({ "id": id })));
        }
    }
    assert_eq!(change(&mut anonymous).await["data"]["type"], "DELETE", "deletes are for everyone");
}

#[tokio::test]
async fn hidden_columns_and_missing_keys_are_kept_from_a_role() {
    let realtime = started(
        "create table public.rooms (id int primary key, name text, secret text);
         grant select (id, name) on public.rooms to anon;
         create table public.locked (id int primary key, name text);
         grant select (name) on public.locked to anon;
         create table public.keyless (name text);
         grant select on public.keyless to anon;
         alter publication supabase_realtime add table rooms, locked, keyless;",
    )
    .await;
    let mut socket = realtime.connect().await;
    let entries = json!([{ "schema": "public", "table": "rooms" }, { "schema": "public", "table": "locked" },
        { "schema": "public", "table": "keyless", "event": "INSERT" }]);
    subscribed(&mut socket, entries, None).await;
    sql(&realtime, "insert into rooms values (1, 'a', 'b'); insert into locked values (1, 'a'); insert into keyless values ('a')").await;
    let data = change(&mut socket).await["data"].clone();
    assert_eq!(data["record"], json!({ "id": 1, "name": "a" }));
    assert_eq!(data["columns"].as_array().unwrap().len(), 2);
    for error in ["Error 401: Unauthorized", "Error 400: Bad Request, no primary key"] {
        let data = change(&mut socket).await["data"].clone();
        assert_eq!(
            (&data["errors"], &data["record"], &data["columns"]),
            (&json!([error]), &json!({}), &json!([]))
        );
        assert_eq!(data["commit_timestamp"], Value::Null);
    }
}

#[tokio::test]
async fn the_full_identity_gives_the_whole_old_row_and_wide_values() {
    let realtime = started(&format!("{ROOMS} alter table rooms replica identity full")).await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, all(), None).await;
    sql(
        &realtime,
        "alter table rooms alter name set storage external;
         insert into rooms values (1, repeat('long ', 2000), 2, 3); update rooms set seats = 5; delete from rooms",
    )
    .await;
    let long = "long ".repeat(2000);
    change(&mut socket).await;
    let update = change(&mut socket).await["data"].clone();
    assert_eq!(update["old_record"], json!({ "id": 1, "name": long, "seats": 2, "price": 3 }));
    assert_eq!(
        update["record"],
        json!({ "id": 1, "name": long, "seats": 5, "price": 3 }),
        "an unchanged value too"
    );
    let delete = change(&mut socket).await["data"].clone();
    assert_eq!(delete["old_record"], json!({ "id": 1, "name": long, "seats": 5, "price": 3 }));
}

#[tokio::test]
async fn a_row_over_the_limit_comes_without_its_large_values() {
    let realtime = started(ROOMS).await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, all(), None).await;
    sql(&realtime, "insert into rooms values (1, repeat('x', 1100000), 2, 3)").await;
    let data = change(&mut socket).await["data"].clone();
    assert_eq!(data["errors"], json!(["Error 413: Payload Too Large"]));
    assert_eq!(data["record"], json!({ "id": 1, "seats": 2, "price": 3 }));
}

#[tokio::test]
async fn many_rows_of_one_statement_arrive_whole_and_in_order() {
    let realtime = Realtime::start_with(&[("REALTIME_MAX_EVENTS_PER_SECOND", "1000000")]).await;
    sql(&realtime, ROOMS).await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, all(), None).await;
    sql(&realtime, "insert into rooms select n from generate_series(1, 3000) as n").await;
    for id in 1..=3000 {
        assert_eq!(change(&mut socket).await["data"]["record"]["id"], id);
    }
}

#[tokio::test]
async fn a_changed_definition_is_followed() {
    let realtime = started(ROOMS).await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, all(), None).await;
    sql(&realtime, "insert into rooms (id) values (1); alter table rooms drop price; alter table rooms add \"new One\" int default 7;
         insert into rooms (id) values (2)").await;
    change(&mut socket).await;
    let record = change(&mut socket).await["data"]["record"].clone();
    assert_eq!(record, json!({ "id": 2, "name": null, "seats": null, "new One": 7 }));
}
