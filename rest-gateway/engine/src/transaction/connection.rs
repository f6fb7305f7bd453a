//! A connection to Postgres with its cache of prepared statements.

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

/// Size of the statement cache. Beyond it the least recently used statement is evicted, because clients determine the
/// texts and their number is unlimited.
const MAX_STATEMENTS: usize = 200;

pub(crate) struct Connection {
    session: Session,
    server: Arc<Server>,
    /// The thread whose runtime is woken by the server's responses. `None` for a connection that was opened outside of
    /// the threads that serve requests.
    thread: Option<ThreadId>,
    /// The pool's schema generation when the connection was opened.
    pub(super) generation: u64,
    pub(super) opened: Instant,
    /// When it was opened or last returned to the pool.
    pub(super) idle_since: Instant,
    /// The cache, by text. The texts are long, and `foldhash` hashes them several times as fast as the standard library
    /// does. Its seed is random too, and collisions among `MAX_STATEMENTS` texts would cost little.
    statements: HashMap<String, CachedStatement>,
    /// Number of lookups, as the clock of the eviction.
    uses: u64,
    /// The default isolation level is READ COMMITTED, as reported by the settings statement of the last transaction.
    reads_committed: bool,
    /// Counts the connection against `db-pool` until it is closed.
    _slot: OwnedSemaphorePermit,
}

struct CachedStatement {
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
        // Boxed, because otherwise the future of every request would contain the login's.
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

    /// True when an implicit transaction has the modes that most requests need: READ COMMITTED and READ WRITE.
    pub fn can_use_implicit_transaction(&self) -> bool {
        self.reads_committed && self.session.allows_writes() == Some(true)
    }

    /// Reads the default isolation level from the row of a settings statement.
    pub fn learn_modes(&mut self, settings: Option<&Row>) -> Result<(), Error> {
        self.reads_committed = settings.map(|row| row.value(0)).transpose()?.flatten() == Some(&[1]);
        Ok(())
    }

    /// A statement from the cache.
    pub(super) fn prepared(&mut self, sql: &str) -> Option<Arc<PreparedStatement>> {
        self.uses += 1;
        let cached = self.statements.get_mut(sql)?;
        cached.last_use = self.uses;
        Some(cached.prepared.clone())
    }

    /// Closes a statement and removes it from the cache.
    pub fn forget_statement(&mut self, sql: &str) {
        if let Some(cached) = self.statements.remove(sql) {
            self.session.forget(&cached.prepared.statement);
        }
    }

    /// Clears the cache after the server has dropped all prepared statements.
    pub fn forget_all_statements(&mut self) {
        self.statements.clear();
    }

    /// Adds statements, with their texts, to the cache.
    pub fn keep_all(&mut self, prepared: Vec<(String, Statement)>) {
        for (sql, statement) in prepared {
            self.keep(&sql, statement);
        }
    }

    /// Adds a statement to the cache.
    pub(super) fn keep(&mut self, sql: &str, statement: Statement) -> Arc<PreparedStatement> {
        if self.statements.len() >= MAX_STATEMENTS {
            let oldest = self.statements.iter().min_by_key(|(_, cached)| cached.last_use);
            if let Some(oldest) = oldest.map(|(sql, _)| sql.clone()) {
                self.forget_statement(&oldest);
            }
        }
        let prepared = Arc::new(PreparedStatement::new(statement));
        let cached = CachedStatement { prepared: prepared.clone(), last_use: self.uses };
        self.statements.insert(sql.to_owned(), cached);
        prepared
    }
}

/// The current thread, if it has its own runtime, as the threads that serve requests do.
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
