//! Queries for positions in the write-ahead log, as text.

/// Up to where the primary has written. Whatever was committed before lies below it.
pub(crate) const CURRENT_LSN: &str = "select pg_current_wal_insert_lsn()::text";

/// Up to where a replica has replayed. One that was promoted has all that there is.
pub(crate) const REPLAYED_LSN: &str = "
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text";
