//! One connection to Postgres and what it remembers: its prepared statements, bounded.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};
use std::thread::{self, ThreadId};
use std::time::Instant;

use foldhash::HashMap;
use postgres_connect::{Connector, Server};
use postgres_wire::{Error, Row, Session, Statement};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::OwnedSemaphorePermit;

use crate::row_encoder::RowFormat;

/// Prepared statements that a connection keeps. Beyond this the least recently used are closed: clients shape the texts,
/// so there is no end to them.
const MAX_STATEMENTS: usize = 200;

pub(crate) struct Connection {
    session: Session,
    server: Arc<Server>,
    /// The thread whose runtime is woken when the server answers. `None` for a connection that was opened outside of the
    /// threads that serve requests.
    thread: Option<ThreadId>,
    /// The pool's schema generation when the connection was opened.
    pub(super) generation: u64,
    pub(super) opened: Instant,
    /// When it was opened, or last returned to the pool.
    pub(super) idle_since: Instant,
    /// By text. The texts are long and `foldhash` is several times as fast on them as the standard library's hash. Its
    /// seed is random as well, and collisions among `MAX_STATEMENTS` texts would cost little.
    statements: HashMap<String, Known>,
    uses: u64,
    /// An implicit transaction has the isolation level READ COMMITTED, as the settings of the last transaction showed.
    reads_committed: bool,
    /// Its place among the connections that the pool may have open.
    _slot: OwnedSemaphorePermit,
}

struct Known {
    prepared: Arc<PreparedStatement>,
    last_use: u64,
}

pub(super) struct PreparedStatement {
    pub statement: Statement,
    row_format: OnceLock<Option<RowFormat>>,
}

impl PreparedStatement {
    fn new(statement: Statement) -> PreparedStatement {
        PreparedStatement { statement, row_format: OnceLock::new() }
    }

    /// How its rows become JSON. `None` if a column is of a type that Postgres must encode.
    pub fn row_format(&self) -> Option<&RowFormat> {
        self.row_format.get_or_init(|| RowFormat::new(self.statement.columns())).as_ref()
    }
}

impl Connection {
    pub(super) async fn open(
        database: &Connector,
        generation: u64,
        slot: OwnedSemaphorePermit,
    ) -> Result<Connection, Error> {
        // Boxed, because every request would reserve memory for the login's future otherwise.
        let session = Box::pin(postgres_wire::connect(database)).await?;
        let now = Instant::now();
        Ok(Connection {
            server: Arc::new(session.server().clone()),
            session,
            thread: runtime_thread(),
            generation,
            opened: now,
            idle_since: now,
            statements: HashMap::default(),
            uses: 0,
            reads_committed: false,
            _slot: slot,
        })
    }

    pub fn server(&self) -> &Arc<Server> {
        &self.server
    }

    pub fn is_on(&self, thread: Option<ThreadId>) -> bool {
        self.thread == thread
    }

    /// Registers the connection with this thread's runtime, if the thread serves requests.
    pub fn rebind_to_current_runtime(&mut self) -> Result<(), Error> {
        let thread = runtime_thread();
        if thread.is_some() && thread != self.thread {
            self.session.rebind_to_current_runtime()?;
            self.thread = thread;
        }
        Ok(())
    }

    /// A transaction that no BEGIN starts has the modes that most requests want: READ COMMITTED and READ WRITE.
    pub fn can_use_implicit_transaction(&self) -> bool {
        self.reads_committed && self.session.allows_writes() == Some(true)
    }

    /// `settings`: the row that the settings statement of a transaction returned.
    pub fn learn_modes(&mut self, settings: Option<&Row>) -> Result<(), Error> {
        self.reads_committed = settings.map(|row| row.value(0)).transpose()?.flatten() == Some(&[1]);
        Ok(())
    }

    pub(super) fn prepared(&mut self, sql: &str) -> Option<Arc<PreparedStatement>> {
        self.uses += 1;
        let known = self.statements.get_mut(sql)?;
        known.last_use = self.uses;
        Some(known.prepared.clone())
    }

    pub fn forget_statement(&mut self, sql: &str) {
        if let Some(known) = self.statements.remove(sql) {
            self.session.forget(&known.prepared.statement);
        }
    }

    /// Forgets every prepared statement: the server has none of them any more.
    pub fn forget_all_statements(&mut self) {
        self.statements.clear();
    }

    /// Statements with their texts.
    pub fn keep_all(&mut self, prepared: Vec<(String, Statement)>) {
        for (sql, statement) in prepared {
            self.keep(&sql, statement);
        }
    }

    pub(super) fn keep(&mut self, sql: &str, statement: Statement) -> Arc<PreparedStatement> {
        if self.statements.len() >= MAX_STATEMENTS {
            let oldest = self.statements.iter().min_by_key(|(_, known)| known.last_use);
            if let Some(oldest) = oldest.map(|(sql, _)| sql.clone()) {
                self.forget_statement(&oldest);
            }
        }
        let prepared = Arc::new(PreparedStatement::new(statement));
        let known = Known { prepared: prepared.clone(), last_use: self.uses };
        self.statements.insert(sql.to_owned(), known);
        prepared
    }
}

/// This thread, if it has a runtime of its own, as the threads that serve requests have.
pub(super) fn runtime_thread() -> Option<ThreadId> {
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
