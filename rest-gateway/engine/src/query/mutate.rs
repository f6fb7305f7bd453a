//! INSERT, UPDATE, DELETE and upsert. The body is one bind, which Postgres parses into rows of the table's types. A
//! single row of common types has one bind for each value instead, which is cheaper for Postgres.

use bytes::Bytes;

use super::sql::Sql;
use crate::api_request::Resolution;
use crate::plan::{Change, FilterPlan, MutatePlan, OnConflict, Qualifier, TypedPayload};
use crate::schema_cache::QualifiedName;

/// Count the rows that an upsert inserts: plus one for each row, minus one for each that becomes an update.
const COUNT_INSERT: &str = "set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) + 1)::text, true) <> '0'";
const COUNT_UPDATE: &str = "set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) - 1)::text, true) <> '-1'";

impl Sql {
    /// The write with its RETURNING clause.
    pub(super) fn mutate(&mut self, plan: &MutatePlan) -> &mut Sql {
        if plan.updates_nothing() {
            return self.update_nothing(plan);
        }
        self.change(plan).returning(plan)
    }

    /// The write without RETURNING.
    pub(super) fn change(&mut self, plan: &MutatePlan) -> &mut Sql {
        if plan.updates_nothing() {
            return self.update_nothing(plan);
        }
        match &plan.change {
            Change::Insert { payload, on_conflict, .. } => {
                self.insert(&plan.table, payload, on_conflict.as_ref(), &[])
            }
            Change::Put { payload, on_conflict } => {
                self.insert(&plan.table, payload, Some(on_conflict), &plan.filters)
            }
            Change::Update { payload } => {
                self.push("UPDATE ").name(&plan.table).push(" SET ").list(
                    &payload.columns,
                    ", ",
                    |sql, column| {
                        sql.ident(&column.name).push(" = pgrst_body.").ident(&column.name);
                    },
                );
                self.payload_rows(payload, false)
                    .filters(&plan.filters, &Qualifier::Relation(plan.table.clone()))
            }
            Change::Delete => {
                self.push("DELETE FROM ").name(&plan.table);
                self.filters(&plan.filters, &Qualifier::Relation(plan.table.clone()))
            }
        }
    }

    fn insert(
        &mut self,
        table: &QualifiedName,
        payload: &TypedPayload,
        on_conflict: Option<&OnConflict>,
        put_filters: &[FilterPlan],
    ) -> &mut Sql {
        self.push("INSERT INTO ").name(table);
        if !payload.columns.is_empty() {
            self.push("(").list(&payload.columns, ", ", |sql, column| {
                sql.ident(&column.name);
            });
            self.push(")");
        }
        self.push(" SELECT ").list(&payload.columns, ", ", |sql, column| {
            sql.push("pgrst_body.").ident(&column.name);
        });
        self.payload_rows(payload, false);
        let merges = on_conflict.is_some_and(|found| found.resolution == Resolution::MergeDuplicates);
        if merges {
            self.push(" WHERE ").push(COUNT_INSERT);
            for filter in put_filters {
                self.push(" AND ").filter(filter, &Qualifier::Alias("pgrst_body".to_owned()));
            }
        }
        match on_conflict {
            Some(on_conflict) => self.on_conflict(on_conflict, payload),
            None => self,
        }
    }

    fn on_conflict(&mut self, on_conflict: &OnConflict, payload: &TypedPayload) -> &mut Sql {
        self.push(" ON CONFLICT(").list(&on_conflict.columns, ", ", |sql, column| {
            sql.ident(column);
        });
        self.push(")");
        match on_conflict.resolution {
            Resolution::MergeDuplicates if !payload.columns.is_empty() => {
                self.push(" DO UPDATE SET ").list(&payload.columns, ", ", |sql, column| {
                    sql.ident(&column.name).push(" = EXCLUDED.").ident(&column.name);
                });
                self.push(" WHERE ").push(COUNT_UPDATE)
            }
            Resolution::MergeDuplicates | Resolution::IgnoreDuplicates => self.push(" DO NOTHING"),
        }
    }

    /// An update that sets no column: no row changes, and the result has the usual columns.
    fn update_nothing(&mut self, plan: &MutatePlan) -> &mut Sql {
        self.push("SELECT ").returned(plan).push(" FROM ").name(&plan.table).push(" WHERE false")
    }

