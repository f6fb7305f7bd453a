//! The statement whose one row holds the whole response: counts, body, response overrides and location.

use super::read::{EmbedForm, SOURCE};
use super::sql::{Sql, array_literal};
use crate::api_request::{Count, Representation};
use crate::plan::{CallPlan, Change, Handler, MutatePlan, QueryPlan};
use crate::schema_cache::Routine;

/// Positions of the columns.
pub(crate) mod column {
    pub(crate) const TOTAL: usize = 0;
    pub(crate) const PAGE: usize = 1;
    pub(crate) const BODY: usize = 2;
    pub(crate) const HEADERS: usize = 3;
    pub(crate) const STATUS: usize = 4;
    pub(crate) const LOCATION: usize = 5;
    pub(crate) const INSERTED: usize = 6;
}

/// The columns of the response overrides, the GUCs `response.headers` and `response.status`.
macro_rules! overrides {
    () => {
        "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')"
    };
}

/// Reads the response overrides after a main statement that does not return them.
pub(crate) const SELECT_OVERRIDES: &str = concat!("SELECT ", overrides!());

pub(super) use overrides;

/// The expression for a row of a relation or, for a function that returns scalars, for a value.
fn row_expression(routine: Option<&Routine>) -> &'static str {
    match routine {
        Some(routine) if !routine.returns.composite => "_postgrest_t.pgrst_scalar",
        _ => "_postgrest_t",
    }
}

impl Sql {
    pub(super) fn read_statement(
        &mut self,
        plan: &QueryPlan,
        count: Option<Count>,
        max_rows: Option<u64>,
    ) -> &mut Sql {
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

    pub(super) fn mutate_statement(
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
            // In the column order of PostgREST, which the plan shows.
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

    pub(super) fn call_statement(
        &mut self,
        plan: &QueryPlan,
        call: &CallPlan,
        count: Option<Count>,
    ) -> &mut Sql {
        // Without MATERIALIZED, Postgres inlines the CTE and may drop a call whose result is never read.
        let materialized = if plan.handler == Handler::None { " AS MATERIALIZED (" } else { " AS (" };
        self.push("WITH ").push(SOURCE).push(materialized).call(call).push(")");
        let csv = plan.handler == Handler::Csv;
        if csv {
            self.push(", pgrst_rows AS (").read(&plan.read, EmbedForm::Jsonb).push(")");
        }
        self.push(" SELECT ").total(plan, count, None).push(", ");
        if plan.explain().is_some() && plan.handler == Handler::Document {
            // The bare result, as in PostgREST's plan.
            self.push("1, ").push(row_expression(Some(&call.routine)));
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
            Some(_) if plan.read.range.is_unlimited() => self.page(plan),
            Some(count) => {
                self.push("(SELECT count(*) FROM (").count_rows(&plan.read);
                // One more row shows that the limit was exceeded.
                if let (Count::Estimated, Some(rows)) = (count, max_rows) {
                    self.push(" LIMIT ").push(&rows.saturating_add(1).to_string());
                }
                self.push(") _postgrest_c)")
            }
        }
    }

    /// The number of rows of the response. A function that returns no set counts as one row, even if a filter removed
    /// it.
    fn page(&mut self, plan: &QueryPlan) -> &mut Sql {
        let returns_one = plan.call().is_some_and(|call| !call.routine.returns.set);
        self.push(if returns_one { "greatest(count(*), 1)" } else { "count(*)" })
    }

    fn rows(&mut self, plan: &QueryPlan) -> &mut Sql {
        self.read(&plan.read, EmbedForm::Jsonb)
    }

    /// The body. `routine`: the called function.
    fn body(&mut self, handler: &Handler, routine: Option<&Routine>) -> &mut Sql {
        let returns_one = routine.is_some_and(|routine| !routine.returns.set);
        let row = row_expression(routine);
        match handler {
            Handler::None => self.push("''"),
            Handler::Csv => self.csv(),
            Handler::Array { strip_nulls } => self.json(row, !returns_one, *strip_nulls),
            Handler::Object { strip_nulls } => self.json(row, false, *strip_nulls),
            Handler::Features { function } => {
                self.push("json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(");
                self.name(function).push("(_postgrest_t)::json), '[]'))")
            }
            Handler::Document => self.push("(array_agg(").push(row).push("))[1]"),
            Handler::Aggregate { function, row_type } => {
                self.name(function).push("(").push(if returns_one { row } else { "_postgrest_t" });
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

    /// Key and condition of the single inserted row for `Location`, as a JSON array of `["key", "eq.value"]`.
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
        self.bind(array_literal(key)).push("))::text END")
    }
}
