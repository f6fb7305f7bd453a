//! Dumps the schema cache as JSON, with the field names of PostgREST's admin server, sorted by name.

use foldhash::HashMap;
use serde_json::{Map, Value, json};

use super::cache::SchemaCache;
use super::relationship::{Junction, Kind, Link, Relationship};
use super::routine::{Parameter, Routine, Volatility};
use super::table::{Column, QualifiedName, Table};

impl SchemaCache {
    /// The JSON of `--dump-schema` and of the admin server's `/schema_cache`.
    pub fn dump(&self) -> Value {
        json!({
            "dbTables": sorted(&self.tables, name, table),
            "dbRelationships": sorted(
                &self.relationships,
                |origin| json!([name(origin), origin.schema]),
                |found| found.iter().map(relationship).collect(),
            ),
            "dbRoutines": sorted(&self.routines, name, |overloads| {
                overloads.iter().map(|overload| routine(overload)).collect()
            }),
        })
    }
}

/// A map whose keys are not strings becomes an array of pairs.
fn sorted<T>(
    map: &HashMap<QualifiedName, T>,
    key: impl Fn(&QualifiedName) -> Value,
    value: impl Fn(&T) -> Value,
) -> Value {
    let mut pairs: Vec<_> = map.iter().collect();
    pairs.sort_unstable_by_key(|(name, _)| *name);
    pairs.into_iter().map(|(name, found)| json!([key(name), value(found)])).collect()
}

fn name(name: &QualifiedName) -> Value {
    json!({ "qiName": name.name, "qiSchema": name.schema })
}

fn table(table: &Table) -> Value {
    let columns: Map<String, Value> =
        table.columns.values().map(|known| (known.name.clone(), column(known))).collect();
    json!({
        "tableColumns": columns,
        "tableDeletable": table.deletable,
        "tableDescription": table.description,
        "tableInsertable": table.insertable,
        "tableIsView": table.is_view,
        "tableName": table.name.name,
        "tablePKCols": table.primary_key,
        "tableSchema": table.name.schema,
        "tableUpdatable": table.updatable,
    })
}

fn column(column: &Column) -> Value {
    json!({
        "colDefault": column.default,
        "colDescription": column.description,
        "colEnum": column.enum_values,
        "colMaxLen": column.max_length,
        "colName": column.name,
        "colNominalType": column.nominal_type,
        "colNullable": column.nullable,
        "colType": column.base_type,
    })
}

fn relationship(found: &Relationship) -> Value {
    let mut dumped = json!({
        "relTable": name(&found.origin),
        "relForeignTable": name(&found.target),
        "relIsSelf": found.is_self(),
    });
    match &found.kind {
        Kind::Computed { function, single } => {
            dumped["tag"] = "ComputedRelationship".into();
            dumped["relFunction"] = name(function);
            dumped["relToOne"] = (*single).into();
        }
        kind => {
            dumped["tag"] = "Relationship".into();
            dumped["relTableIsView"] = found.origin_is_view.into();
            dumped["relFTableIsView"] = found.target_is_view.into();
            dumped["relCardinality"] = cardinality(kind);
        }
    }
    dumped
}

fn cardinality(kind: &Kind) -> Value {
    let along = |tag: &str, link: &Link| json!({ "tag": tag, "relCons": link.constraint, "relColumns": link.columns });
    match kind {
        Kind::OneToMany(link) => along("O2M", link),
        Kind::ManyToOne(link) => along("M2O", link),
        Kind::OneToOne(link) => {
            let mut dumped = along("O2O", link);
            dumped["relIsParent"] = (!link.is_origin_key).into();
            dumped
        }
        Kind::ManyToMany(through) => json!({ "tag": "M2M", "contents": junction(through) }),
        Kind::Computed { .. } => Value::Null,
    }
}

fn junction(through: &Junction) -> Value {
    json!({
        "junTable": name(&through.table),
        "junConstraint1": through.origin_constraint,
        "junConstraint2": through.target_constraint,
        "junColsSource": through.origin_columns,
        "junColsTarget": through.target_columns,
    })
}

fn routine(routine: &Routine) -> Value {
    let returned = match routine.returns.composite {
        true => json!({ "tag": "Composite", "contents": [name(&routine.returns.type_name), false] }),
        false => json!({ "tag": "Scalar", "contents": name(&routine.returns.type_name) }),
    };
    let volatility = match routine.volatility {
        Volatility::Volatile => "Volatile",
        Volatility::Stable => "Stable",
        Volatility::Immutable => "Immutable",
    };
    json!({
        "pdDescription": routine.description,
        "pdFuncSettings": routine.settings,
        "pdHasVariadic": routine.parameters.iter().any(|parameter| parameter.variadic),
        "pdName": routine.name.name,
        "pdParams": routine.parameters.iter().map(parameter).collect::<Value>(),
        "pdReturnType": { "tag": if routine.returns.set { "SetOf" } else { "Single" }, "contents": returned },
        "pdSchema": routine.name.schema,
        "pdVolatility": volatility,
    })
}

fn parameter(parameter: &Parameter) -> Value {
    json!({
        "ppName": parameter.name,
        "ppReq": parameter.required,
        "ppType": parameter.type_name,
        "ppTypeMaxLength": parameter.widest_type,
        "ppVar": parameter.variadic,
    })
}
