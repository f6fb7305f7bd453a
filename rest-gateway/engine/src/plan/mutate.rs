//! The plan of a write: the columns of the payload, the filters, the conflict target of an upsert, and the columns to
//! return. Rejects unknown columns (PGRST204) and a PUT whose filters are not exactly its primary key (PGRST105).

use std::collections::BTreeSet;

use bytes::Bytes;

use super::fields::{filter_plan, logic_plan};
use super::planner::Planner;
use super::tree::{FilterPlan, Needs, ReadPlan};
use super::values;
use crate::api_request::{Compare, JsonPayload, Missing, Mutation, Representation, Resolution, Test};
use crate::error::Error;
use crate::schema_cache::{Column, QualifiedName, Table};

#[derive(Debug)]
pub(crate) struct MutatePlan {
    pub table: QualifiedName,
    pub change: Change,
    /// The columns that the response needs; empty when rows are only counted.
    pub returning: Vec<String>,
    pub filters: Vec<FilterPlan>,
    /// See `Table::runs_nothing_after_write`.
    pub runs_nothing_after_write: bool,
    /// See `Table::writes_each_row`.
    pub writes_each_row: bool,
}

#[derive(Debug)]
pub(crate) enum Change {
    Insert {
        payload: TypedPayload,
        on_conflict: Option<OnConflict>,
        primary_key: Vec<String>,
    },
    /// An upsert of one row. The filters are its primary key.
    Put {
        payload: TypedPayload,
        on_conflict: OnConflict,
    },
    Update {
        payload: TypedPayload,
    },
    Delete,
}

impl MutatePlan {
    /// True for an upsert that updates existing rows.
    pub fn merges(&self) -> bool {
        let on_conflict = match &self.change {
            Change::Insert { on_conflict, .. } => on_conflict.as_ref(),
            Change::Put { on_conflict, .. } => Some(on_conflict),
            Change::Update { .. } | Change::Delete => None,
        };
        on_conflict.is_some_and(|found| found.resolution == Resolution::MergeDuplicates)
    }

    /// True for an insert that always returns exactly one row.
    pub fn inserts_one(&self) -> bool {
        let is_one = |payload: &TypedPayload| payload.is_object && self.writes_each_row;
        matches!(&self.change, Change::Insert { payload, on_conflict: None, .. } if is_one(payload))
    }

    /// True for an update that sets no column.
    pub fn updates_nothing(&self) -> bool {
        matches!(&self.change, Change::Update { payload } if payload.columns.is_empty())
    }
}

#[derive(Debug)]
pub(crate) struct OnConflict {
    pub resolution: Resolution,
    pub columns: Vec<String>,
}

/// A JSON body and the columns that it is parsed into.
#[derive(Debug)]
pub(crate) struct TypedPayload {
    pub text: Bytes,
    pub is_object: bool,
    pub columns: Vec<TypedColumn>,
    /// The column values of a single row, if Postgres parses each of them in the same way as inside the JSON. `None` in
    /// the list is NULL.
    pub values: Option<Vec<Option<Bytes>>>,
    /// `Prefer: missing=default`: a missing key takes the default of its column.
    pub missing_is_default: bool,
}

#[derive(Debug)]
pub(crate) struct TypedColumn {
    pub name: String,
    pub type_name: String,
    /// The type without length or precision.
    pub base_type: String,
    pub default: Option<String>,
    /// The function of a domain's cast from JSON.
    pub input_cast: Option<QualifiedName>,
}

