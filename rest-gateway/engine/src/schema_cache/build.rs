//! Builds a schema cache from the catalogue's rows, limited to the exposed schemas.

use std::collections::BTreeSet;

use foldhash::{HashMap, HashSet};

use super::cache::SchemaCache;
use super::comments::Comments;
use super::domains::Domains;
use super::functions;
use super::relations::{Relation, relations};
use super::relationship::{Kind, Link, Relationship, with_inverses_and_junctions};
use super::rows::{CatalogueRows, ConstraintRow};
use super::table::{QualifiedName, Table};
use super::view::{ColumnId, origins};

/// Maximum number of relationships that one foreign key gives a view. A view may select a column of the key several
/// times, and each combination is a relationship.
const MAX_COMBINATIONS: usize = 16;

impl SchemaCache {
    /// `exposed`: the schemas of the API. `hoisted`: names of function settings that apply to the whole transaction.
    pub fn build(rows: &CatalogueRows, exposed: &[String], hoisted: &[String]) -> SchemaCache {
        let domains = Domains::new(rows);
        let comments = Comments::new(&rows.descriptions);
        let catalogue = Catalogue::new(rows, relations(rows, &domains, &comments));
        let foreign_keys = catalogue.foreign_key_relationships(&foreign_keys(&rows.constraints));
        let computed = functions::computed_relationships(&rows.functions, &catalogue.relations);
        let media_handlers = functions::media_handlers(&rows.functions, exposed, &catalogue.relations);
        let mut tables = catalogue.into_tables();
        let mut relationships: Vec<Relationship> = with_inverses_and_junctions(foreign_keys, &tables);
        let overridden: HashSet<_> = computed.iter().filter_map(overrides).collect();
        relationships.retain(|found| !overridden.contains(&(&found.origin, &found.target)));
        relationships.extend(computed);

        let is_exposed = |name: &QualifiedName| exposed.contains(&name.schema);
        relationships.retain(|found| is_exposed(&found.origin) && is_exposed(&found.target));
        relationships.sort_unstable();
        let mut by_origin: HashMap<QualifiedName, Vec<Relationship>> = HashMap::default();
        for relationship in relationships {
            // A relation whose only junctions are hidden keeps an empty entry: it has no relationships, but is known.
            let known = by_origin.entry(relationship.origin.clone()).or_default();
            if relationship.junction().is_none_or(is_exposed) {
                known.push(relationship);
            }
        }
        tables.retain(|name, _| is_exposed(name));
        SchemaCache {
            tables,
            relationships: by_origin,
            routines: functions::routines(&rows.functions, exposed, hoisted, &domains, &comments),
            media_handlers,
            row_functions: rows.row_functions.iter().map(|row| row.name.clone()).collect(),
        }
    }
}

/// A computed relationship overrides the relationships to a relation with the function's name.
fn overrides(computed: &Relationship) -> Option<(&QualifiedName, &QualifiedName)> {
    match &computed.kind {
        Kind::Computed { function, .. } => Some((&computed.origin, function)),
        _ => None,
    }
}

/// A foreign key constraint.
struct ForeignKey<'a> {
    constraint: &'a ConstraintRow,
    foreign_relation: u32,
    /// The referencing columns are unique as well, which makes the relationship one-to-one.
    unique: bool,
}

fn foreign_keys(constraints: &[ConstraintRow]) -> Vec<ForeignKey<'_>> {
    let columns =
        |key: &ConstraintRow| (key.relation, key.columns.iter().copied().collect::<BTreeSet<i32>>());
    let unique: HashSet<_> = constraints.iter().filter(|key| key.kind != 'f').map(columns).collect();
    let foreign = constraints.iter().filter_map(|constraint| {
        let foreign_relation = constraint.foreign_relation?;
        Some(ForeignKey { constraint, foreign_relation, unique: unique.contains(&columns(constraint)) })
    });
    foreign.collect()
}

struct Catalogue {
    relations: HashMap<u32, Relation>,
    /// For each table column, the view columns that select it.
    showing: HashMap<ColumnId, Vec<ColumnId>>,
}

impl Catalogue {
    fn new(rows: &CatalogueRows, relations: HashMap<u32, Relation>) -> Catalogue {
        let queries = rows.rules.iter().filter_map(|rule| Some((rule.relation, rule.query.as_deref()?)));
        let mut showing: HashMap<ColumnId, Vec<ColumnId>> = HashMap::default();
        let mut pairs: Vec<(ColumnId, ColumnId)> = origins(&queries.collect()).into_iter().collect();
        pairs.sort_unstable();
        for (view_column, table_column) in pairs {
            showing.entry(table_column).or_default().push(view_column);
        }
        Catalogue { relations, showing }
    }

