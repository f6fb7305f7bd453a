//! The whole statement of a request: one row of one shape, with the body built by Postgres; or, for a plain read, the
//! rows themselves, of which the body is built here; or a write of which nothing is shown, as it is.

use super::read::{EmbedForm, SOURCE, embedded};
use super::sql::Sql;
use crate::api_request::{Count, Explain, Representation};
use crate::plan::{CallPlan, Change, Handler, MutatePlan, QueryKind, QueryPlan};
use crate::schema_cache::Routine;

/// Positions in the row.
pub(crate) mod column {
    pub(crate) const TOTAL: usize = 0;
    pub(crate) const PAGE: usize = 1;
    pub(crate) const BODY: usize = 2;
    pub(crate) const HEADERS: usize = 3;
    pub(crate) const STATUS: usize = 4;
    pub(crate) const LOCATION: usize = 5;
    pub(crate) const INSERTED: usize = 6;
}

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

/// The columns of the response overrides: the GUCs `response.headers` and `response.status`.
macro_rules! overrides {
    () => {
        "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')"
    };
}

/// Reads the response overrides after a main statement that does not return them.
pub(crate) const SELECT_OVERRIDES: &str = concat!("SELECT ", overrides!());

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
        sql.read(&plan.read, EmbedForm::JsonWhereAlike);
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
    let is_plain = change.is_plain && plan.handler == Handler::None && plan.explain().is_none();
    (is_plain && !shows_place && !change.merges()).then_some(change)
}

/// What stands for a row in the rows of a relation or, of a function that gives values, for a value.
fn result_of(routine: Option<&Routine>) -> &'static str {
    match routine {
        Some(routine) if !routine.returns.composite => "_postgrest_t.pgrst_scalar",
        _ => "_postgrest_t",
    }
}

fn explained(explain: &Explain, sql: Sql) -> Sql {
    let options = explain.options.iter().fold(String::new(), |options, option| options + ", " + option);
    sql.behind(&format!("EXPLAIN (FORMAT {}{options}) ", explain.format.name()))
}

impl Sql {
    fn read_statement(&mut self, plan: &QueryPlan, count: Option<Count>, max_rows: Option<u64>) -> &mut Sql {
        if plan.handler == Handler::Csv {
            self.push("WITH pgrst_rows AS (").read(&plan.read, EmbedForm::Jsonb).push(") ");
        }
        self.push("SELECT ").total(plan, count, max_rows).push(", count(*), ");
        self.body(&plan.handler, None).overrides().push(", NULL, NULL FROM (");
        if plan.handler == Handler::Csv {
            self.push("SELECT * FROM pgrst_rows");
        } else {
            self.rows(plan);
        }
        self.push(") _postgrest_t")
    }

    fn mutate_statement(
        &mut self,
        plan: &QueryPlan,
        change: &MutatePlan,
        representation: Option<Representation>,
    ) -> &mut Sql {
        self.push("WITH ").push(SOURCE).push(" AS (").mutate(change).push(")");
        let csv = plan.handler == Handler::Csv;
        if csv {
            self.push(", pgrst_rows AS (").read(&plan.read, EmbedForm::Jsonb).push(")");
        }
        self.push(" SELECT NULL::bigint, count(*), ");
        if plan.explain().is_some() {
            // Whoever looks at the plan finds the body where PostgREST has it.
            self.location(change, representation).push(", ").body(&plan.handler, None).overrides();
        } else {
            self.body(&plan.handler, None).overrides().push(", ").location(change, representation);
        }
        self.push(", nullif(current_setting('pgrst.inserted', true), '')::bigint FROM (");
        match plan.handler {
            Handler::None => self.push("SELECT * FROM ").push(SOURCE),
            Handler::Csv => self.push("SELECT * FROM pgrst_rows"),
            _ => self.rows(plan),
        };
        self.push(") _postgrest_t")
    }

    fn call_statement(&mut self, plan: &QueryPlan, call: &CallPlan, count: Option<Count>) -> &mut Sql {
        // A result that nobody looks at must not spare the call.
        let materialized = if plan.handler == Handler::None { " AS MATERIALIZED (" } else { " AS (" };
        self.push("WITH ").push(SOURCE).push(materialized).call(call).push(")");
        let csv = plan.handler == Handler::Csv;
        if csv {
            self.push(", pgrst_rows AS (").read(&plan.read, EmbedForm::Jsonb).push(")");
        }
        self.push(" SELECT ").total(plan, count, None).push(", ");
        if plan.explain().is_some() && plan.handler == Handler::Document {
            // Whoever looks at the plan finds the one result as it is, as with PostgREST.
            self.push("1, ").push(result_of(Some(&call.routine)));
        } else {
            self.page(plan).push(", ").body(&plan.handler, Some(&call.routine));
        }
        self.overrides().push(", NULL, NULL FROM (");
        if csv {
            self.push("SELECT * FROM pgrst_rows");
        } else {
            self.rows(plan);
        }
        self.push(") _postgrest_t")
    }

