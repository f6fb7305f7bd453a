//! Makes a schema cache of the catalogue's rows, and keeps of it what the exposed schemas may show.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::SchemaCache;
use super::media_handlers::{MediaHandlers, produced};
use super::relationship::{Kind, Link, Relationship, complete};
use super::routine::{Document, Isolation, Returns, Routine, Volatility};
use super::rows::{CatalogueRows, ComputedRow, ForeignKeyRow, RoutineRow, TableRow, ViewRow, parse};
use super::table::{QualifiedName, Table};
use super::view::{ColumnId, origins};
use crate::api_request::MediaType;

/// A key's column may appear in a view several times; so many of the combinations are ways of their own.
const MOST_COMBINATIONS: usize = 16;

impl SchemaCache {
    pub fn build(rows: &CatalogueRows, exposed: &[String]) -> Result<SchemaCache, serde_json::Error> {
        let catalogue = Catalogue::read(rows)?;
        let mut tables = catalogue.tables();
        let along = catalogue.ways_along_foreign_keys(&parse(&rows.foreign_keys)?);
        let computed = catalogue.computed(parse(&rows.computed_relationships)?);
        let mut relationships: Vec<Relationship> = complete(along, &tables);
        let overridden: HashSet<_> = computed.iter().filter_map(overridden).collect();
        relationships.retain(|found| !overridden.contains(&(&found.origin, &found.target)));
        relationships.extend(computed);

        let is_exposed = |name: &QualifiedName| exposed.contains(&name.schema);
        relationships.retain(|found| is_exposed(&found.origin) && is_exposed(&found.target));
        relationships.sort_unstable();
        let mut by_origin: HashMap<QualifiedName, Vec<Relationship>> = HashMap::new();
        for relationship in relationships {
            // Of a relation that only a hidden junction leads from, it is known that nothing leads from it.
            let known = by_origin.entry(relationship.origin.clone()).or_default();
            if relationship.junction().is_none_or(is_exposed) {
                known.push(relationship);
            }
        }
        tables.retain(|name, _| is_exposed(name));
        Ok(SchemaCache {
            tables,
            relationships: by_origin,
            routines: routines(parse(&rows.routines)?),
            media_handlers: MediaHandlers::new(parse(&rows.media_handlers)?),
        })
    }
}

/// A computed relationship takes the place of those to a relation of the function's own name.
fn overridden(computed: &Relationship) -> Option<(&QualifiedName, &QualifiedName)> {
    match &computed.kind {
        Kind::Computed { function, .. } => Some((&computed.origin, function)),
        _ => None,
    }
}

struct Catalogue {
    tables: HashMap<i64, TableRow>,
    /// For a table's column, the columns of views that show it.
    shown: HashMap<ColumnId, Vec<ColumnId>>,
}

impl Catalogue {
    fn read(rows: &CatalogueRows) -> Result<Catalogue, serde_json::Error> {
        let tables: Vec<TableRow> = parse(&rows.tables)?;
        let views: Vec<ViewRow> = parse(&rows.views)?;
        let queries: HashMap<i64, String> = views.into_iter().map(|view| (view.oid, view.query)).collect();
        let mut shown: HashMap<ColumnId, Vec<ColumnId>> = HashMap::new();
        let mut pairs: Vec<(ColumnId, ColumnId)> = origins(&queries).into_iter().collect();
        pairs.sort_unstable();
        for (view_column, table_column) in pairs {
            shown.entry(table_column).or_default().push(view_column);
        }
        Ok(Catalogue { tables: tables.into_iter().map(|table| (table.oid, table)).collect(), shown })
    }

    fn tables(&self) -> HashMap<QualifiedName, Table> {
        self.tables
            .values()
            .map(|row| {
                let name = QualifiedName::new(&row.schema, &row.name);
                let primary_key = if row.is_view { self.view_key(row.oid) } else { row.primary_key.clone() };
                let columns =
                    row.columns.iter().map(|column| (column.name.clone(), column.clone())).collect();
                let table = Table {
                    name: name.clone(),
                    description: row.description.clone(),
                    is_view: row.is_view,
                    insertable: row.insertable,
                    updatable: row.updatable,
                    deletable: row.deletable,
                    writes_plainly: row.writes_plainly,
                    writes_each_row: row.writes_each_row,
                    primary_key,
                    columns,
                };
                (name, table)
            })
            .collect()
    }

    /// The primary keys that a view shows in full, of whichever tables.
    fn view_key(&self, view: i64) -> Vec<String> {
        let mut tables: Vec<&TableRow> =
            self.tables.values().filter(|table| !table.primary_key.is_empty()).collect();
        tables.sort_unstable_by_key(|table| table.oid);
        let mut key = Vec::new();
        for table in tables {
            let shown: Option<Vec<String>> = table
                .primary_key
                .iter()
                .map(|column| {
                    let number = table.columns.iter().find(|known| known.name == *column)?.attnum;
                    self.shown_in(view, (table.oid, number)).next().map(str::to_owned)
                })
                .collect();
            key.extend(shown.into_iter().flatten());
        }
        key
    }

