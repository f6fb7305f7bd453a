//! A transaction whose statements the connection knows, in one piece: from BEGIN to COMMIT, or without the two where the
//! end of the batch commits what nobody began.

use std::sync::Arc;

use super::answer::{main, outcome, planned_rows, read_overrides};
use super::connection::{Connection, PreparedStatement};
use super::run::{Outcome, Ready, Stop, Work};
use crate::query::{SELECT_OVERRIDES, Sql};

/// Each of a transaction, where all of them can be sent as they are.
pub(super) struct Prepared {
    /// `None` where nobody needs to begin it, nor to end it.
    begin: Option<Ready>,
    settings: Ready,
    pre_request: Option<Ready>,
    main: Ready,
    select_overrides: Option<Arc<PreparedStatement>>,
    estimate: Option<Ready>,
    end: Vec<Ready>,
}

impl Work {
    /// `None` where something must be prepared first.
    pub(super) fn prepared(&self, connection: &mut Connection) -> Option<Prepared> {
        let mut known = |sql: &Option<Sql>| match sql {
            Some(sql) => self.ready(connection, sql).map(Some),
            None => Some(None),
        };
        let pre_request = known(&self.pre_request)?;
        let estimate = known(&self.estimate)?;
        let select_overrides = match self.main.returns_overrides() {
            true => None,
            false => Some(connection.prepared(SELECT_OVERRIDES)?),
        };
        let (begin, end) = match self.implicit && connection.can_use_implicit_transaction() {
            true => (None, Vec::new()),
            false => (
                Some(self.ready(connection, &self.begin)?),
                self.end.iter().map(|sql| self.ready(connection, sql)).collect::<Option<_>>()?,
            ),
        };
        Some(Prepared {
            begin,
            settings: self.ready(connection, &self.settings)?,
            pre_request,
            main: self.ready(connection, self.main.sql())?,
            select_overrides,
            estimate,
            end,
        })
    }
}

pub(super) async fn one_round_trip(
    connection: &mut Connection,
    work: &Work,
    prepared: &Prepared,
) -> Result<Outcome, Stop> {
    let mut pipeline = connection.pipeline()?;
    if let Some(begin) = &prepared.begin {
        begin.add(&mut pipeline, &work.begin)?;
    }
    prepared.settings.add(&mut pipeline, &work.settings)?;
    let pre_request = prepared.pre_request.as_ref().zip(work.pre_request.as_ref());
    if let Some((ready, sql)) = pre_request {
        ready.add(&mut pipeline, sql)?;
    }
    prepared.main.add(&mut pipeline, work.main.sql())?;
    if let Some(select_overrides) = &prepared.select_overrides {
        pipeline.add(&select_overrides.statement, &[])?;
    }
    let estimate = prepared.estimate.as_ref().zip(work.estimate.as_ref());
    if let Some((ready, sql)) = estimate {
        ready.add(&mut pipeline, sql)?;
    }
    for (ready, sql) in prepared.end.iter().zip(&work.end) {
        ready.add(&mut pipeline, sql)?;
    }
    let mut results = pipeline.send().await?;
    if prepared.begin.is_some() {
        results.skip().await?;
    }
    let settings = results.first().await?;
    if pre_request.is_some() {
        results.skip().await?;
    }
    let row = main(&mut results, &prepared.main, &work.main, &work.budget).await?;
    let overrides = match prepared.select_overrides {
        Some(_) => read_overrides(&mut results).await?,
        None => None,
    };
    let estimate = match estimate {
        Some(_) => planned_rows(&mut results).await?,
        None => None,
    };
    for _ in &prepared.end {
        results.skip().await?;
    }
    results.finish().await?;
    connection.learn_modes(settings.as_ref())?;
    Ok(outcome(row, overrides, estimate))
}