    fn total(&mut self, plan: &QueryPlan, count: Option<Count>, max_rows: Option<u64>) -> &mut Sql {
        match count {
            None | Some(Count::Planned) => self.push("NULL::bigint"),
            Some(_) if plan.read.window.is_everything() => self.page(plan),
            Some(count) => {
                self.push("(SELECT count(*) FROM (").count_rows(&plan.read);
                // One row more tells that there are more.
                if let (Count::Estimated, Some(rows)) = (count, max_rows) {
                    self.push(" LIMIT ").push(&rows.saturating_add(1).to_string());
                }
                self.push(") _postgrest_c)")
            }
        }
    }

    /// The rows of the answer. A function that gives no set gives one, also when a filter has kept nothing of it.
    fn page(&mut self, plan: &QueryPlan) -> &mut Sql {
        let gives_one = plan.call().is_some_and(|call| !call.routine.returns.set);
        self.push(if gives_one { "greatest(count(*), 1)" } else { "count(*)" })
    }

    fn rows(&mut self, plan: &QueryPlan) -> &mut Sql {
        self.read(&plan.read, EmbedForm::Jsonb)
    }

    /// `routine`: whose result the rows are.
    fn body(&mut self, handler: &Handler, routine: Option<&Routine>) -> &mut Sql {
        let gives_one = routine.is_some_and(|routine| !routine.returns.set);
        let row = result_of(routine);
        match handler {
            Handler::None => self.push("''"),
            Handler::Csv => self.csv(),
            Handler::Array { strip_nulls } => self.json(row, !gives_one, *strip_nulls),
            Handler::Object { strip_nulls } => self.json(row, false, *strip_nulls),
            Handler::Features { function } => {
                self.push("json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(");
                self.name(function).push("(_postgrest_t)::json), '[]'))")
            }
            Handler::Document => self.push("(array_agg(").push(row).push("))[1]"),
            Handler::Aggregate { function, row_type } => {
                self.name(function).push("(").push(if gives_one { row } else { "_postgrest_t" });
                if let Some(row_type) = row_type {
                    self.push("::").name(row_type);
                }
                self.push(")")
            }
        }
    }

    fn json(&mut self, row: &str, array: bool, strip_nulls: bool) -> &mut Sql {
        self.push("coalesce(").push(if strip_nulls { "json_strip_nulls(" } else { "" });
        self.push("json_agg(").push(row).push(if array { ")" } else { ")->0" });
        self.push(if strip_nulls { ")" } else { "" }).push(if array { ", '[]')" } else { ", 'null')" })
    }

    fn csv(&mut self) -> &mut Sql {
        self.push(
            "(SELECT coalesce(string_agg(key, ','), '') FROM (SELECT json_object_keys(row_to_json(first)) AS key \
             FROM (SELECT * FROM pgrst_rows LIMIT 1) first) keys) || E'\\n' || \
             coalesce(string_agg(substring(_postgrest_t::text, 2, length(_postgrest_t::text) - 2), E'\\n'), '')",
        )
    }

    /// The response overrides.
    fn overrides(&mut self) -> &mut Sql {
        self.push(concat!(", ", overrides!()))
    }

    /// `key=eq.value` of the one inserted row, as a JSON array.
    fn location(&mut self, change: &MutatePlan, representation: Option<Representation>) -> &mut Sql {
        let key = match &change.change {
            Change::Insert { primary_key, .. }
                if representation == Some(Representation::HeadersOnly) && !primary_key.is_empty() =>
            {
                primary_key
            }
            _ => return self.push("NULL"),
        };
        self.push(
            "CASE WHEN count(*) = 1 THEN (SELECT json_agg(json_build_array(data.key, coalesce('eq.' || data.value, \
             'is.null'))) FROM (SELECT row_to_json(_) AS row FROM ",
        );
        self.push(SOURCE).push(" _ LIMIT 1) first, json_each_text(first.row) data WHERE data.key = ANY(");
        self.bind(super::sql::array_literal(key)).push("))::text END")
    }
}
