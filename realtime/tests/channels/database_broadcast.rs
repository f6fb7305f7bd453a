//! Broadcasts that SQL sends.

use crate::client::{Realtime, Socket, in_time};
use serde_json::{Value, json};
use service_test::service_role_key;

/// Joins a private room once broadcasts from the database arrive.
async fn joined(realtime: &Realtime, version: &'static str, topic: &str) -> Socket {
    let mut socket = realtime.connect_version(version).await;
    let config = json!({ "private": true, "broadcast": { "replication_ready": true } });
    socket.join_with(topic, json!({ "config": config, "access_token": service_role_key() })).await;
    let system = socket.event("system").await.payload;
    assert_eq!(
        (&system["message"], &system["status"]),
        (&json!("Replication connection established"), &json!("ok"))
    );
    socket
}

async fn sql(realtime: &Realtime, statements: &str) {
    realtime.database().client().await.batch_execute(statements).await.unwrap();
}

#[tokio::test]
async fn send_reaches_its_room_when_the_transaction_commits() {
    let realtime = Realtime::start().await;
    let mut sockets = [
        joined(&realtime, "1.0.0", "realtime:room").await,
        joined(&realtime, "2.0.0", "realtime:room").await,
    ];
    sql(&realtime, "begin; select realtime.send('{\"lost\": true}', 'e', 'room'); rollback").await;
    sql(&realtime, "select realtime.send('{\"x\": 1.50, \"id\": \"own\"}', 'moved', 'room'), realtime.send('{}', 'e', 'room', false)").await;
    sql(&realtime, "select realtime.send('{\"last\": true}', 'moved', 'room')").await;
    for socket in &mut sockets {
        let first = socket.event("broadcast").await.payload;
        assert_eq!(
            (&first["event"], &first["payload"]),
            (&json!("moved"), &json!({ "x": 1.5, "id": "own" }))
        );
        let last = socket.event("broadcast").await.payload;
        assert_eq!((&last["payload"]["last"], &last["meta"]["id"]), (&json!(true), &last["payload"]["id"]));
        assert!(last["meta"]["id"].is_string());
    }
}

#[tokio::test]
async fn a_trigger_broadcasts_the_changed_row() {
    let realtime = Realtime::start().await;
    sql(
        &realtime,
        "create table public.notes (id int primary key, body text);
         alter table public.notes enable row level security;
         create function public.notes_changed() returns trigger language plpgsql security definer as $$
         begin
           perform realtime.broadcast_changes('notes:' || coalesce(new.id, old.id), tg_op, tg_op, tg_table_name,
             tg_table_schema, new, old);
           return null;
         end $$;
         create trigger changed after insert or update or delete on public.notes
           for each row execute function public.notes_changed();",
    )
    .await;
    let mut socket = joined(&realtime, "2.0.0", "realtime:notes:1").await;
    sql(&realtime, "insert into notes values (1, 'a'), (2, 'other'); update notes set body = 'b' where id = 1; delete from notes").await;
    let (a, b) = (json!({ "id": 1, "body": "a" }), json!({ "id": 1, "body": "b" }));
    for (operation, record, old) in
        [("INSERT", &a, &Value::Null), ("UPDATE", &b, &a), ("DELETE", &Value::Null, &b)]
    {
        let broadcast = socket.event("broadcast").await.payload;
        let mut payload = broadcast["payload"].clone();
        payload.as_object_mut().unwrap().remove("id");
        assert_eq!(broadcast["event"], operation);
        let expected = json!({ "record": record, "old_record": old, "operation": operation, "table": "notes", "schema": "public" });
        assert_eq!(payload, expected);
    }
}

#[tokio::test]
async fn bytes_arrive_as_they_are() {
    let realtime = Realtime::start().await;
    let mut socket = joined(&realtime, "2.0.0", "realtime:room").await;
    sql(&realtime, "select realtime.send_binary('\\x00ff10', 'bytes', 'room')").await;
    let broadcast = socket.event("broadcast").await.payload;
    assert_eq!(
        (&broadcast["event"], &broadcast["payload"]),
        (&json!("bytes"), &json!({ "bytes": [0, 255, 16] }))
    );
}

#[tokio::test]
async fn the_callers_policies_decide_and_a_refusal_is_a_warning() {
    let realtime = Realtime::start().await;
    let mut socket = joined(&realtime, "2.0.0", "realtime:allowed").await;
    sql(
        &realtime,
        "create policy send on realtime.messages for insert to authenticated with check (realtime.topic() = 'allowed');
         set role authenticated;
         select realtime.send('{\"n\": 1}', 'e', 'forbidden'), realtime.send('{\"n\": 2}', 'e', 'allowed');",
    )
    .await;
    assert_eq!(socket.event("broadcast").await.payload["payload"]["n"], 2);
}

#[tokio::test]
async fn a_lost_connection_to_the_database_is_opened_again() {
    let realtime = Realtime::start().await;
    let mut socket = joined(&realtime, "2.0.0", "realtime:room").await;
    let client = realtime.database().client().await;
    let slot =
        "from pg_replication_slots where database = current_database() and confirmed_flush_lsn is not null";
    let before: String =
        client.query_one(&format!("select slot_name::text {slot}"), &[]).await.unwrap().get(0);
    client.batch_execute(&format!("select pg_terminate_backend(active_pid) {slot}")).await.unwrap();
    in_time(async {
        loop {
            let rows = client.query(&format!("select slot_name::text {slot}"), &[]).await.unwrap();
            if rows.iter().any(|row| row.get::<_, String>(0) != before) {
                return;
            }
        }
    })
    .await;
    sql(&realtime, "select realtime.send('{\"n\": 1}', 'e', 'room')").await;
    assert_eq!(socket.event("broadcast").await.payload["payload"]["n"], 1);
}
