//! Decodes the stream of changes, and keeps the position up to which it has been read and confirmed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use postgres_wire::ReplicationMessage;
use tokio::time::Instant;

use super::broadcasts::Broadcasts;
use super::lookups::Lookups;
use super::pgoutput::{Change, Event, Malformed, Relation, Relations};
use crate::changes::{PrimaryKeys, wal_record};

/// The largest number of changes whose receivers are looked up together.
const MAX_CHANGES: usize = 100;
/// A batch of this size, in bytes of the log, is delivered before more is read: wide rows must not fill the memory.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Changes that are delivered together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) changes: Vec<Change>,
    /// Bytes of the changes in the log.
    bytes: usize,
    /// Whether the server waits for a confirmation.
    pub(super) wants_reply: bool,
}

impl Batch {
    pub(super) fn is_full(&self) -> bool {
        self.changes.len() >= MAX_CHANGES || self.bytes >= MAX_BYTES
    }
}

/// The state of a stream.
pub(super) struct Decoder {
    relations: Relations,
    primary_keys: PrimaryKeys,
    is_in_transaction: bool,
    /// Everything before it has been read.
    read: u64,
    confirmed: u64,
    received_at: Instant,
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder {
            relations: Relations::default(),
            primary_keys: PrimaryKeys::default(),
            is_in_transaction: false,
            read: 0,
            confirmed: 0,
            received_at: Instant::now(),
        }
    }
}

impl Decoder {
    /// Reads a message. A broadcast is delivered at once, other changes are added to the batch.
    pub(super) fn read(
        &mut self,
        message: ReplicationMessage,
        batch: &mut Batch,
        broadcasts: &Broadcasts<'_>,
    ) -> Result<(), Malformed> {
        self.received_at = Instant::now();
        let (data, sent_at) = match message {
            ReplicationMessage::Data { data, sent_at } => (data, sent_at),
            ReplicationMessage::KeepAlive { end, wants_reply } => {
                batch.wants_reply |= wants_reply;
                if !self.is_in_transaction {
                    self.read = self.read.max(end.0);
                }
                return Ok(());
            }
        };
        match self.relations.read(&data)? {
            Event::Begin => self.is_in_transaction = true,
            Event::Commit { end } => {
                self.is_in_transaction = false;
                self.read = self.read.max(end);
            }
            Event::Change(change) if broadcasts.concerns(&change.relation) => {
                broadcasts.deliver(&change, sent_at);
            }
            Event::Change(change) => {
                batch.changes.push(change);
                batch.bytes += data.len();
            }
            Event::Other => {}
        }
        Ok(())
    }

    /// The changes of tables with subscriptions, as `apply_rls` reads them.
    pub(super) async fn wal_records(
        &mut self,
        lookups: &Lookups,
        changes: &[Change],
    ) -> Result<Vec<String>, tokio_postgres::Error> {
        let distinct = |of: fn(&Change) -> u32| {
            let values: BTreeSet<u32> = changes.iter().map(of).collect();
            values.into_iter().collect::<Vec<u32>>()
        };
        let tables = distinct(|change| change.relation.oid);
        let subscribed = lookups.subscribed(&tables, &distinct(|change| change.transaction_id)).await?;
        let mut records = Vec::new();
        for change in changes.iter().filter(|change| subscribed.contains(&change.relation.oid)) {
            let primary_key = self.primary_key(lookups, &change.relation).await?;
            records.push(wal_record(change, &primary_key));
        }
        Ok(records)
    }

    /// The position before which everything has been read.
    pub(super) fn read_to(&self) -> u64 {
        self.read
    }

    /// Whether something has been read that is not confirmed.
    pub(super) fn has_advanced(&self) -> bool {
        self.read > self.confirmed
    }

    /// The position to confirm now.
    pub(super) fn confirm(&mut self) -> u64 {
        self.confirmed = self.read;
        self.confirmed
    }

    pub(super) fn confirmed(&self) -> u64 {
        self.confirmed
    }

    pub(super) fn silent_for(&self) -> Duration {
        self.received_at.elapsed()
    }

    async fn primary_key(
        &mut self,
        lookups: &Lookups,
        relation: &Arc<Relation>,
    ) -> Result<Arc<[String]>, tokio_postgres::Error> {
        match self.primary_keys.get(relation) {
            Some(columns) => Ok(columns),
            None => {
                let columns = lookups.primary_key(relation.oid).await?;
                Ok(self.primary_keys.insert(relation, columns))
            }
        }
    }
}
