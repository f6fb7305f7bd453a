//! The relations, each with all that the parts of the catalogue say of it.

use std::collections::{HashMap, HashSet};

use super::comments::Comments;
use super::domains::Domains;
use super::rows::{CatalogueRows, ColumnRow, ConstraintRow, RelationRow};
use super::table::{Column, QualifiedName, Table};

/// Bits of the events that go through a view or a foreign table, as `pg_relation_is_updatable` has them.
const UPDATE: i32 = 1 << 2;
const INSERT: i32 = 1 << 3;
const DELETE: i32 = 1 << 4;

pub(super) struct Relation {
    pub oid: u32,
    /// The type of its rows.
    pub row_type: u32,
    /// A view's primary key is missing: it follows from what the view shows.
    pub table: Table,
}

impl Relation {
    pub fn column_name(&self, number: i32) -> Option<&str> {
        let column = self.table.columns.values().find(|column| column.attnum == number)?;
        Some(&column.name)
    }

    /// `None` when a column is missing.
    pub fn column_names(&self, numbers: &[i32]) -> Option<Vec<String>> {
        numbers.iter().map(|number| self.column_name(*number).map(str::to_owned)).collect()
    }
}

/// By their oids.
pub(super) fn relations(
    rows: &CatalogueRows,
    domains: &Domains<'_>,
    comments: &Comments<'_>,
) -> HashMap<u32, Relation> {
    let mut columns = columns(rows, domains, comments);
    let aftermath = Aftermath::new(rows);
    let mut relations: HashMap<u32, Relation> = rows
        .relations
        .iter()
        .map(|row| {
            let table = Table {
                name: QualifiedName::new(&row.schema, &row.name),
                description: comments.of_relation(row.oid),
                is_view: matches!(row.kind, 'v' | 'm'),
                insertable: takes(row, INSERT),
                updatable: takes(row, UPDATE),
                deletable: takes(row, DELETE),
                writes_plainly: aftermath.is_none(row.oid),
                writes_each_row: row.kind == 'r' && aftermath.has_no_part(row.oid),
                primary_key: Vec::new(),
                columns: columns
                    .remove(&row.oid)
                    .into_iter()
                    .flatten()
                    .map(|column| (column.name.clone(), column))
                    .collect(),
            };
            (row.oid, Relation { oid: row.oid, row_type: row.row_type, table })
        })
        .collect();
    for key in rows.constraints.iter().filter(|constraint| constraint.kind == 'p') {
        set_primary_key(&mut relations, key);
    }
    relations
}

fn takes(row: &RelationRow, event: i32) -> bool {
    matches!(row.kind, 'r' | 'p') || row.events & event != 0
}

fn set_primary_key(relations: &mut HashMap<u32, Relation>, key: &ConstraintRow) {
    if let Some(relation) = relations.get_mut(&key.relation) {
        relation.table.primary_key = relation.column_names(&key.columns).unwrap_or_default();
    }
}

/// What may make a write something else, or do more when it has given its row.
struct Aftermath {
    /// Relations with rules, those that make them views included.
    ruled: HashSet<u32>,
    triggered: HashSet<u32>,
    /// Those with a rule of their own, or a trigger that speaks after the write.
    followed: HashSet<u32>,
}

impl Aftermath {
    fn new(rows: &CatalogueRows) -> Aftermath {
        let own_rules = rows.rules.iter().filter(|rule| rule.query.is_none()).map(|rule| rule.relation);
        let after = rows.triggers.iter().filter(|trigger| trigger.follows).map(|trigger| trigger.relation);
        Aftermath {
            ruled: rows.rules.iter().map(|rule| rule.relation).collect(),
            triggered: rows.triggers.iter().map(|trigger| trigger.relation).collect(),
            followed: own_rules.chain(after).collect(),
        }
    }

    fn is_none(&self, relation: u32) -> bool {
        !self.followed.contains(&relation)
    }

    fn has_no_part(&self, relation: u32) -> bool {
        !self.ruled.contains(&relation) && !self.triggered.contains(&relation)
    }
}

/// Each relation's columns in their order.
fn columns(
    rows: &CatalogueRows,
    domains: &Domains<'_>,
    comments: &Comments<'_>,
) -> HashMap<u32, Vec<Column>> {
    let mut labels: HashMap<u32, Vec<String>> = HashMap::new();
    for row in &rows.enums {
        labels.entry(row.type_oid).or_default().push(row.label.clone());
    }
    let mut columns: HashMap<u32, Vec<Column>> = HashMap::new();
    for row in &rows.columns {
        let base = domains.innermost(row.type_oid);
        let column = Column {
            attnum: row.number,
            name: row.name.clone(),
            description: comments.of_column(row.relation, row.number),
            nullable: !row.not_null && domains.get(row.type_oid).is_none_or(|domain| !domain.not_null),
            base_type: base.map_or(&row.type_name, |domain| &domain.base_type).clone(),
            nominal_type: row.nominal_type.clone(),
            max_length: row.max_length,
            default: default(row, domains),
            enum_values: labels
                .get(&base.map_or(row.type_oid, |domain| domain.base))
                .cloned()
                .unwrap_or_default(),
            casts: domains.casts(row.type_oid).cloned(),
        };
        columns.entry(row.relation).or_default().push(column);
    }
    for of_one in columns.values_mut() {
        of_one.sort_unstable_by_key(|column| column.attnum);
    }
    columns
}

/// The column's own, or that of its domain.
fn default(row: &ColumnRow, domains: &Domains<'_>) -> Option<String> {
    if row.generated {
        return None;
    }
    row.default.clone().or_else(|| domains.get(row.type_oid)?.default.clone())
}
