//! The whole statement of a request: one row of one shape, with the body built by Postgres; or, for a plain read, the
//! rows themselves, of which the body is built here; or a write of which nothing is shown, as it is.

use super::read::{EmbedForm, embedded};
use super::result_row::overrides;
use super::sql::Sql;
use crate::api_request::{Count, Explain, Representation};
use crate::plan::{Handler, MutatePlan, QueryKind, QueryPlan};

/// What the main statement gives.
#[derive(Debug)]
pub(crate) enum Main {
    /// One row with the columns of `column`.
    Row(Sql),
    /// What EXPLAIN says.
    Plan(Sql),
    /// The rows of the answer: an array of them, or the only one.
    /// `embedded`: of the last columns, whether each is to be shown as jsonb.
    Rows { sql: Sql, is_array: bool, embedded: Vec<bool> },
    /// A write of which only the number of rows is read.
    /// `returns_overrides`: it returns one row, the response overrides.
    Change { sql: Sql, returns_overrides: bool },
}

impl Main {
    pub fn sql(&self) -> &Sql {
        let (Main::Row(sql) | Main::Plan(sql) | Main::Rows { sql, .. } | Main::Change { sql, .. }) = self;
        sql
    }

    /// True when the statement itself returns the response overrides, so that `SELECT_OVERRIDES` need not follow.
    pub fn returns_overrides(&self) -> bool {
        matches!(self, Main::Row(_) | Main::Plan(_) | Main::Change { returns_overrides: true, .. })
    }
}

/// What is sent to the database for a request.
#[derive(Debug)]
pub(crate) struct Statements {
    pub main: Main,
    /// Asks the planner how many rows there may be.
    pub estimate: Option<Sql>,
}

pub(crate) fn statements(
    plan: &QueryPlan,
    count: Option<Count>,
    representation: Option<Representation>,
    max_rows: Option<u64>,
) -> Statements {
    if let Some(is_array) = gives_rows(plan, count) {
        let mut sql = Sql::default();
        sql.read(&plan.read, EmbedForm::JsonWhereSame);
        let main = Main::Rows { sql, is_array, embedded: embedded(&plan.read) };
        return Statements { main, estimate: None };
    }
    if let Some(change) = only_changes(plan, representation) {
        let mut sql = Sql::default();
        sql.change(change);
        let returns_overrides = change.inserts_one();
        if returns_overrides {
            sql.push(concat!(" RETURNING ", overrides!()));
        }
        return Statements { main: Main::Change { sql, returns_overrides }, estimate: None };
    }
    statements_without_rows(plan, count, representation, max_rows)
}

/// The same with every body built by Postgres, so that nothing must be known of its columns.
pub(crate) fn statements_without_rows(
    plan: &QueryPlan,
    count: Option<Count>,
    representation: Option<Representation>,
    max_rows: Option<u64>,
) -> Statements {
    let mut sql = Sql::default();
    let counts = !matches!(plan.kind, QueryKind::Mutate { .. });
    let count = count.filter(|_| counts);
    match &plan.kind {
        QueryKind::Read { .. } => sql.read_statement(plan, count, max_rows),
        QueryKind::Mutate { change, .. } => sql.mutate_statement(plan, change, representation),
        QueryKind::Call { call, .. } => sql.call_statement(plan, call, count),
    };
    let is_read = matches!(plan.kind, QueryKind::Read { .. });
    let estimate = count.filter(|count| is_read && *count != Count::Exact).map(|_| {
        let mut explain = Sql::new("EXPLAIN (FORMAT JSON) ");
        explain.count_rows(&plan.read);
        explain
    });
    match plan.explain() {
        Some(explain) => Statements { main: Main::Plan(explained(explain, sql)), estimate: None },
        None => Statements { main: Main::Row(sql), estimate },
    }
}

/// Whether the body can be built here, and whether it is an array then: rows are all that a read without a count gives.
fn gives_rows(plan: &QueryPlan, count: Option<Count>) -> Option<bool> {
    if !matches!(plan.kind, QueryKind::Read { .. }) || count.is_some() || plan.explain().is_some() {
        return None;
    }
    match plan.handler {
        Handler::Array { strip_nulls: false } => Some(true),
        Handler::Object { strip_nulls: false } => Some(false),
        _ => None,
    }
}

/// The write, if nothing but the number of its rows is asked for: no row, no place, and not which of them are new. Where
/// rules or triggers have their say it is wrapped as PostgREST wraps it, so that they have the same.
fn only_changes(plan: &QueryPlan, representation: Option<Representation>) -> Option<&MutatePlan> {
    let QueryKind::Mutate { change, .. } = &plan.kind else { return None };
    let shows_place = representation == Some(Representation::HeadersOnly);
    let is_plain =
        change.runs_nothing_after_write && plan.handler == Handler::None && plan.explain().is_none();
    (is_plain && !shows_place && !change.merges()).then_some(change)
}

fn explained(explain: &Explain, sql: Sql) -> Sql {
    let options = explain.options.iter().fold(String::new(), |options, option| options + ", " + option);
    sql.prefixed_with(&format!("EXPLAIN (FORMAT {}{options}) ", explain.format.name()))
}
