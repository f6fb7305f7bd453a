//! Runs a transaction whose statements are all prepared, in one batch: from BEGIN to COMMIT, or as an implicit
//! transaction, which Postgres commits at the end of the batch.

use std::sync::Arc;

use super::connection::{Connection, PreparedStatement};
use super::failure::TransactionError;
use super::results::{outcome, read_main, read_overrides, read_planned_rows};
use super::work::{Outcome, StatementHandle, Work};
use crate::query::{SELECT_OVERRIDES, Sql};

/// The handles of all statements of a transaction.
pub(super) struct PreparedWork {
    /// `None` for an implicit transaction, whose `end` is empty.
    begin: Option<StatementHandle>,
    settings: StatementHandle,
    pre_request: Option<StatementHandle>,
    main: StatementHandle,
    select_overrides: Option<Arc<PreparedStatement>>,
    estimate: Option<StatementHandle>,
    end: Vec<StatementHandle>,
}

impl Work {
    /// `None` when a statement must be prepared first.
    pub(super) fn prepared(&self, connection: &mut Connection) -> Option<PreparedWork> {
        let mut optional = |sql: &Option<Sql>| match sql {
            Some(sql) => self.handle(connection, sql).map(Some),
            None => Some(None),
        };
        let pre_request = optional(&self.pre_request)?;
        let estimate = optional(&self.estimate)?;
        let select_overrides = match self.main.returns_overrides() {
            true => None,
            false => Some(connection.prepared(SELECT_OVERRIDES)?),
        };
        let (begin, end) = match self.implicit && connection.can_use_implicit_transaction() {
            true => (None, Vec::new()),
            false => (
                Some(self.handle(connection, &self.begin)?),
                self.end.iter().map(|sql| self.handle(connection, sql)).collect::<Option<_>>()?,
            ),
        };
        Some(PreparedWork {
            begin,
            settings: self.handle(connection, &self.settings)?,
            pre_request,
            main: self.handle(connection, self.main.sql())?,
            select_overrides,
            estimate,
            end,
        })
    }
}

pub(super) async fn one_round_trip(
    connection: &mut Connection,
    work: &Work,
    prepared: &PreparedWork,
) -> Result<Outcome, TransactionError> {
    let mut pipeline = connection.pipeline()?;
    if let Some(begin) = &prepared.begin {
        begin.add(&mut pipeline, &work.begin)?;
    }
    prepared.settings.add(&mut pipeline, &work.settings)?;
    let pre_request = prepared.pre_request.as_ref().zip(work.pre_request.as_ref());
    if let Some((handle, sql)) = pre_request {
        handle.add(&mut pipeline, sql)?;
    }
    prepared.main.add(&mut pipeline, work.main.sql())?;
    if let Some(select_overrides) = &prepared.select_overrides {
        pipeline.add(&select_overrides.statement, &[])?;
    }
    let estimate = prepared.estimate.as_ref().zip(work.estimate.as_ref());
    if let Some((handle, sql)) = estimate {
        handle.add(&mut pipeline, sql)?;
    }
    for (handle, sql) in prepared.end.iter().zip(&work.end) {
        handle.add(&mut pipeline, sql)?;
    }
    let mut results = pipeline.send().await?;
    if prepared.begin.is_some() {
        results.skip().await?;
    }
    let settings = results.first().await?;
    if pre_request.is_some() {
        results.skip().await?;
    }
    let row = read_main(&mut results, &prepared.main, &work.main, &work.budget).await?;
    let overrides = match prepared.select_overrides {
        Some(_) => read_overrides(&mut results).await?,
        None => None,
    };
    let estimate = match estimate {
        Some(_) => read_planned_rows(&mut results).await?,
        None => None,
    };
    for _ in &prepared.end {
        results.skip().await?;
    }
    results.finish().await?;
    connection.learn_modes(settings.as_ref())?;
    Ok(outcome(row, overrides, estimate))
}
