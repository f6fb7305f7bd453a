//! A temporary replication slot and the connection that owns it.

use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use postgres_connect::Connector;
use tokio_postgres::{Client, Statement};
use uuid::Uuid;

use super::error::ReadError;
use crate::changes::Delivery;

/// Changes that are read at once. Postgres ends a read after the transaction in which it exceeds the number.
const BATCH: i32 = 1000;
const TIMEOUT: Duration = Duration::from_secs(10);
const CREATE: &str = "select pg_create_logical_replication_slot($1, 'pgoutput', temporary => true)";
/// The publications that exist: one that a project has dropped would fail every read.
const READ: &str = "select data from pg_logical_slot_get_binary_changes($1, null, $2, 'proto_version', '1',
    'publication_names', (
      select string_agg(quote_ident(pubname), ',') from pg_publication
      where pubname in ('supabase_realtime', 'supabase_realtime_messages_publication')
    ))";

/// Selects the subscriptions that may see a change. The number limits the size of the change in bytes.
const APPLY_RLS: &str = "select (it).wal::text, (it).subscription_ids, (it).errors
    from realtime.apply_rls($1::text::jsonb, 1048576) as it";
const PRIMARY_KEY: &str = "select attname::text from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = $1 and indisprimary order by attnum";

/// An open slot.
pub(super) struct Slot {
    client: Client,
    read: Statement,
    apply_rls: Statement,
    name: String,
}

impl Slot {
    /// Connects and creates a slot, which begins at the current end of the log.
    pub(super) async fn open(connector: &Connector) -> Result<Slot, ReadError> {
        let (client, connection) = connector.connect().await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("the connection for changes is lost: {error}");
            }
        });
        // Values are written as text, in one time zone and one style.
        client
            .batch_execute(
                "set time zone 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
                 set extra_float_digits = 1; set statement_timeout = 0;
                 set application_name = 'realtime_replication_connection'",
            )
            .await?;
        // Names have at most 63 letters.
        let suffix = &Uuid::new_v4().simple().to_string()[..12];
        let name = format!("supabase_realtime_replication_slot_{suffix}");
        client.query_one(CREATE, &[&name]).await?;
        let read = client.prepare(READ).await?;
        let apply_rls = client.prepare(APPLY_RLS).await?;
        Ok(Slot { client, read, apply_rls, name })
    }

    /// The messages of transactions that have been committed since the last call. An empty answer means that there are
    /// none.
    pub(super) async fn poll(&mut self) -> Result<Vec<Bytes>, tokio_postgres::Error> {
        let rows = self.client.query(&self.read, &[&self.name, &BATCH]).await?;
        rows.iter().map(|row| row.try_get::<_, &[u8]>(0).map(Bytes::copy_from_slice)).collect()
    }

    /// Deletes the subscriptions that an earlier process has left.
    pub(super) async fn delete_subscriptions(&self) -> Result<(), tokio_postgres::Error> {
        self.client.execute("delete from realtime.subscription", &[]).await.map(drop)
    }

    /// The columns of a table's primary key.
    pub(super) async fn primary_key(&self, table: u32) -> Result<Vec<String>, tokio_postgres::Error> {
        let rows = self.client.query(PRIMARY_KEY, &[&table]).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// The deliveries of each change. The queries are pipelined.
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

/// The connector for slots.
pub(crate) fn connector(url: &str) -> Result<Connector, postgres_connect::AddressError> {
    let mut connector = Connector::parse(url)?;
    connector.config_mut().connect_timeout(TIMEOUT);
    Ok(connector)
}
