//! The schema cache itself, and its lookups.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::media_handlers::MediaHandlers;
use super::relationship::Relationship;
use super::routine::Routine;
use super::table::{QualifiedName, Table};
use crate::error::{Error, MIN_SIMILARITY, closest_match};

/// One consistent snapshot of the catalogue.
#[derive(Debug, Default)]
pub(crate) struct SchemaCache {
    pub tables: HashMap<QualifiedName, Table>,
    /// By origin.
    pub relationships: HashMap<QualifiedName, Vec<Relationship>>,
    /// The overloads of each name.
    pub routines: HashMap<QualifiedName, Vec<Arc<Routine>>>,
    pub media_handlers: MediaHandlers,
    /// Names of functions that accept a row of any type and are not computed fields.
    pub row_functions: HashSet<String>,
}

impl SchemaCache {
    pub fn table(&self, schema: &str, name: &str) -> Option<&Table> {
        self.tables.get(&QualifiedName::new(schema, name))
    }

    /// # Errors
    /// PGRST205 when the table is not in the cache.
    pub fn require_table(&self, schema: &str, name: &str) -> Result<&Table, Error> {
        self.table(schema, name).ok_or_else(|| {
            let known =
                self.tables.keys().filter(|known| known.schema == schema).map(|known| known.name.as_str());
            Error::NoTable {
                schema: schema.to_owned(),
                relation: name.to_owned(),
                suggestion: closest_match(name, known, MIN_SIMILARITY).map(str::to_owned),
            }
        })
    }

    /// The relationships from a relation to relations of the same schema.
    pub fn relationships_from(&self, origin: &QualifiedName) -> impl Iterator<Item = &Relationship> {
        let schema = origin.schema.clone();
        self.relationships
            .get(origin)
            .into_iter()
            .flatten()
            .filter(move |found| found.target.schema == schema)
    }
}
