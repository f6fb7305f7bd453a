//! Changes of tables on several nodes: the node that reads them, and its slot.

use crate::client::{Realtime, Socket, in_time};
use crate::nodes::{Nodes, broadcast, received};
use crate::redis::Redis;
use serde_json::{Value, json};
use test_db::{Cluster, Database};

async fn subscribed(node: &Realtime, table: &str) -> Socket {
    let mut socket = node.connect().await;
    let config = json!({ "postgres_changes": [{ "event": "*", "schema": "public", "table": table }] });
    socket.join("realtime:changes", config).await;
    assert_eq!(socket.event("system").await.payload["message"], "Subscribed to PostgreSQL");
    socket
}

async fn change(socket: &mut Socket) -> Value {
    socket.event("postgres_changes").await.payload["data"]["record"]["id"].clone()
}

const NOTES: &str = "create table public.notes (id int primary key); grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes;";

#[tokio::test]
async fn changes_reach_the_subscribers_of_every_node_and_survive_the_reader() {
    let Some(mut cluster) = Nodes::start().await else { return };
    cluster.sql(NOTES).await;
    let reader = cluster.reader().await;
    let mut on_reader = subscribed(&cluster.nodes[reader], "notes").await;
    let mut other = subscribed(&cluster.nodes[1 - reader], "notes").await;
    cluster.sql("insert into notes values (1)").await;
    assert_eq!((change(&mut on_reader).await, change(&mut other).await), (json!(1), json!(1)));

    cluster.nodes.remove(reader).service.kill().await;
    // Committed while no node reads: the slot has it.
    cluster.sql("insert into notes values (2); insert into notes values (3);").await;
    loop {
        // The last change may come again.
        let id = change(&mut other).await;
        if id == json!(3) {
            break;
        }
        assert!(id == json!(1) || id == json!(2), "{id}");
    }
    // What the clients of the killed node had asked for is deleted.
    let client = cluster.database.client().await;
    let count = "select count(*) from realtime.subscription";
    in_time(async { while client.query_one(count, &[]).await.unwrap().get::<_, i64>(0) != 1 {} }).await;
}

#[tokio::test]
async fn no_change_is_lost_by_a_crash_of_postgres() {
    let Some(redis) = Redis::start().await else { return };
    let mut postgres = Cluster::start();
    let cluster = Nodes::on(postgres.database().await, redis, &[]).await;
    cluster.sql(NOTES).await;
    let mut subscribers =
        [subscribed(&cluster.nodes[0], "notes").await, subscribed(&cluster.nodes[1], "notes").await];
    let [mut first, mut second] = cluster.members().await;
    cluster.sql("insert into notes values (1)").await;
    for subscriber in &mut subscribers {
        assert_eq!(change(subscriber).await, 1);
    }

    postgres.kill();
    broadcast(&mut first, 1).await;
    assert_eq!(received(&mut second).await, 1, "nodes need no database for that");
    postgres.restart();
    // No node is connected yet, or perhaps one of them.
    cluster.sql("insert into notes values (2); insert into notes values (3);").await;
    for subscriber in &mut subscribers {
        let mut last = 1;
        while last < 3 {
            let id = change(subscriber).await.as_u64().unwrap();
            assert!(id <= last + 1, "{} is lost", last + 1);
            last = last.max(id);
        }
    }
    cluster.wait_until_complete().await;
    cluster
        .sql("insert into notes values (4); select realtime.send('{\"n\": 5}', 'e', 'room', false);")
        .await;
    for subscriber in &mut subscribers {
        while change(subscriber).await != 4 {}
    }
    for member in [&mut first, &mut second] {
        assert_eq!(received(member).await, 5);
    }
}

#[tokio::test]
async fn changes_flow_again_after_the_slot_was_dropped() {
    let Some(cluster) = Nodes::start().await else { return };
    cluster.sql(NOTES).await;
    let mut subscribers =
        [subscribed(&cluster.nodes[0], "notes").await, subscribed(&cluster.nodes[1], "notes").await];
    cluster
        .sql(
            "do $$ declare it record; begin
               loop
                 select slot_name, active_pid into it from pg_replication_slots where database = current_database();
                 perform pg_terminate_backend(it.active_pid);
                 begin
                   perform pg_drop_replication_slot(it.slot_name);
                   exit;
                 exception when object_in_use then null;
                 end;
               end loop;
             end $$",
        )
        .await;
    wait_until_slot_is_read(&cluster.database).await;
    cluster.sql("insert into notes values (1)").await;
    for subscriber in &mut subscribers {
        assert_eq!(change(subscriber).await, 1);
    }
}

#[tokio::test]
async fn changes_flow_again_after_a_failover_to_a_standby() {
    let Some(redis) = Redis::start().await else { return };
    let mut primary = Cluster::start();
    let standby = primary.standby().await;
    let cluster = Nodes::on(primary.database().await.with_standby(&standby), redis, &[]).await;
    cluster.sql(NOTES).await;
    let mut subscribers =
        [subscribed(&cluster.nodes[0], "notes").await, subscribed(&cluster.nodes[1], "notes").await];
    cluster.sql("insert into notes values (1)").await;
    for subscriber in &mut subscribers {
        assert_eq!(change(subscriber).await, 1);
    }
    primary.kill();
    standby.promote().await;
    // The standby has no logical slot: one of the nodes creates the cluster's slot again.
    wait_until_slot_is_read(&cluster.database).await;
    cluster.sql("insert into notes values (2)").await;
    for subscriber in &mut subscribers {
        assert_eq!(change(subscriber).await, 2);
    }
}

async fn wait_until_slot_is_read(database: &Database) {
    let client = database.client().await;
    let active = "select exists (select from pg_replication_slots
         where database = current_database() and active and confirmed_flush_lsn is not null)";
    in_time(async { while !client.query_one(active, &[]).await.unwrap().get::<_, bool>(0) {} }).await;
}

#[tokio::test]
async fn a_second_process_leaves_the_subscriptions_of_the_first_alone() {
    let database = Database::create().await;
    let first = Realtime::node(&database, &[]).await;
    database.client().await.batch_execute(NOTES).await.unwrap();
    let mut socket = subscribed(&first, "notes").await;
    let second = Realtime::node(&database, &[]).await;
    let mut late = subscribed(&second, "notes").await;
    database.client().await.batch_execute("insert into notes values (1)").await.unwrap();
    assert_eq!((change(&mut socket).await, change(&mut late).await), (json!(1), json!(1)));
}
