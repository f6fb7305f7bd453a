//! Lost connections to Postgres, and failovers.

use crate::client::{Realtime, Socket, in_time};
use serde_json::{Value, json};
use service_test::service_role_key;
use test_db::{Cluster, Database};
use tokio_postgres::Client;

async fn sql(realtime: &Realtime, statements: &str) {
    realtime.database().client().await.batch_execute(statements).await.unwrap();
}

async fn next_id(socket: &mut Socket) -> Value {
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
    let channels = Channels::join(&database).await;
    cluster.kill();
    let channels = channels.check_without_database().await;
    cluster.restart();
    channels.check_recovery(&database).await;
}

#[tokio::test]
async fn channels_survive_a_failover_to_a_standby() {
    let mut primary = Cluster::start();
    let standby = primary.standby().await;
    let database = primary.database().await.with_standby(&standby);
    let channels = Channels::join(&database).await;
    primary.kill();
    let channels = channels.check_without_database().await;
    standby.promote().await;
    channels.check_recovery(&database).await;
}

#[tokio::test]
async fn commits_go_on_where_the_reader_counts_as_a_synchronous_standby() {
    let cluster = Cluster::start();
    let database = cluster.database().await;
    let mut channels = Channels::join(&database).await;
    let client = database.client().await;
    wait_until_subscribed(&client).await;
    for statement in ["alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"] {
        client.batch_execute(statement).await.unwrap();
    }
    let synchronous = "select exists (select from pg_stat_replication where sync_state = 'sync')";
    in_time(async { while !client.query_one(synchronous, &[]).await.unwrap().get::<_, bool>(0) {} }).await;
    in_time(client.batch_execute("insert into notes values (1)")).await.unwrap();
    assert_eq!(next_id(&mut channels.subscriber).await, 1);
}

/// Two clients of one room, the first of which subscribes to a table.
struct Channels {
    subscriber: Socket,
    other: Socket,
    _realtime: Realtime,
}

impl Channels {
    async fn join(database: &Database) -> Channels {
        let realtime = Realtime::node(database, &[]).await;
        let notes = "create table public.notes (id int primary key); grant select on public.notes to anon;
             alter publication supabase_realtime add table public.notes;";
        database.client().await.batch_execute(notes).await.unwrap();
        let (mut subscriber, mut other) = (realtime.connect().await, realtime.connect().await);
        let wanted = json!([{ "event": "*", "schema": "public", "table": "notes" }]);
        subscriber.join("realtime:notes", json!({ "postgres_changes": wanted })).await;
        assert_eq!(subscriber.event("system").await.payload["status"], "ok");
        other.join("realtime:notes", json!({})).await;
        Channels { subscriber, other, _realtime: realtime }
    }

    async fn check_without_database(mut self) -> Channels {
        // A public room needs no database.
        self.other.send("realtime:notes", "broadcast", json!({ "event": "during" })).await;
        assert_eq!(self.subscriber.event("broadcast").await.payload["event"], "during");
        let reply = self.other.try_join("realtime:private", private()).await;
        let reason = reply["response"]["reason"].as_str().unwrap();
        assert!(reason.starts_with("UnableToConnectToProject: "), "{reason}");
        self
    }

    async fn check_recovery(mut self, database: &Database) {
        let client = database.client().await;
        wait_until_subscribed(&client).await;
        client.batch_execute("insert into notes values (1); insert into notes values (2)").await.unwrap();
        for id in 1..=2 {
            assert_eq!(next_id(&mut self.subscriber).await, id);
        }
        self.other.join_with("realtime:private", private()).await;
        client.batch_execute("select realtime.send('{}', 'after', 'private')").await.unwrap();
        assert_eq!(self.other.event("broadcast").await.payload["event"], "after");
        // Like supabase/realtime, the service announces neither the loss of the database nor its return.
        assert_eq!(self.subscriber.until_heartbeat().await, []);
    }
}

fn private() -> Value {
    json!({ "config": { "private": true }, "access_token": service_role_key() })
}