impl Planner<'_> {
    pub fn mutate_plan(
        &self,
        mutation: Mutation,
        table: &Table,
        read: &ReadPlan,
    ) -> Result<MutatePlan, Error> {
        let change = match mutation {
            Mutation::Insert => self.insert(table)?,
            Mutation::Put => self.put(table)?,
            Mutation::Update => Change::Update { payload: self.payload(table)? },
            Mutation::Delete => Change::Delete,
        };
        // An insert has no rows to filter. Its filters were validated with the others.
        let filters = if mutation == Mutation::Insert { Vec::new() } else { self.root_filters(table) };
        Ok(MutatePlan {
            table: table.name.clone(),
            change,
            returning: self.returning(table, read),
            filters,
            runs_nothing_after_write: table.runs_nothing_after_write,
            writes_each_row: table.writes_each_row,
        })
    }

    fn insert(&self, table: &Table) -> Result<Change, Error> {
        let columns = self.request.query.on_conflict.clone().unwrap_or_else(|| table.primary_key.clone());
        let on_conflict = self
            .request
            .preferences
            .resolution
            .filter(|_| !columns.is_empty())
            .map(|resolution| OnConflict { resolution, columns });
        Ok(Change::Insert {
            payload: self.payload(table)?,
            on_conflict,
            primary_key: table.primary_key.clone(),
        })
    }

    fn put(&self, table: &Table) -> Result<Change, Error> {
        let query = &self.request.query;
        let filtered: BTreeSet<&str> =
            query.filters.iter().map(|(_, filter)| filter.field.name.as_str()).collect();
        let key: BTreeSet<&str> = table.primary_key.iter().map(String::as_str).collect();
        let are_equalities = query.filters.iter().all(|(path, filter)| {
            let equal = matches!(
                filter.condition.test,
                Test::Compare { operator: Compare::Equal, quantifier: None, .. }
            );
            path.is_empty() && filter.field.path.is_empty() && equal && !filter.condition.negated
        });
        if key.is_empty() || filtered != key || !are_equalities || !query.logic.is_empty() {
            return Err(Error::PutFilters);
        }
        let on_conflict =
            OnConflict { resolution: Resolution::MergeDuplicates, columns: table.primary_key.clone() };
        Ok(Change::Put { payload: self.payload(table)?, on_conflict })
    }

    fn payload(&self, table: &Table) -> Result<TypedPayload, Error> {
        let payload: &JsonPayload = self.request.json_payload().ok_or_else(Error::invalid_json)?;
        let columns = payload.keys.iter().map(|key| {
            let no_column = || Error::NoColumn { relation: table.name.name.clone(), column: key.clone() };
            table.columns.get(key).ok_or_else(no_column)
        });
        let columns: Vec<&Column> = columns.collect::<Result<_, Error>>()?;
        let missing_is_default = self.request.preferences.missing == Some(Missing::Default);
        // Filling in defaults parses the body as jsonb, which changes the spelling of numbers.
        let values = payload.values.as_deref().filter(|_| !missing_is_default);
        Ok(TypedPayload {
            values: values.and_then(|values| values::texts(&columns, values)),
            columns: columns.into_iter().map(typed_column).collect(),
            text: payload.text.clone(),
            is_object: payload.is_object,
            missing_is_default,
        })
    }

    fn root_filters(&self, table: &Table) -> Vec<FilterPlan> {
        let query = &self.request.query;
        let filters = query.filters.iter().filter(|(path, _)| path.is_empty());
        let trees = query.logic.iter().filter(|(path, _)| path.is_empty());
        filters
            .map(|(_, filter)| filter_plan(filter, Some(table), &[]))
            .chain(trees.map(|(_, tree)| logic_plan(tree, Some(table), &[])))
            .collect()
    }

    fn returning(&self, table: &Table, read: &ReadPlan) -> Vec<String> {
        match self.request.preferences.representation {
            Some(Representation::Full) => needed_columns(read),
            // In column order, because `Location` lists the key in this order.
            Some(Representation::HeadersOnly) => {
                table.columns.keys().filter(|name| table.primary_key.contains(name)).cloned().collect()
            }
            Some(Representation::Minimal) | None => Vec::new(),
        }
    }
}

fn typed_column(column: &Column) -> TypedColumn {
    TypedColumn {
        name: column.name.clone(),
        type_name: column.nominal_type.clone(),
        base_type: column.base_type.clone(),
        default: column.default.clone(),
        input_cast: column.casts.as_ref().and_then(|casts| casts.from_json.clone()),
    }
}

/// The columns that the rest of the query reads from the rows of a write or a call: for the selection, filters, order
/// and joins. A computed relationship takes the whole row.
pub(super) fn needed_columns(read: &ReadPlan) -> Vec<String> {
    let mut columns: Vec<String> = read.select.iter().map(|field| field.field.name.clone()).collect();
    let ordered = read.order.iter().filter(|term| term.lateral.is_none());
    columns.extend(ordered.map(|term| term.field.name.clone()));
    columns.extend(read.filters.iter().flat_map(FilterPlan::columns).map(str::to_owned));
    for embed in &read.embeds {
        match &embed.needs {
            Needs::Columns(names) => columns.extend(names.iter().cloned()),
            Needs::Row => columns.push("*".to_owned()),
        }
    }
    if columns.iter().any(|name| name == "*") {
        return vec!["*".to_owned()];
    }
    let mut seen = BTreeSet::new();
    columns.retain(|name| seen.insert(name.clone()));
    columns
}
