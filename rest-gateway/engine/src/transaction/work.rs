//! What one request's transaction consists of, and what it returns.

use std::sync::Arc;
use std::time::Duration;

use postgres_wire::{Error as WireError, Lsn, Pipeline};

use super::connection::{Connection, PreparedStatement};
use super::result_row::ResultRow;
use crate::answer::ClientAnswerBudget;
use crate::client::ClientKey;
use crate::plan::ResultRules;
use crate::query::{Main, Sql};

/// The statements of a transaction in their order, and the limits that it runs under.
pub(crate) struct Work {
    /// BEGIN with isolation level and access mode.
    pub begin: Sql,
    /// True when an implicit transaction can replace BEGIN and COMMIT: Postgres gives it the default modes and commits
    /// it at the end of the batch.
    pub implicit: bool,
    pub settings: Sql,
    pub pre_request: Option<Sql>,
    pub main: Main,
    /// The verb of the main statement, for traces.
    pub operation: &'static str,
    pub estimate: Option<Sql>,
    pub read_only: bool,
    /// A replica can run it.
    pub may_run_on_replica: bool,
    /// The outcome names the position of the commit.
    pub tells_position: bool,
    /// Conditions on the number of result rows.
    pub rules: ResultRules,
    /// COMMIT, or what rolls back.
    pub end: Vec<Sql>,
    /// The client whose pool share the connection counts against.
    pub client: ClientKey,
    /// Limit for each statement; `None` for no limit.
    pub timeout: Option<Duration>,
    /// The transaction runs as the anonymous role.
    pub anonymous: bool,
    /// False for unnamed statements, which need no prepared state: a pooler in transaction mode may run every
    /// transaction on another connection.
    pub keeps_statements: bool,
    /// The budget for the response body.
    pub budget: ClientAnswerBudget,
}

#[derive(Debug)]
pub(crate) struct Outcome {
    pub row: ResultRow,
    /// The planner's estimate of the row count.
    pub estimate: Option<i64>,
    /// Where the commit is in the write-ahead log, or a little after it. `None` unless the work asks for it.
    pub position: Option<Lsn>,
}

/// How a statement is executed: prepared on the connection, or sent as text.
#[derive(Clone)]
pub(super) enum StatementHandle {
    Prepared(Arc<PreparedStatement>),
    Text,
}

impl StatementHandle {
    pub fn add(&self, pipeline: &mut Pipeline<'_>, sql: &Sql) -> Result<(), WireError> {
        match self {
            StatementHandle::Prepared(prepared) => pipeline.add(&prepared.statement, sql.binds()),
            StatementHandle::Text => pipeline.add_text(sql.text(), sql.binds()),
        }
    }
}

impl Work {
    /// True when a violated rule must roll the transaction back. A read has nothing to roll back.
    pub(super) fn checks_before_commit(&self) -> bool {
        !self.read_only && !self.rules.are_empty()
    }

    /// `None` when the statement must be prepared first.
    pub(super) fn handle(&self, connection: &mut Connection, sql: &Sql) -> Option<StatementHandle> {
        if !self.keeps_statements {
            return Some(StatementHandle::Text);
        }
        connection.prepared(sql.text()).map(StatementHandle::Prepared)
    }
}
