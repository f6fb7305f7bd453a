//! Where the write-ahead log is: after a commit, and after the catalogue was read.

use postgres_wire::Lsn;

use super::connection::Connection;
use super::pool::Pool;
use crate::query::CURRENT_LSN;

/// A position that no replica reaches, for a commit of which nothing else is known.
pub(super) const UNKNOWN: Lsn = Lsn(u64::MAX);

/// The position of a primary. `None` if the server is a replica or does not answer.
pub(crate) async fn current_position(pool: &Pool) -> Option<Lsn> {
    let mut lease = pool.get(None).await.ok()?;
    position_on(lease.connection().ok()?).await
}

pub(super) async fn position_on(connection: &mut Connection) -> Option<Lsn> {
    let rows = connection.query(CURRENT_LSN, &[]).await.ok()?;
    rows.first()?.text(0).ok()??.parse().ok()
}
