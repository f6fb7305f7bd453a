//! The connection that finds the receivers of changes. It also proves to the other nodes that this one is alive: it
//! holds a lock with the node's key. Any node deletes the subscriptions of a node that has no lock and sends no messages
//! either: when the server was restarted, the other nodes take their locks again a moment later.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use postgres_connect::Connector;
use tokio::time::sleep;
use tokio_postgres::{Client, Statement};

use super::error::ReadError;
use crate::changes::Delivery;
use crate::hub::NodeId;

/// The first key of the nodes' locks: "rtns" as bytes.
const LOCK_CLASS: i32 = 0x7274_6e73;
/// The first pause before another check whether a transaction is visible. It doubles, because a commit that waits for a
/// synchronous standby can stay invisible for long.
const VISIBILITY_INTERVAL: Duration = Duration::from_millis(1);
const MAX_VISIBILITY_INTERVAL: Duration = Duration::from_millis(200);
/// Shared, so that a new connection of the node does not wait until the server has noticed the loss of the earlier one.
const LOCK: &str = "select pg_advisory_lock_shared($1, $2)";
/// An id of a subscription begins with the key of its node.
const DELETE_ORPHANS: &str = "delete from realtime.subscription using (
      select id, ('x' || left(subscription_id::text, 8))::bit(32)::bigint as key from realtime.subscription
    ) as owner
    where subscription.id = owner.id and owner.key <> all ($2::bigint[]) and not exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 2 and classid = $1::int4::oid
        and database = (select oid from pg_database where datname = current_database())
        and objid = owner.key::oid
    )";
const PUBLISHED: &str = "select
    array(
      select pubname::text from pg_publication
      where pubname in ('supabase_realtime', 'supabase_realtime_messages_publication') order by pubname
    ),
    array(
      select format('%I.%I', schemaname, tablename) from pg_publication_tables
      where pubname = 'supabase_realtime' order by schemaname, tablename
    )";
/// Whether all transactions are visible, and those of the tables that have subscriptions. The log has the lower half
/// of a transaction's id; the upper one is that of the newest transaction, or one less after a wraparound.
const SUBSCRIBED: &str = "select
    (
      select coalesce(bool_and(pg_visible_in_snapshot(
        ((newest >> 32) - (lower_half > newest & 4294967295)::int << 32 | lower_half)::text::xid8,
        pg_current_snapshot()
      )), true)
      from unnest($2::bigint[]) as lower_half,
        (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as it (newest)
    ),
    array(
      select it.entity from unnest($1::oid[]) as it (entity)
      where exists (select from realtime.subscription where subscription.entity = it.entity)
    )";
/// The receivers of a change. The limit is that of a change's size, in bytes.
const APPLY_RLS: &str = "select (it).wal::text, (it).subscription_ids, (it).errors
    from realtime.apply_rls($1::text::jsonb, 1048576) as it";
/// Whether the server may count the replication connection as a synchronous standby: by a wildcard, or by its name.
const MAY_BE_STANDBY: &str =
    "select current_setting('synchronous_standby_names') ~ '[*]|realtime_replication_connection'";
const PRIMARY_KEY: &str = "select attname::text from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = $1 and indisprimary order by attnum";

/// An open connection.
pub(super) struct Lookups {
    pub(super) client: Client,
    apply_rls: Statement,
    subscribed: Statement,
    commits_wait_for_reader: AtomicBool,
}

/// The publications and their tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Published {
    /// The publications of the service that exist.
    pub(super) publications: Vec<String>,
    /// The tables whose changes clients may get.
    pub(super) tables: Vec<String>,
}

