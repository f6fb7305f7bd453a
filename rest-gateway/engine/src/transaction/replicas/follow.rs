//! Asks a server again and again for a position in the write-ahead log.

use std::time::Duration;

use postgres_connect::Connector;
use postgres_wire::{Error, Lsn, Session};
use tokio::time::timeout;

/// Limit for an answer. A server that takes longer counts as away.
const TIMEOUT: Duration = Duration::from_secs(2);

/// A connection that is opened when it is needed, and again after it was lost.
pub(super) struct Follower {
    server: Connector,
    session: Option<Session>,
}

impl Follower {
    pub fn new(server: Connector) -> Follower {
        Follower { server, session: None }
    }

    /// The position that a query returns as text.
    pub async fn position(&mut self, query: &str) -> Result<Lsn, Error> {
        let asked = timeout(TIMEOUT, self.ask(query)).await.unwrap_or(Err(Error::TimedOut));
        if asked.is_err() {
            self.session = None;
        }
        asked
    }

    async fn ask(&mut self, query: &str) -> Result<Lsn, Error> {
        let session = match &mut self.session {
            Some(session) => session,
            none => none.insert(postgres_wire::connect(&self.server).await?),
        };
        let rows = session.query(query, &[]).await?;
        let text = rows.first().map(|row| row.text(0)).transpose()?.flatten();
        text.and_then(|text| text.parse().ok()).ok_or(Error::Closed)
    }
}