    pub(super) fn filters(&mut self, filters: &[FilterPlan], qualifier: &Qualifier) -> &mut Sql {
        if filters.is_empty() {
            return self;
        }
        self.push(" WHERE ").list(filters, " AND ", |sql, filter| {
            sql.filter(filter, qualifier);
        })
    }

    fn returning(&mut self, plan: &MutatePlan) -> &mut Sql {
        self.push(" RETURNING ").returned(plan)
    }

    fn returned(&mut self, plan: &MutatePlan) -> &mut Sql {
        if plan.returning.is_empty() {
            // The rows are counted even if no column is returned.
            return self.push("1");
        }
        let qualifier = Qualifier::Relation(plan.table.clone());
        self.list(&plan.returning, ", ", |sql, column| {
            sql.column(&qualifier, column);
        })
    }

    /// ` FROM …`: the rows of the payload, or only the first, under the alias `pgrst_body`.
    pub(super) fn payload_rows(&mut self, payload: &TypedPayload, first_only: bool) -> &mut Sql {
        match &payload.values {
            Some(values) if !payload.columns.is_empty() => self.bound_row(payload, values),
            _ => self.json_rows(payload, first_only),
        }
    }

    /// Casts without type modifiers, because a cast to `varchar(3)` truncates where writing to the column raises an
    /// error.
    fn bound_row(&mut self, payload: &TypedPayload, values: &[Option<Bytes>]) -> &mut Sql {
        self.push(" FROM (SELECT ").list(payload.columns.iter().zip(values), ", ", |sql, (column, value)| {
            sql.bind_nullable(value.clone()).push("::").type_name(&column.base_type);
            sql.push(" AS ").ident(&column.name);
        });
        self.push(") pgrst_body")
    }

    fn json_rows(&mut self, payload: &TypedPayload, first_only: bool) -> &mut Sql {
        let defaults = payload.missing_is_default && !payload.columns.is_empty();
        let json = if defaults { "jsonb" } else { "json" };
        self.push(" FROM (SELECT ")
            .bind(payload.text.clone())
            .push("::")
            .push(json)
            .push(" AS json_data) pgrst_payload, ");
        let body = if defaults {
            self.rows_with_defaults(payload);
            "pgrst_json_defs.val"
        } else {
            "pgrst_payload.json_data"
        };
        self.push("LATERAL (SELECT ").list(&payload.columns, ", ", |sql, column| {
            match &column.input_cast {
                Some(function) => {
                    sql.name(function).push("(").ident(&column.name).push(") AS ").ident(&column.name)
                }
                None => sql.ident(&column.name),
            };
        });
        self.push(" FROM ");
        match (payload.columns.is_empty(), payload.is_object) {
            (true, true) => self.push("(VALUES (1)) _"),
            (true, false) => self.push(json).push("_array_elements(").push(body).push(") _"),
            (false, is_object) => {
                self.push(json)
                    .push(if is_object { "_to_record(" } else { "_to_recordset(" })
                    .push(body)
                    .push(") AS _(");
                self.list(&payload.columns, ", ", |sql, column| {
                    let type_name = if column.input_cast.is_some() { "json" } else { &column.type_name };
                    sql.ident(&column.name).push(" ").type_name(type_name);
                });
                self.push(")")
            }
        };
        self.push(if first_only { " LIMIT 1) pgrst_body" } else { ") pgrst_body" })
    }

    fn rows_with_defaults(&mut self, payload: &TypedPayload) -> &mut Sql {
        if payload.is_object {
            self.push("LATERAL (SELECT ")
                .defaults(payload)
                .push(" || pgrst_payload.json_data AS val) pgrst_json_defs, ")
        } else {
            self.push("LATERAL (SELECT jsonb_agg(").defaults(payload).push(
                " || elem) AS val FROM jsonb_array_elements(pgrst_payload.json_data) elem) pgrst_json_defs, ",
            )
        }
    }

    fn defaults(&mut self, payload: &TypedPayload) -> &mut Sql {
        let known =
            payload.columns.iter().filter_map(|column| Some((&column.name, column.default.as_ref()?)));
        self.push("jsonb_build_object(").list(known, ", ", |sql, (name, default)| {
            sql.literal(name).push(", ").push(default);
        });
        self.push(")")
    }
}
