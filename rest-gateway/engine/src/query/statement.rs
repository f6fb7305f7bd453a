//! The main statement of a request, in the cheapest form: the rows themselves for a plain read, whose body the row
//! encoder builds; the bare write when no row is returned; otherwise one row with the whole response, built by
//! Postgres.

use super::read::{EmbedForm, embedded};
use super::result_row::overrides;
use super::sql::Sql;
use crate::api_request::{Count, Explain, Representation};
use crate::plan::{Handler, MutatePlan, QueryKind, QueryPlan};

/// The main statement, by the form of its result.
#[derive(Debug)]
pub(crate) enum Main {
    /// One row with the columns of `column`.
    Row(Sql),
    /// The output of EXPLAIN.
    Plan(Sql),
    /// The rows of the response. `is_array`: the body is an array of them, not only the first one. `embedded`: for
    /// each of the last columns, whether the response has it as jsonb.
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

/// The statements of a request.
#[derive(Debug)]
pub(crate) struct Statements {
    pub main: Main,
    /// Reads the planner's estimate of the number of rows.
    pub estimate: Option<Sql>,
}

pub(crate) fn statements(
    plan: &QueryPlan,
    count: Option<Count>,
    representation: Option<Representation>,
    max_rows: Option<u64>,
) -> Statements {
    if let Some(is_array) = encodes_rows(plan, count) {
        let mut sql = Sql::default();
        sql.read(&plan.read, EmbedForm::JsonWhereSame);
        let main = Main::Rows { sql, is_array, embedded: embedded(&plan.read) };
        return Statements { main, estimate: None };
    }
    if let Some(change) = bare_write(plan, representation) {
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

/// The statements when Postgres builds every body, so that the column types need not be known.
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

/// `Some` when the row encoder can build the body of a read without a count: whether it is an array.
fn encodes_rows(plan: &QueryPlan, count: Option<Count>) -> Option<bool> {
    if !matches!(plan.kind, QueryKind::Read { .. }) || count.is_some() || plan.explain().is_some() {
        return None;
    }
    match plan.handler {
        Handler::Array { strip_nulls: false } => Some(true),
        Handler::Object { strip_nulls: false } => Some(false),
        _ => None,
    }
}

/// The write, if only the number of its rows is needed: no row, no `Location`, and no count of inserts. A write with
/// rules or AFTER triggers is wrapped in the same CTE as in PostgREST, because they could observe the difference.
fn bare_write(plan: &QueryPlan, representation: Option<Representation>) -> Option<&MutatePlan> {
    let QueryKind::Mutate { change, .. } = &plan.kind else { return None };
    let returns_location = representation == Some(Representation::HeadersOnly);
    let returns_nothing =
        change.runs_nothing_after_write && plan.handler == Handler::None && plan.explain().is_none();
    (returns_nothing && !returns_location && !change.merges()).then_some(change)
}

fn explained(explain: &Explain, sql: Sql) -> Sql {
    let options = explain.options.iter().fold(String::new(), |options, option| options + ", " + option);
    sql.prefixed_with(&format!("EXPLAIN (FORMAT {}{options}) ", explain.format.name()))
}
