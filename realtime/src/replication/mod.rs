//! Reads committed changes from Postgres' write-ahead log by logical replication (`pgoutput`), and hands them on:
//! inserts into `realtime.messages` become broadcasts, changes of published tables go to their subscribers.
//!
//! The log is polled over an ordinary connection, which needs the role's attribute REPLICATION and `wal_level = logical`.
//! The slot is temporary: it ends with its connection, so that a process that is gone keeps no log on the server. What is
//! committed while no slot exists is not delivered live; stored broadcasts can be replayed.
//!
//! - `slot`: the connection and its slot. `pgoutput`: the format of the log. `broadcasts`: rows to broadcasts.

mod broadcasts;
mod error;
mod pgoutput;
mod slot;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use postgres_connect::Connector;
use tokio::sync::watch;

use crate::changes::{PrimaryKeys, Subscriptions, wal_record};
use crate::hub::Hub;
use crate::rate_counter::Rates;
use crate::settings::Settings;
use broadcasts::Broadcasts;
use error::ReadError;
use pgoutput::Relations;
pub(crate) use pgoutput::{Action, Change, Relation, Row, Value};
use slot::Slot;
pub(crate) use slot::connector;

/// The pause before a lost connection is opened again, doubled after each failure.
const FIRST_RETRY: Duration = Duration::from_millis(500);
const LAST_RETRY: Duration = Duration::from_secs(60);

/// Changes whose receivers are looked up at once.
const RECORDS: usize = 100;

/// Reads the log for as long as the process runs.
pub(crate) struct Replication {
    connector: Connector,
    hub: Arc<Hub>,
    subscriptions: Arc<Subscriptions>,
    rates: Rates,
    /// The interval of polls while nothing happens.
    interval: Duration,
    max_payload: usize,
    /// Whether the subscriptions of an earlier process have been deleted.
    is_clean: AtomicBool,
    /// True while a slot exists.
    ready: watch::Sender<bool>,
}

impl Replication {
    pub(crate) fn new(
        connector: Connector,
        hub: Arc<Hub>,
        subscriptions: Arc<Subscriptions>,
        rates: &Rates,
        settings: &Settings,
    ) -> (Replication, watch::Receiver<bool>) {
        let (ready, is_ready) = watch::channel(false);
        let (interval, max_payload) = (settings.poll_interval, settings.max_payload);
        let rates = rates.clone();
        (
            Replication {
                connector,
                hub,
                subscriptions,
                rates,
                interval,
                max_payload,
                is_clean: false.into(),
                ready,
            },
            is_ready,
        )
    }

    /// Reads until the process ends. A lost connection is opened again.
    pub(crate) async fn run(self) {
        let mut pause = FIRST_RETRY;
        loop {
            let was_ready = self.read().await.map_or_else(
                |error| {
                    tracing::warn!(code = "ReplicationConnection", "changes cannot be read: {error}");
                    self.ready.send_replace(false)
                },
                |never| match never {},
            );
            pause = if was_ready { FIRST_RETRY } else { (pause * 2).min(LAST_RETRY) };
            tokio::time::sleep(pause).await;
        }
    }

    /// Delivers changes in their order.
    async fn deliver(&self, slot: &Slot, records: Vec<String>) -> Result<(), ReadError> {
        for outcome in slot.apply_rls(&records).await {
            match outcome {
                Ok(deliveries) => deliveries
                    .iter()
                    .for_each(|delivery| delivery.send(&self.subscriptions, &self.rates.changes)),
                // The table may have been dropped in the meantime. The other changes are delivered.
                Err(error) if error.as_db_error().is_some() => {
                    tracing::warn!("a change is lost: {}", crate::database::message(&error));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn read(&self) -> Result<std::convert::Infallible, ReadError> {
        let mut slot = Slot::open(&self.connector).await?;
        if !self.is_clean.load(Ordering::Relaxed) {
            slot.delete_subscriptions().await?;
            self.is_clean.store(true, Ordering::Relaxed);
        }
        let mut relations = Relations::default();
        let broadcasts = Broadcasts::new(&self.hub, self.max_payload);
        self.ready.send_replace(true);
        tracing::debug!("changes are read from the write-ahead log");
        let mut primary_keys = PrimaryKeys::default();
        loop {
            let messages = slot.poll().await?;
            let mut records = Vec::new();
            for message in &messages {
                let Some(change) = relations.read(message)? else { continue };
                broadcasts.deliver(&change.relation, &change.action);
                // Over the rate limit changes are read and dropped.
                if !self.subscriptions.has_table(change.relation.oid) || self.rates.changes.is_triggered() {
                    continue;
                }
                let primary_key = match primary_keys.get(&change.relation) {
                    Some(columns) => columns,
                    None => {
                        let columns = slot.primary_key(change.relation.oid).await?;
                        primary_keys.insert(&change.relation, columns)
                    }
                };
                records.push(wal_record(&change, &primary_key));
                if records.len() == RECORDS {
                    self.deliver(&slot, std::mem::take(&mut records)).await?;
                }
            }
            self.deliver(&slot, records).await?;
            if messages.is_empty() {
                tokio::time::sleep(self.interval).await;
            }
        }
    }
}
