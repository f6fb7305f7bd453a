//! One connection to Postgres and what it remembers: its prepared statements, bounded.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::thread::{self, ThreadId};
use std::time::Instant;

use postgres_tls::Connector;
use postgres_wire::{Error, Row, Session, Statement};
use tokio::runtime::{Handle, RuntimeFlavor};

/// Statements that a connection keeps prepared. Past this the oldest go: clients shape the texts, so there is no end
/// to them.
const STATEMENTS: usize = 200;

pub(crate) struct Connection {
    session: Session,
    /// The thread whose runtime hears when the server answers. `None` when it was made where no requests are answered.
    home: Option<ThreadId>,
    /// The count of the schema's changes when it was made.
    pub(super) generation: u64,
    pub(super) opened: Instant,
    /// When it was made, or given back the last time.
    pub(super) idle_since: Instant,
    statements: HashMap<String, Kept>,
    uses: u64,
    /// Whether a transaction that nobody begins reads what is committed, as the settings of the last one have told.
    reads_committed: bool,
}

struct Kept {
    statement: Arc<Statement>,
    last_use: u64,
}

impl Connection {
    pub(super) async fn open(database: &Connector, generation: u64) -> Result<Connection, Error> {
        // In a box, for a login needs room that every request would have with it.
        let session = Box::pin(postgres_wire::connect(database)).await?;
        let now = Instant::now();
        Ok(Connection {
            session,
            home: home(),
            generation,
            opened: now,
            idle_since: now,
            statements: HashMap::new(),
            uses: 0,
            reads_committed: false,
        })
    }

    pub fn is_at(&self, home: Option<ThreadId>) -> bool {
        self.home == home
    }

    /// Has this thread hear when the server answers. Where no requests are answered, another hears it as well.
    pub fn move_here(&mut self) -> Result<(), Error> {
        let here = home();
        if here.is_some() && here != self.home {
            self.session.move_here()?;
            self.home = here;
        }
        Ok(())
    }

    /// Whether a transaction that nobody begins reads what is committed and may write, as far as the server has said.
    pub fn has_usual_modes(&self) -> bool {
        self.reads_committed && self.session.allows_writes() == Some(true)
    }

    /// `settings`: what the settings of a transaction have given.
    pub fn learn_modes(&mut self, settings: Option<&Row>) -> Result<(), Error> {
        self.reads_committed = settings.map(|row| row.value(0)).transpose()?.flatten() == Some(&[1]);
        Ok(())
    }

    pub fn prepared(&mut self, sql: &str) -> Option<Arc<Statement>> {
        self.uses += 1;
        let uses = self.uses;
        self.statements.get_mut(sql).map(|kept| {
            kept.last_use = uses;
            kept.statement.clone()
        })
    }

    pub fn forget_statement(&mut self, sql: &str) {
        if let Some(kept) = self.statements.remove(sql) {
            self.session.forget(&kept.statement);
        }
    }

    /// Statements with their texts.
    pub fn keep_all(&mut self, made: Vec<(String, Statement)>) {
        for (sql, statement) in made {
            self.keep(&sql, statement);
        }
    }

    pub fn keep(&mut self, sql: &str, statement: Statement) -> Arc<Statement> {
        if self.statements.len() >= STATEMENTS {
            let oldest =
                self.statements.iter().min_by_key(|(_, kept)| kept.last_use).map(|(sql, _)| sql.clone());
            if let Some(oldest) = oldest {
                self.forget_statement(&oldest);
            }
        }
        let statement = Arc::new(statement);
        self.statements.insert(sql.to_owned(), Kept { statement: statement.clone(), last_use: self.uses });
        statement
    }
}

/// This thread, if it has a runtime of its own, as those have that answer requests.
pub(super) fn home() -> Option<ThreadId> {
    let runtime = Handle::try_current().ok()?;
    (runtime.runtime_flavor() == RuntimeFlavor::CurrentThread).then(|| thread::current().id())
}

impl Deref for Connection {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}
