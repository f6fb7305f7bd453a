//! The relationships of the REST engine's schema cache, also through views, in the format in which it is dumped.

use serde::Deserialize;
use serde_json::Value;

/// A foreign key, from the side that has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Relationship {
    /// Schema and name of the referencing relation.
    pub origin: (String, String),
    pub foreign_key: String,
    pub target: String,
    pub columns: Vec<String>,
    pub target_columns: Vec<String>,
    pub is_one_to_one: bool,
}

#[derive(Deserialize)]
struct Dump {
    #[serde(rename = "dbRelationships")]
    relationships: Vec<(Value, Vec<Value>)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ForeignKey {
    rel_table: Name,
    rel_foreign_table: Name,
    rel_cardinality: Cardinality,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Name {
    qi_schema: String,
    qi_name: String,
}

#[derive(Deserialize)]
#[serde(tag = "tag")]
enum Cardinality {
    #[serde(rename_all = "camelCase")]
    M2O { rel_cons: String, rel_columns: Vec<(String, String)> },
    #[serde(rename_all = "camelCase")]
    O2O { rel_cons: String, rel_columns: Vec<(String, String)>, rel_is_parent: bool },
    #[serde(other)]
    Other,
}

/// The foreign keys within a schema, sorted as they are printed.
///
/// # Errors
/// When the text is not a schema cache.
pub(super) fn foreign_keys(schema_cache: &str) -> Result<Vec<Relationship>, serde_json::Error> {
    let dump: Dump = serde_json::from_str(schema_cache)?;
    let mut found = Vec::new();
    for relationship in dump.relationships.into_iter().flat_map(|(_, relationships)| relationships) {
        // A computed relationship has no foreign key.
        let Ok(key) = serde_json::from_value::<ForeignKey>(relationship) else { continue };
        found.extend(relationship_of(key));
    }
    found.sort();
    Ok(found)
}

fn relationship_of(key: ForeignKey) -> Option<Relationship> {
    let (foreign_key, pairs, is_one_to_one) = match key.rel_cardinality {
        Cardinality::M2O { rel_cons, rel_columns } => (rel_cons, rel_columns, false),
        Cardinality::O2O { rel_cons, rel_columns, rel_is_parent: false } => (rel_cons, rel_columns, true),
        Cardinality::O2O { .. } | Cardinality::Other => return None,
    };
    if key.rel_table.qi_schema != key.rel_foreign_table.qi_schema {
        return None;
    }
    let (columns, target_columns) = pairs.into_iter().unzip();
    Some(Relationship {
        origin: (key.rel_table.qi_schema, key.rel_table.qi_name),
        foreign_key,
        target: key.rel_foreign_table.qi_name,
        columns,
        target_columns,
        is_one_to_one,
    })
}
