//! One connection to Postgres and what it remembers: its prepared statements, bounded.

use std::collections::HashMap;
use std::ops::Deref;
use std::thread::{self, ThreadId};

use postgres_tls::{ConnectError, Connector};
use tokio_postgres::{Client, Statement};

/// Statements that a connection keeps prepared. Past this the oldest go: clients shape the texts, so there is no end
/// to them.
const STATEMENTS: usize = 200;

pub(crate) struct Connection {
    client: Client,
    /// The thread that drives it. Another may use it too, but each message then wakes a sleeping thread.
    pub(super) home: ThreadId,
    /// The count of the schema's changes when it was made.
    pub(super) generation: u64,
    statements: HashMap<String, Kept>,
    uses: u64,
}

struct Kept {
    statement: Statement,
    last_use: u64,
}

impl Connection {
    /// Connects, and drives the connection on this thread's runtime until its client is gone.
    pub(super) async fn open(database: &Connector, generation: u64) -> Result<Connection, ConnectError> {
        let (client, connection) = database.connect().await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a database connection was lost");
            }
        });
        let home = thread::current().id();
        Ok(Connection { client, home, generation, statements: HashMap::new(), uses: 0 })
    }

    pub fn prepared(&mut self, sql: &str) -> Option<Statement> {
        self.uses += 1;
        let uses = self.uses;
        self.statements.get_mut(sql).map(|kept| {
            kept.last_use = uses;
            kept.statement.clone()
        })
    }

    pub fn forget(&mut self, sql: &str) {
        self.statements.remove(sql);
    }

    pub fn keep(&mut self, sql: &str, statement: Statement) {
        if self.statements.len() >= STATEMENTS {
            let oldest =
                self.statements.iter().min_by_key(|(_, kept)| kept.last_use).map(|(sql, _)| sql.clone());
            if let Some(oldest) = oldest {
                self.statements.remove(&oldest);
            }
        }
        self.statements.insert(sql.to_owned(), Kept { statement, last_use: self.uses });
    }
}

impl Deref for Connection {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}
