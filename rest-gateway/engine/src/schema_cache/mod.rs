//! What the catalogue holds.

use std::collections::HashMap;

#[derive(Debug, Default)]
pub(crate) struct SchemaCache {
    pub tables: HashMap<String, ()>,
    pub relationships: HashMap<String, ()>,
    pub routines: HashMap<String, ()>,
}
