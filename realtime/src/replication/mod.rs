//! Reads committed changes from Postgres' write-ahead log by logical replication (`pgoutput`), and delivers them:
//! inserts into `realtime.messages` become broadcasts, changes of published tables go to their subscribers.
//!
//! The log is streamed, which needs the role's attribute REPLICATION and `wal_level = logical`. In a cluster one node
//! reads it for all. It confirms a position once Redis has accepted the changes before it, so that a node that takes
//! over misses none; it may deliver the last ones again. What is committed while no slot exists is not delivered live;
//! stored broadcasts can be replayed.
//!
//! - `slot`: the slot and its stream. `pgoutput`: the format of the log. `batch`: changes that are delivered together.
//! - `broadcasts`: rows to broadcasts. `lookups`: the connection that finds the receivers of changes.

mod batch;
mod broadcasts;
mod error;
mod lookups;
mod pgoutput;
mod slot;

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use postgres_connect::Connector;
use postgres_wire::{Lsn, ReplicationStream};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::changes::Subscriptions;
use crate::cluster::{Publisher, ReaderStatus, SlotPosition};
use crate::database::Database;
use crate::hub::Hub;
use crate::queue::Wakes;
use crate::rate_counter::Rates;
use crate::settings::Settings;
use batch::{Batch, Decoder};
use broadcasts::Broadcasts;
use error::ReadError;
use lookups::{Lookups, Published};
pub(crate) use pgoutput::{Action, Change, Relation, Row, Value};
pub(crate) use slot::connector;
use slot::{SlotKind, for_replication};

/// The pause before a lost connection is opened again, doubled after each failure.
const FIRST_RETRY: Duration = Duration::from_millis(500);
const LAST_RETRY: Duration = Duration::from_secs(5);
/// How often a node looks whether the slot is free.
const STANDBY_INTERVAL: Duration = Duration::from_secs(1);
/// How often the published tables, and the subscriptions of nodes that are gone, are looked up.
const REVIEW_INTERVAL: Duration = Duration::from_secs(10);
/// How long changes of tables are collected before their receivers are looked up together. A client that makes a change
/// usually has the answer to its statement by then: programs that insert a row expect that answer before the change.
const COALESCING: Duration = Duration::from_millis(50);
/// The server sends something every five seconds.
const SILENCE: Duration = Duration::from_secs(20);
/// How often a position is confirmed during other work, so that the server keeps the connection.
const CONFIRM_INTERVAL: Duration = Duration::from_secs(3);

/// Reads the log for as long as the process runs.
pub(crate) struct Replication {
    connector: Connector,
    kind: SlotKind,
    database: Database,
    hub: Arc<Hub>,
    subscriptions: Arc<Subscriptions>,
    publisher: Publisher,
    reader: ReaderStatus,
    rates: Rates,
    max_payload: usize,
}

/// The dependencies of [`Replication`].
pub(crate) struct ReplicationContext<'a> {
    pub(crate) connector: Connector,
    /// Whether there may be other nodes.
    pub(crate) is_clustered: bool,
    pub(crate) database: Database,
    pub(crate) hub: Arc<Hub>,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) publisher: Publisher,
    pub(crate) reader: ReaderStatus,
    pub(crate) rates: Rates,
    pub(crate) settings: &'a Settings,
}

/// The result of the last review.
struct Review {
    published: Published,
    due: Instant,
}

impl Replication {
    pub(crate) fn new(context: ReplicationContext<'_>) -> Replication {
        let ReplicationContext {
            connector,
            is_clustered,
            database,
            hub,
            subscriptions,
            publisher,
            reader,
            rates,
            settings,
        } = context;
        let kind = if is_clustered { SlotKind::Shared } else { SlotKind::Temporary };
        let max_payload = settings.max_payload;
        Replication { connector, kind, database, hub, subscriptions, publisher, reader, rates, max_payload }
    }

    /// Reads until the process ends. Lost connections are opened again.
    pub(crate) async fn run(self) {
        let mut pause = FIRST_RETRY;
        loop {
            let error = match self.connect_and_read().await {
                Ok(never) => match never {},
                Err(error) => error,
            };
            if let ReadError::OtherPublications = error {
                tracing::debug!("{error}");
            } else {
                tracing::warn!(code = "ReplicationConnection", "changes cannot be read: {error}");
            }
            pause = if self.reader.is_own() { FIRST_RETRY } else { (pause * 2).min(LAST_RETRY) };
            self.reader.set_own(false);
            sleep(pause).await;
        }
    }

    async fn connect_and_read(&self) -> Result<std::convert::Infallible, ReadError> {
        let lookups = Lookups::open(&self.connector, self.publisher.node(), &self.reader.peers()).await?;
        let published = lookups.published().await?;
        // While there was no connection, another node may have deleted the subscriptions of this one.
        self.database.renew(&self.subscriptions).await?;
        let mut review = Review { published, due: Instant::now() + REVIEW_INTERVAL };
        let replication = for_replication(self.connector.clone());
        loop {
            let publications = &review.published.publications;
            let opened = slot::open(self.kind, &replication, &lookups, publications, &self.reader).await?;
            match opened {
                Some(stream) => {
                    // If there was a reader before, its subscriptions have no clients any more.
                    lookups.delete_orphans(&self.reader.peers()).await?;
                    return self.read(&lookups, stream, review).await;
                }
                None => sleep(STANDBY_INTERVAL).await,
            }
            // The publications matter only to the reader.
            match self.review(&lookups, &mut review).await {
                Err(ReadError::OtherPublications) => {}
                outcome => outcome?,
            }
        }
    }