impl Lookups {
    /// Connects, locks the node's key, and deletes the subscriptions of nodes that are gone.
    pub(super) async fn open(
        connector: &Connector,
        node: NodeId,
        peers: &[u32],
    ) -> Result<Lookups, ReadError> {
        let (client, connection) = connector.connect().await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("the connection for changes is lost: {error}");
            }
        });
        // The server notices within half a minute that the machine of a node is gone. No write waits for a standby, which may
        // be the reader itself.
        client
            .batch_execute(
                "set time zone 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
                 set extra_float_digits = 1; set statement_timeout = 0; set synchronous_commit = local;
                 set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
                 set application_name = 'realtime_rls'",
            )
            .await?;
        client.execute(LOCK, &[&LOCK_CLASS, &node.lock_key().cast_signed()]).await?;
        let apply_rls = client.prepare(APPLY_RLS).await?;
        let subscribed = client.prepare(SUBSCRIBED).await?;
        let lookups =
            Lookups { client, apply_rls, subscribed, commits_wait_for_reader: AtomicBool::new(false) };
        lookups.delete_orphans(peers).await?;
        Ok(lookups)
    }

    /// Deletes the subscriptions of nodes that are gone. `peers` are the keys of those that send messages.
    pub(super) async fn delete_orphans(&self, peers: &[u32]) -> Result<(), tokio_postgres::Error> {
        let peers: Vec<i64> = peers.iter().copied().map(i64::from).collect();
        let deleted = self.client.execute(DELETE_ORPHANS, &[&LOCK_CLASS, &peers]).await?;
        if deleted > 0 {
            tracing::debug!(deleted, "subscriptions of nodes that are gone were deleted");
        }
        Ok(())
    }

    pub(super) async fn published(&self) -> Result<Published, tokio_postgres::Error> {
        let row = self.client.query_one(PUBLISHED, &[]).await?;
        Ok(Published { publications: row.try_get(0)?, tables: row.try_get(1)? })
    }

    /// Those of the tables that have subscriptions, of any node. Waits until the transactions are visible: the log
    /// has a commit a moment before other connections see it, and the policies would not find the row.
    pub(super) async fn subscribed(
        &self,
        tables: &[u32],
        transactions: &[u32],
    ) -> Result<Vec<u32>, tokio_postgres::Error> {
        let transactions: Vec<i64> = transactions.iter().copied().map(i64::from).collect();
        let mut pause = VISIBILITY_INTERVAL;
        loop {
            let row = self.client.query_one(&self.subscribed, &[&tables, &transactions]).await?;
            if row.try_get(0)? {
                self.commits_wait_for_reader.store(false, Ordering::Relaxed);
                return row.try_get(1);
            }
            if pause == MAX_VISIBILITY_INTERVAL {
                let may_be_standby = self.client.query_one(MAY_BE_STANDBY, &[]).await?.try_get(0)?;
                self.commits_wait_for_reader.store(may_be_standby, Ordering::Relaxed);
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_VISIBILITY_INTERVAL);
        }
    }

    /// Whether a commit that [`Lookups::subscribed`] waits for may itself wait until the reader confirms it.
    pub(super) fn do_commits_wait_for_reader(&self) -> bool {
        self.commits_wait_for_reader.load(Ordering::Relaxed)
    }

    /// The columns of a table's primary key.
    pub(super) async fn primary_key(&self, table: u32) -> Result<Vec<String>, tokio_postgres::Error> {
        let rows = self.client.query(PRIMARY_KEY, &[&table]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// The receivers of each change. The queries are pipelined.
    pub(super) async fn apply_rls(
        &self,
        records: &[String],
    ) -> Vec<Result<Vec<Delivery>, tokio_postgres::Error>> {
        join_all(records.iter().map(|record| self.deliveries(record))).await
    }

    async fn deliveries(&self, record: &String) -> Result<Vec<Delivery>, tokio_postgres::Error> {
        let rows = self.client.query(&self.apply_rls, &[record]).await?;
        rows.iter()
            .map(|row| {
                Ok(Delivery {
                    wal: row.try_get(0)?,
                    subscription_ids: row.try_get(1)?,
                    errors: row.try_get(2)?,
                })
            })
            .collect()
    }
}
