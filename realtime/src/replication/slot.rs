//! The replication slot, and the stream of changes from it.
//!
//! A single node has a temporary slot, which ends with its connection, so that a process that is gone keeps no log
//! on the server. The nodes of a cluster share a slot that stays. One of them reads it, because Postgres lets only one
//! connection read a slot: the slot is the lease. When the reader is gone, another goes on from the slot's position.
//!
//! A standby has no copy of the slot before Postgres 17, and later if `sync_replication_slots` is on there. After a failover
//! without a copy the slot is created again, and what was committed before is not delivered.

use std::time::Duration;

use postgres_connect::Connector;
use postgres_wire::{Lsn, ReplicationStream, connect_replication};
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::error::ReadError;
use super::lookups::Lookups;
use crate::cluster::ReaderStatus;

const PREFIX: &str = "supabase_realtime_replication_slot";
/// The timeout for connecting.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long everything may take until the stream starts.
const OPEN_TIMEOUT: Duration = Duration::from_secs(60);
/// A new slot waits for running transactions. The server limits this wait, to less than [`OPEN_TIMEOUT`], because it does
/// not notice a closed connection while it waits.
const LIMIT_WAIT: &str = "set lock_timeout = '30s'";
const DO_NOT_LIMIT_WAIT: &str = "set lock_timeout = 0";
/// The position of the last reader counts only in the log that it has read. A slot that a standby has copied is that of
/// another log, perhaps a shorter one.
const STATE: &str = "select active, coalesce(wal_status = 'lost', false),
      $2::text::pg_lsn > pg_current_wal_lsn() or coalesce((to_jsonb(slot) ->> 'synced')::boolean, false),
      current_setting('server_version_num')::int >= 170000
    from (select) as one left join pg_replication_slots as slot on slot_name = $1";
const CREATE: &str = "select pg_create_logical_replication_slot($1, 'pgoutput')";
/// Standbys may copy this slot.
const CREATE_FOR_FAILOVER: &str =
    "select pg_create_logical_replication_slot($1, 'pgoutput', failover => true)";
/// Names of slots are unique in the whole server.
const SHARED_NAME: &str = "select $1 || '_' || oid from pg_database where datname = current_database()";

/// Which slot a node reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SlotKind {
    Temporary,
    /// That of the cluster.
    Shared,
}

/// Starts reading. `None` if another node does.
///
/// # Errors
/// When the server reports one, or the stream does not start in time.
pub(super) async fn open(
    kind: SlotKind,
    connector: &Connector,
    lookups: &Lookups,
    publications: &[String],
    reader: &ReaderStatus,
) -> Result<Option<ReplicationStream>, ReadError> {
    let opening = Box::pin(open_stream(kind, connector, lookups, publications, reader));
    timeout(OPEN_TIMEOUT, opening).await.unwrap_or(Err(ReadError::TimedOut))
}

async fn open_stream(
    kind: SlotKind,
    connector: &Connector,
    lookups: &Lookups,
    publications: &[String],
    reader: &ReaderStatus,
) -> Result<Option<ReplicationStream>, ReadError> {
    let (name, start) = match kind {
        SlotKind::Temporary => {
            // Names have at most 63 letters.
            (format!("{PREFIX}_{}", &Uuid::new_v4().simple().to_string()[..12]), Lsn::default())
        }
        SlotKind::Shared => match claim_shared(lookups, reader).await? {
            Some(claimed) => claimed,
            None => return Ok(None),
        },
    };
    let mut session = connect_replication(connector).await?;
    if kind == SlotKind::Temporary {
        let create = format!("CREATE_REPLICATION_SLOT {name} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT");
        session.execute(LIMIT_WAIT).await?;
        session.execute(&create).await?;
        session.execute(DO_NOT_LIMIT_WAIT).await?;
    }
    // The names are the service's own.
    let publications = publications.join(",");
    let command = format!(
        "START_REPLICATION SLOT {name} LOGICAL {start} (proto_version '1', publication_names '{publications}')"
    );
    match session.start_replication(&command).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) if error.server().is_some_and(|it| it.code == SqlState::OBJECT_IN_USE.code()) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The cluster's slot and the position from which to read, unless another node reads it.
async fn claim_shared(lookups: &Lookups, reader: &ReaderStatus) -> Result<Option<(String, Lsn)>, ReadError> {
    let client = &lookups.client;
    let name: String = client.query_one(SHARED_NAME, &[&PREFIX]).await?.try_get(0)?;
    let position = Lsn(reader.position().position);
    let state = client.query_one(STATE, &[&name, &position.to_string()]).await?;
    let (is_active, is_lost): (Option<bool>, bool) = (state.try_get(0)?, state.try_get(1)?);
    let (is_of_other_log, has_failover): (bool, bool) = (state.try_get(2)?, state.try_get(3)?);
    if is_active == Some(true) {
        return Ok(None);
    }
    if is_lost {
        // The server has removed the log that the slot needs, because it was not read for too long.
        tracing::warn!(
            code = "ReplicationSlotLost",
            "changes were lost: the replication slot is created again"
        );
        client.execute("select pg_drop_replication_slot($1)", &[&name]).await?;
    }
    if is_lost || is_active.is_none() {
        client.batch_execute(LIMIT_WAIT).await?;
        let create = if has_failover { CREATE_FOR_FAILOVER } else { CREATE };
        let created = client.execute(create, &[&name]).await;
        client.batch_execute(DO_NOT_LIMIT_WAIT).await?;
        match created {
            Err(error) if error.code() == Some(&SqlState::DUPLICATE_OBJECT) => return Ok(None),
            created => drop(created?),
        }
        reader.begin_generation();
        return Ok(Some((name, Lsn::default())));
    }
    if is_of_other_log {
        // Another server has taken over.
        reader.begin_generation();
        return Ok(Some((name, Lsn::default())));
    }
    Ok(Some((name, position)))
}

/// The connector of the replication connection and of the lookups.
pub(crate) fn connector(url: &str) -> Result<Connector, postgres_connect::AddressError> {
    let mut connector = Connector::parse(url)?;
    connector.config_mut().connect_timeout(TIMEOUT);
    Ok(connector)
}

/// The connector of the replication connection. The server writes values as text in one time zone and style. After
/// `wal_sender_timeout` it ends the connection of a silent reader, which it asks for a reply before.
pub(super) fn for_replication(mut connector: Connector) -> Connector {
    connector.config_mut().application_name("realtime_replication_connection").options(
        "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 \
         -c statement_timeout=0 -c wal_sender_timeout=10s",
    );
    connector
}
