//! Assembles the relations from the rows of all catalogue queries.

use foldhash::{HashMap, HashSet};

use super::comments::Comments;
use super::domains::Domains;
use super::rows::{CatalogueRows, ColumnRow, ConstraintRow, RelationRow};
use super::table::{Column, QualifiedName, Table};

/// Event bits of `pg_relation_is_updatable`: the commands that a view or a foreign table supports.
const UPDATE: i32 = 1 << 2;
const INSERT: i32 = 1 << 3;
const DELETE: i32 = 1 << 4;

pub(super) struct Relation {
    pub oid: u32,
    /// The oid of its row type.
    pub row_type: u32,
    /// A view's primary key is still empty; it follows from the columns that the view selects.
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

/// The relations by oid.
pub(super) fn relations(
    rows: &CatalogueRows,
    domains: &Domains<'_>,
    comments: &Comments<'_>,
) -> HashMap<u32, Relation> {
    let mut columns = columns(rows, domains, comments);
    let hooks = WriteHooks::new(rows);
    let mut relations: HashMap<u32, Relation> = rows
        .relations
        .iter()
        .map(|row| {
            let table = Table {
                name: QualifiedName::new(&row.schema, &row.name),
                description: comments.of_relation(row.oid),
                is_view: matches!(row.kind, 'v' | 'm'),
                insertable: supports(row, INSERT),
                updatable: supports(row, UPDATE),
                deletable: supports(row, DELETE),
                runs_nothing_after_write: hooks.none_after_write(row.oid),
                writes_each_row: row.kind == 'r' && hooks.none_at_all(row.oid),
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

/// Tables support every command; for views and foreign tables the event bits decide.
fn supports(row: &RelationRow, event: i32) -> bool {
    matches!(row.kind, 'r' | 'p') || row.events & event != 0
}

fn set_primary_key(relations: &mut HashMap<u32, Relation>, key: &ConstraintRow) {
    if let Some(relation) = relations.get_mut(&key.relation) {
        relation.table.primary_key = relation.column_names(&key.columns).unwrap_or_default();
    }
}

/// Rules and triggers: code of the database that changes what a write does, or runs after it.
struct WriteHooks {
    /// Relations with rules, the `_RETURN` rules of views included.
    ruled: HashSet<u32>,
    triggered: HashSet<u32>,
    /// Relations with a rule other than `_RETURN`, or an AFTER trigger.
    after_write: HashSet<u32>,
}

impl WriteHooks {
    fn new(rows: &CatalogueRows) -> WriteHooks {
        let own_rules = rows.rules.iter().filter(|rule| rule.query.is_none()).map(|rule| rule.relation);
        let after = rows.triggers.iter().filter(|trigger| trigger.is_after).map(|trigger| trigger.relation);
        WriteHooks {
            ruled: rows.rules.iter().map(|rule| rule.relation).collect(),
            triggered: rows.triggers.iter().map(|trigger| trigger.relation).collect(),
            after_write: own_rules.chain(after).collect(),
        }
    }

    fn none_after_write(&self, relation: u32) -> bool {
        !self.after_write.contains(&relation)
    }

    fn none_at_all(&self, relation: u32) -> bool {
        !self.ruled.contains(&relation) && !self.triggered.contains(&relation)
    }
}

/// The columns of each relation, in order.
fn columns(
    rows: &CatalogueRows,
    domains: &Domains<'_>,
    comments: &Comments<'_>,
) -> HashMap<u32, Vec<Column>> {
    let mut labels: HashMap<u32, Vec<String>> = HashMap::default();
    for row in &rows.enums {
        labels.entry(row.type_oid).or_default().push(row.label.clone());
    }
    let mut columns: HashMap<u32, Vec<Column>> = HashMap::default();
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
    for of_relation in columns.values_mut() {
        of_relation.sort_unstable_by_key(|column| column.attnum);
    }
    columns
}

/// The default of the column, or else of its domain. Generated columns have none.
fn default(row: &ColumnRow, domains: &Domains<'_>) -> Option<String> {
    if row.generated {
        return None;
    }
    row.default.clone().or_else(|| domains.get(row.type_oid)?.default.clone())
}
