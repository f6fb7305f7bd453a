//! Lost connections to Postgres.

use crate::client::{Realtime, Socket, in_time};
use serde_json::json;
use service_test::service_role_key;
use test_db::Cluster;
use tokio_postgres::Client;

async fn sql(realtime: &Realtime, statements: &str) {
    realtime.database().client().await.batch_execute(statements).await.unwrap();
}

async fn next_id(socket: &mut Socket) -> serde_json::Value {
    socket.event("postgres_changes").await.payload["data"]["record"]["id"].clone()
}

/// Waits until the service reads changes and has written its subscription.
async fn wait_until_subscribed(client: &Client) {
    let slots = "select count(*) from pg_replication_slots
         where database = current_database() and active and confirmed_flush_lsn is not null";
    in_time(async {
        loop {
            let active: i64 = client.query_one(slots, &[]).await.unwrap().get(0);
            let rows = client.query_one("select count(*) from realtime.subscription", &[]).await.unwrap();
            if active == 1 && rows.get::<_, i64>(0) == 1 {
                return;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn changes_flow_again_after_postgres_has_ended_every_connection() {
    let realtime = Realtime::start().await;
    sql(
        &realtime,
        "create table public.notes (id int primary key); grant select on public.notes to anon;
         alter publication supabase_realtime add table public.notes;",
    )
    .await;
    let mut socket = realtime.connect().await;
    let wanted = json!([{ "event": "*", "schema": "public", "table": "notes" }]);
    socket.join("realtime:notes", json!({ "postgres_changes": wanted })).await;
    socket.event("system").await;
    let client = realtime.database().client().await;
    client
        .batch_execute(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and usename = 'supabase_realtime_admin';
             truncate realtime.subscription;",
        )
        .await
        .unwrap();
    // The subscription is written again before changes are read.
    wait_until_subscribed(&client).await;
    sql(&realtime, "insert into notes values (1)").await;
    assert_eq!(next_id(&mut socket).await, 1);
}

#[tokio::test]
async fn a_table_that_is_published_later_reaches_wildcard_subscriptions() {
    let realtime = Realtime::start().await;
    sql(
        &realtime,
        "create table public.notes (id int primary key); create table public.later (id int primary key);
         grant select on public.notes, public.later to anon;
         alter publication supabase_realtime add table public.notes;",
    )
    .await;
    let mut socket = realtime.connect().await;
    let wanted = json!([{ "event": "*", "schema": "public" }]);
    socket.join("realtime:all", json!({ "postgres_changes": wanted })).await;
    socket.event("system").await;
    sql(&realtime, "alter publication supabase_realtime add table public.later").await;
    let client = realtime.database().client().await;
    let written = "select exists (select from realtime.subscription where entity = 'public.later'::regclass)";
    in_time(async { while !client.query_one(written, &[]).await.unwrap().get::<_, bool>(0) {} }).await;
    sql(&realtime, "insert into later values (7)").await;
    assert_eq!(next_id(&mut socket).await, 7);
}

#[tokio::test]
async fn channels_survive_a_crash_of_postgres() {
    let mut cluster = Cluster::start();
    let database = cluster.database().await;
    let realtime = Realtime::node(&database, &[]).await;
    let notes = "create table public.notes (id int primary key); grant select on public.notes to anon;
         alter publication supabase_realtime add table public.notes;";
    database.client().await.batch_execute(notes).await.unwrap();
    let (mut subscriber, mut other) = (realtime.connect().await, realtime.connect().await);
    let wanted = json!([{ "event": "*", "schema": "public", "table": "notes" }]);
    subscriber.join("realtime:notes", json!({ "postgres_changes": wanted })).await;
    assert_eq!(subscriber.event("system").await.payload["status"], "ok");
    other.join("realtime:notes", json!({})).await;

    cluster.kill();
    // A public room needs no database.
    other.send("realtime:notes", "broadcast", json!({ "event": "during" })).await;
    assert_eq!(subscriber.event("broadcast").await.payload["event"], "during");
    let private = json!({ "config": { "private": true }, "access_token": service_role_key() });
    let reply = other.try_join("realtime:private", private.clone()).await;
    let reason = reply["response"]["reason"].as_str().unwrap();
    assert!(reason.starts_with("UnableToConnectToProject: "), "{reason}");

    cluster.restart();
    let client = database.client().await;
    wait_until_subscribed(&client).await;
    client.batch_execute("insert into notes values (1); insert into notes values (2)").await.unwrap();
    for id in 1..=2 {
        assert_eq!(next_id(&mut subscriber).await, id);
    }
    other.join_with("realtime:private", private).await;
    client.batch_execute("select realtime.send('{}', 'after', 'private')").await.unwrap();
    assert_eq!(other.event("broadcast").await.payload["event"], "after");
    let rest = subscriber.until_heartbeat().await;
    assert!(rest.iter().all(|message| message.event != "postgres_changes"), "{rest:?}");
}