    fn into_tables(self) -> HashMap<QualifiedName, Table> {
        let views = self.relations.values().filter(|relation| relation.table.is_view);
        let mut keys: HashMap<u32, Vec<String>> =
            views.map(|view| (view.oid, self.view_key(view.oid))).collect();
        let tables = self.relations.into_values().map(|Relation { oid, mut table, .. }| {
            if let Some(key) = keys.remove(&oid) {
                table.primary_key = key;
            }
            (table.name.clone(), table)
        });
        tables.collect()
    }

    /// The primary key columns of a view: those of every underlying table whose key the view selects completely.
    fn view_key(&self, view: u32) -> Vec<String> {
        let mut tables: Vec<&Relation> =
            self.relations.values().filter(|relation| !relation.table.primary_key.is_empty()).collect();
        tables.sort_unstable_by_key(|relation| relation.oid);
        let mut key = Vec::new();
        for relation in tables {
            let shown: Option<Vec<String>> = relation
                .table
                .primary_key
                .iter()
                .map(|column| {
                    let number = relation.table.columns.get(column)?.attnum;
                    self.columns_showing(view, (relation.oid, number)).next().map(str::to_owned)
                })
                .collect();
            key.extend(shown.into_iter().flatten());
        }
        key
    }

    /// The columns of a view that select this table column.
    fn columns_showing(&self, view: u32, column: ColumnId) -> impl Iterator<Item = &str> {
        self.showing
            .get(&column)
            .into_iter()
            .flatten()
            .filter(move |(oid, _)| *oid == view)
            .filter_map(|id| self.column_name(*id))
    }

    fn column_name(&self, (oid, number): ColumnId) -> Option<&str> {
        self.relations.get(&oid)?.column_name(number)
    }

    /// The many-to-one and one-to-one relationships of the foreign keys: between their tables, and from and to the
    /// views that select their columns.
    fn foreign_key_relationships(&self, keys: &[ForeignKey<'_>]) -> Vec<Relationship> {
        keys.iter()
            .flat_map(|key| {
                let origins = self.view_columns(key.constraint.relation, &key.constraint.columns);
                let targets = self.view_columns(key.foreign_relation, &key.constraint.foreign_columns);
                origins.into_iter().flat_map(move |origin| {
                    let relationships = targets.iter().map(|target| self.relationship(key, &origin, target));
                    relationships.collect::<Vec<_>>()
                })
            })
            .flatten()
            .collect()
    }

    /// The names of a table's columns, in the table itself and in each view that selects all of them.
    fn view_columns(&self, table: u32, columns: &[i32]) -> Vec<(u32, Vec<String>)> {
        let own = self.relations.get(&table).and_then(|relation| relation.column_names(columns));
        let mut view_columns: Vec<(u32, Vec<String>)> = own.into_iter().map(|names| (table, names)).collect();
        let mut views: Vec<u32> = columns
            .first()
            .and_then(|number| self.showing.get(&(table, *number)))
            .into_iter()
            .flatten()
            .map(|(view, _)| *view)
            .collect();
        views.dedup();
        for view in views {
            let mut combinations: Vec<Vec<String>> = vec![Vec::new()];
            for number in columns {
                let names: Vec<&str> = self.columns_showing(view, (table, *number)).collect();
                combinations = combinations
                    .iter()
                    .flat_map(|head| {
                        names.iter().map(|name| head.iter().cloned().chain([(*name).to_owned()]).collect())
                    })
                    .take(MAX_COMBINATIONS)
                    .collect();
            }
            view_columns.extend(combinations.into_iter().map(|names| (view, names)));
        }
        view_columns
    }

    fn relationship(
        &self,
        key: &ForeignKey<'_>,
        (origin, columns): &(u32, Vec<String>),
        (target, foreign_columns): &(u32, Vec<String>),
    ) -> Option<Relationship> {
        let (origin, target) = (self.relations.get(origin)?, self.relations.get(target)?);
        let pairs = columns.iter().cloned().zip(foreign_columns.iter().cloned()).collect();
        let link = Link { constraint: key.constraint.name.clone(), is_origin_key: true, columns: pairs };
        Some(Relationship {
            origin: origin.table.name.clone(),
            target: target.table.name.clone(),
            origin_is_view: origin.table.is_view,
            target_is_view: target.table.is_view,
            kind: if key.unique { Kind::OneToOne(link) } else { Kind::ManyToOne(link) },
        })
    }
}
