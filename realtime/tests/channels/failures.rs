//! Lost connections to Postgres.

use crate::client::{Realtime, Socket};
use serde_json::json;

async fn sql(realtime: &Realtime, statements: &str) {
    realtime.database().client().await.batch_execute(statements).await.unwrap();
}

async fn next_id(socket: &mut Socket) -> serde_json::Value {
    socket.event("postgres_changes").await.payload["data"]["record"]["id"].clone()
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
    let slots = "select count(*) from pg_replication_slots where database = current_database() and active and confirmed_flush_lsn is not null";
    client
        .batch_execute(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and usename = 'supabase_realtime_admin';
             truncate realtime.subscription;",
        )
        .await
        .unwrap();
    // The subscription is written again before changes are read.
    loop {
        let active: i64 = client.query_one(slots, &[]).await.unwrap().get(0);
        let rows = client.query_one("select count(*) from realtime.subscription", &[]).await.unwrap();
        if active == 1 && rows.get::<_, i64>(0) == 1 {
            break;
        }
    }
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
    while !client.query_one(written, &[]).await.unwrap().get::<_, bool>(0) {}
    sql(&realtime, "insert into later values (7)").await;
    assert_eq!(next_id(&mut socket).await, 7);
}
