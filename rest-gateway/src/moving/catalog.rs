//! The content of the database before an import: objects of the platform, extensions, roles and settings.

use super::words::Name;
use crate::stack::project::is_platform_schema;
use std::collections::{HashMap, HashSet};
use tokio_postgres::{Client, Error};

/// One row for each object: its kind, schema, name, and the table or another detail.
const OBJECTS: &str = "
    select 'relation', nspname, relname::text, '' from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    union all
    select 'function', nspname, proname::text, '' from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    union all
    select 'type', nspname, typname::text, '' from pg_type join pg_namespace on pg_namespace.oid = typnamespace
    union all
    select 'policy', schemaname, tablename::text, policyname::text from pg_policies
    union all
    select 'trigger', nspname, relname::text, tgname::text from pg_trigger
    join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
    where not tgisinternal
    union all
    select case attgenerated when '' then 'column' else 'generated' end, nspname, relname::text, attname::text
    from pg_attribute join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where attnum > 0 and not attisdropped and relkind in ('r', 'p')
    union all
    select 'schema', nspname, '', '' from pg_namespace
    union all
    select 'installed', '', extname::text, '' from pg_extension
    union all
    select 'available', '', name::text, '' from pg_available_extensions
    union all
    select 'role', '', rolname::text, '' from pg_roles
    union all
    select 'publication', '', pubname::text, '' from pg_publication
    union all
    select 'setting', '', lower(name), '' from pg_settings";

const SESSION: &str = "
    select current_user::text, rolsuper, current_setting('server_version_num')::integer / 10000
    from pg_roles where rolname = current_user";

/// Whether an object belongs to the platform.
pub fn is_of_platform(name: &Name) -> bool {
    is_platform_schema(&name.schema)
}

/// The role of the import, and the major version of the server.
#[derive(Debug, Clone, Default)]
pub struct Session {
    pub role: String,
    pub is_superuser: bool,
    pub major_version: i32,
}

/// The objects by their kind. Those in schemas are the platform's.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    pub session: Session,
    objects: HashMap<String, HashSet<(Name, String)>>,
}

impl Catalog {
    /// Reads the database.
    ///
    /// # Errors
    /// When a query fails.
    pub async fn read(client: &Client) -> Result<Catalog, Error> {
        let row = client.query_one(SESSION, &[]).await?;
        let session = Session { role: row.get(0), is_superuser: row.get(1), major_version: row.get(2) };
        let mut catalog = Catalog { session, objects: HashMap::new() };
        for row in client.query(OBJECTS, &[]).await? {
            let (kind, schema): (&str, String) = (row.get(0), row.get(1));
            if schema.is_empty() || kind == "schema" || is_platform_schema(&schema) {
                catalog.add(kind, Name { schema, name: row.get(2) }, row.get(3));
            }
        }
        Ok(catalog)
    }

    /// Adds an object.
    pub fn add(&mut self, kind: &str, name: Name, detail: String) {
        self.objects.entry(kind.to_owned()).or_default().insert((name, detail));
    }

    /// Whether there is an object of a schema.
    pub fn has(&self, kind: &str, name: &Name) -> bool {
        self.has_part(kind, name, "")
    }

    /// Whether a table has a policy, trigger or column.
    pub fn has_part(&self, kind: &str, table: &Name, part: &str) -> bool {
        self.objects.get(kind).is_some_and(|objects| objects.contains(&(table.clone(), part.to_owned())))
    }

    /// Whether there is an object that belongs to no schema.
    pub fn has_global(&self, kind: &str, name: &str) -> bool {
        self.has(kind, &Name { schema: String::new(), name: name.to_owned() })
    }

    pub fn has_schema(&self, name: &str) -> bool {
        self.has("schema", &Name { schema: name.to_owned(), name: String::new() })
    }
}