    fn shown_in(&self, view: i64, column: ColumnId) -> impl Iterator<Item = &str> {
        self.shown
            .get(&column)
            .into_iter()
            .flatten()
            .filter(move |(oid, _)| *oid == view)
            .filter_map(|id| self.column_name(*id))
    }

    fn column_name(&self, (oid, number): ColumnId) -> Option<&str> {
        let column = self.tables.get(&oid)?.columns.iter().find(|column| column.attnum == number)?;
        Some(&column.name)
    }

    /// The ways that a foreign key opens: between its tables, and from and to the views that show its columns.
    fn ways_along_foreign_keys(&self, keys: &[ForeignKeyRow]) -> Vec<Relationship> {
        keys.iter()
            .flat_map(|key| {
                let origins = self.faces(key.table, &key.columns);
                let targets = self.faces(key.foreign_table, &key.foreign_columns);
                origins.into_iter().flat_map(move |origin| {
                    let ways = targets.iter().map(|target| self.way(key, &origin, target));
                    ways.collect::<Vec<_>>()
                })
            })
            .flatten()
            .collect()
    }

    /// A table's columns under their own names, and under those that each view gives them.
    fn faces(&self, table: i64, columns: &[i32]) -> Vec<(i64, Vec<String>)> {
        let own: Option<Vec<String>> =
            columns.iter().map(|number| self.column_name((table, *number)).map(str::to_owned)).collect();
        let mut faces: Vec<(i64, Vec<String>)> = own.into_iter().map(|names| (table, names)).collect();
        let mut views: Vec<i64> = columns
            .first()
            .and_then(|number| self.shown.get(&(table, *number)))
            .into_iter()
            .flatten()
            .map(|(view, _)| *view)
            .collect();
        views.dedup();
        for view in views {
            let mut combinations: Vec<Vec<String>> = vec![Vec::new()];
            for number in columns {
                let names: Vec<&str> = self.shown_in(view, (table, *number)).collect();
                combinations = combinations
                    .iter()
                    .flat_map(|head| {
                        names.iter().map(|name| head.iter().cloned().chain([(*name).to_owned()]).collect())
                    })
                    .take(MOST_COMBINATIONS)
                    .collect();
            }
            faces.extend(combinations.into_iter().map(|names| (view, names)));
        }
        faces
    }

    fn way(
        &self,
        key: &ForeignKeyRow,
        (origin, columns): &(i64, Vec<String>),
        (target, foreign_columns): &(i64, Vec<String>),
    ) -> Option<Relationship> {
        let (origin, target) = (self.tables.get(origin)?, self.tables.get(target)?);
        let pairs = columns.iter().cloned().zip(foreign_columns.iter().cloned()).collect();
        let link = Link { constraint: key.name.clone(), along_key: true, columns: pairs };
        Some(Relationship {
            origin: QualifiedName::new(&origin.schema, &origin.name),
            target: QualifiedName::new(&target.schema, &target.name),
            origin_is_view: origin.is_view,
            target_is_view: target.is_view,
            kind: if key.unique { Kind::OneToOne(link) } else { Kind::ManyToOne(link) },
        })
    }

    fn computed(&self, rows: Vec<ComputedRow>) -> Vec<Relationship> {
        rows.into_iter()
            .filter_map(|row| {
                let (origin, target) = (self.tables.get(&row.table)?, self.tables.get(&row.foreign_table)?);
                Some(Relationship {
                    origin: QualifiedName::new(&origin.schema, &origin.name),
                    target: QualifiedName::new(&target.schema, &target.name),
                    origin_is_view: origin.is_view,
                    target_is_view: target.is_view,
                    kind: Kind::Computed {
                        function: QualifiedName::new(row.function_schema, row.function),
                        single: row.single,
                    },
                })
            })
            .collect()
    }
}

fn routines(rows: Vec<RoutineRow>) -> HashMap<QualifiedName, Vec<Arc<Routine>>> {
    let mut routines: HashMap<QualifiedName, Vec<Arc<Routine>>> = HashMap::new();
    for row in rows {
        let name = QualifiedName::new(row.schema, row.name);
        let routine = Routine {
            oid: row.oid,
            name: name.clone(),
            description: row.description,
            parameters: row.parameters,
            returns: Returns {
                set: row.returns_set,
                composite: row.returns_composite,
                type_name: QualifiedName::new(row.returns_schema, row.returns),
                document: row.media_type.as_deref().map(|name| {
                    let accepted = MediaType::parse(name);
                    Document { produced: produced(&accepted), accepted }
                }),
            },
            volatility: match row.volatility.as_str() {
                "i" => Volatility::Immutable,
                "s" => Volatility::Stable,
                _ => Volatility::Volatile,
            },
            settings: row.settings,
            isolation: row.isolation.as_deref().and_then(Isolation::parse),
        };
        routines.entry(name).or_default().push(Arc::new(routine));
    }
    routines
}