    async fn read(
        &self,
        lookups: &Lookups,
        mut stream: ReplicationStream,
        mut review: Review,
    ) -> Result<std::convert::Infallible, ReadError> {
        self.reader.set_own(true);
        let mut generation = self.reader.position().generation;
        tracing::debug!("changes are read from the write-ahead log");
        let mut decoder = Decoder::default();
        let broadcasts = Broadcasts::new(&self.hub, self.max_payload);
        loop {
            let reviewing = Box::pin(self.review(lookups, &mut review));
            let confirmed = Lsn(decoder.confirmed());
            keep_alive(&mut stream, || confirmed, reviewing).await?;
            let mut batch = Batch::default();
            let until_review = review.due.saturating_duration_since(Instant::now());
            match timeout(until_review.min(SILENCE), stream.next()).await {
                Ok(message) => decoder.read(message?, &mut batch, &broadcasts)?,
                Err(_) if decoder.silent_for() >= SILENCE => return Err(ReadError::Silent),
                Err(_) => continue,
            }
            let newest = self.reader.position().generation;
            if newest != generation {
                if self.reader.is_peer() {
                    return Err(ReadError::SlotReplaced);
                }
                // This node has learned only now how often the slot that it reads had been created.
                generation = newest;
            }
            let deadline = Instant::now() + COALESCING;
            while !batch.is_full() {
                let next = match batch.changes.is_empty() {
                    true => stream.next().now_or_never(),
                    false => timeout_at(deadline, stream.next()).await.ok(),
                };
                let Some(message) = next else { break };
                decoder.read(message?, &mut batch, &broadcasts)?;
            }
            let (confirmed, read) = (Lsn(decoder.confirmed()), Lsn(decoder.read_to()));
            let delivering = Box::pin(self.deliver(lookups, &mut decoder, batch.changes));
            // Where the reader counts as a synchronous standby, the batch must be confirmed before it becomes visible.
            let position = || if lookups.do_commits_wait_for_reader() { read } else { confirmed };
            keep_alive(&mut stream, position, delivering).await?;
            if decoder.has_advanced() || batch.wants_reply {
                // A node that takes over does not read the log before the confirmed position.
                keep_alive(&mut stream, || confirmed, self.publisher.flushed().map(Ok)).await?;
                stream.confirm(Lsn(decoder.confirm())).await?;
                self.reader.advance(SlotPosition { generation, position: decoder.confirmed() });
            }
        }
    }

    /// Delivers changes in their order.
    async fn deliver(
        &self,
        lookups: &Lookups,
        decoder: &mut Decoder,
        changes: Vec<Change>,
    ) -> Result<(), ReadError> {
        // Over the limit changes are discarded.
        if changes.is_empty() || self.rates.changes.is_triggered() {
            return Ok(());
        }
        // A subscription that was committed before a change is visible now.
        let records = decoder.wal_records(lookups, &changes).await?;
        let outcomes = lookups.apply_rls(&records).await;
        let mut wakes = Wakes::default();
        for outcome in outcomes {
            match outcome {
                Ok(deliveries) => {
                    for delivery in &deliveries {
                        delivery.send(&self.subscriptions, &self.rates.changes, &mut wakes);
                        self.publisher.change(delivery);
                    }
                }
                // For example of a table that has been dropped since. The others are delivered.
                Err(error) if is_rejection(&error) => {
                    tracing::warn!("a change is lost: {}", crate::database::message(&error));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Follows the publications, if it is time: subscriptions to all tables get those that were added.
    async fn review(&self, lookups: &Lookups, review: &mut Review) -> Result<(), ReadError> {
        if Instant::now() < review.due {
            return Ok(());
        }
        review.due = Instant::now() + REVIEW_INTERVAL;
        lookups.delete_orphans(&self.reader.peers()).await?;
        let published = lookups.published().await?;
        let before = std::mem::replace(&mut review.published, published);
        if before.tables != review.published.tables {
            self.database.renew(&self.subscriptions).await?;
        }
        if before.publications != review.published.publications {
            return Err(ReadError::OtherPublications);
        }
        Ok(())
    }
}

/// Waits for `work`. Meanwhile a position is confirmed now and then, because the server ends the connection of a silent
/// reader.
async fn keep_alive(
    stream: &mut ReplicationStream,
    position: impl Fn() -> Lsn,
    work: impl Future<Output = Result<(), ReadError>>,
) -> Result<(), ReadError> {
    tokio::pin!(work);
    loop {
        match timeout(CONFIRM_INTERVAL, &mut work).await {
            Ok(outcome) => return outcome,
            Err(_) => stream.confirm(position()).await?,
        }
    }
}

/// Whether the database rejects a single change. An error of the class 57P ends the connection, e.g. at a shutdown: the
/// change is read again.
fn is_rejection(error: &tokio_postgres::Error) -> bool {
    error.as_db_error().is_some_and(|error| !error.code().code().starts_with("57P"))
}
