//! Extensions that the server does not have. A statement that creates or drops an extension with a stand-in is replaced.
//! Any other missing extension is reported before a file is run, with the Debian package that contains it.
//!
//! - `statement`: reads statements about extensions. `required`: those that a file creates. `packages`: Debian's packages.

mod packages;
mod required;
mod statement;

use crate::missing_extension::MissingExtension;
pub use required::RequiredExtension;
use statement::ExtensionStatement;
use std::collections::HashSet;
use std::path::Path;
use tokio_postgres::Client;

/// SQL that takes the place of an extension.
#[derive(Debug, Clone, Copy)]
pub struct StandIn {
    /// The name of the extension.
    pub name: &'static str,
    /// The schema of its objects, if the extension has a fixed one.
    pub schema: Option<&'static str>,
    /// Creates them. `@extschema@` in it is the schema of the statement, or the first one of the search path.
    pub script: &'static str,
    /// Drops them.
    pub drop: &'static str,
    /// An SQL expression: whether they are there.
    pub is_installed: &'static str,
}

impl StandIn {
    /// The statement that creates it, unless it is there. `schema` is that of `create extension`.
    #[must_use]
    pub fn creation(&self, schema: Option<&str>) -> String {
        let StandIn { script, is_installed, .. } = self;
        let make_schema = self
            .schema
            .map(|name| format!("create schema if not exists {};", quoted(name)))
            .unwrap_or_default();
        let schema = match schema.or(self.schema) {
            Some(schema) => format!("$schema${}$schema$", quoted(schema)),
            None => "quote_ident(current_schema())".to_owned(),
        };
        format!(
            "do $stand_in$ begin if not ({is_installed}) then {make_schema} \
             execute replace($script${script}$script$, '@extschema@', {schema}); end if; end $stand_in$"
        )
    }
}

/// The extensions of a server.
pub(crate) struct Extensions {
    available: HashSet<String>,
    /// Those that are not available.
    stand_ins: Vec<StandIn>,
    major: u32,
}

impl Extensions {
    /// Asks the server.
    ///
    /// # Errors
    /// When the query fails.
    pub async fn of_server(
        client: &Client,
        stand_ins: &[StandIn],
    ) -> Result<Extensions, tokio_postgres::Error> {
        let query =
            "select name::text from pg_available_extensions union select extname::text from pg_extension";
        let rows = client.query(query, &[]).await?;
        let available: HashSet<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        let version = client.query_one("select current_setting('server_version_num')::int", &[]).await?;
        let major = u32::try_from(version.try_get::<_, i32>(0)? / 10_000).unwrap_or_default();
        let stand_ins = stand_ins.iter().filter(|it| !available.contains(it.name)).copied().collect();
        Ok(Extensions { available, stand_ins, major })
    }

    /// The extensions that a file creates and that are neither available nor replaced.
    pub fn missing(&self, path: &Path, sql: &str) -> Vec<MissingExtension> {
        let required = RequiredExtension::of_file(path, sql).into_iter();
        let missing =
            required.filter(|it| !self.available.contains(&it.name) && self.stand_in(&it.name).is_none());
        missing.map(|it| it.missing_from(self.major)).collect()
    }

    fn stand_in(&self, name: &str) -> Option<&StandIn> {
        self.stand_ins.iter().find(|stand_in| stand_in.name == name)
    }

    /// What is run instead of a statement about a stand-in; `None` for any other statement.
    pub fn replacement(&self, statement: &str) -> Option<String> {
        match ExtensionStatement::parse(statement)? {
            ExtensionStatement::Create { name, schema } => {
                Some(self.stand_in(&name)?.creation(schema.as_deref()))
            }
            ExtensionStatement::Drop { names, if_exists, rest } => {
                let (replaced, others): (Vec<_>, Vec<_>) =
                    names.iter().partition(|name| self.stand_in(name).is_some());
                if replaced.is_empty() {
                    return None;
                }
                let drops = replaced.iter().filter_map(|name| self.stand_in(name)).map(|it| it.drop);
                let mut statements: Vec<String> = drops.map(str::to_owned).collect();
                if !others.is_empty() {
                    let others: Vec<String> = others.iter().map(|name| quoted(name)).collect();
                    let condition = if if_exists { "if exists " } else { "" };
                    statements.push(format!("drop extension {condition}{} {rest}", others.join(", ")));
                }
                Some(statements.join(";\n"))
            }
            ExtensionStatement::Other { name } => self.stand_in(&name).map(|_| "select".to_owned()),
        }
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOBS: StandIn = StandIn {
        name: "pg_jobs",
        schema: Some("jobs"),
        script: "create table @extschema@.job ()",
        drop: "drop schema jobs",
        is_installed: "false",
    };

    fn extensions() -> Extensions {
        let available = ["hstore".to_owned()].into();
        Extensions { available, stand_ins: vec![JOBS], major: 15 }
    }

    #[test]
    fn statements_about_a_stand_in_are_replaced() {
        let replaced = |statement| extensions().replacement(statement);
        let created = replaced("create extension if not exists pg_jobs").unwrap_or_default();
        assert!(
            created.contains("create table @extschema@.job ()") && created.contains("create schema"),
            "{created}"
        );
        assert_eq!(replaced("drop extension pg_jobs").as_deref(), Some("drop schema jobs"));
        assert_eq!(
            replaced("drop extension if exists pg_jobs, hstore cascade").as_deref(),
            Some("drop schema jobs;\ndrop extension if exists \"hstore\" cascade")
        );
        assert_eq!(replaced("comment on extension pg_jobs is 'x'").as_deref(), Some("select"));
        assert_eq!(replaced("create extension hstore"), None);
        assert_eq!(replaced("drop extension hstore"), None);
    }

    #[test]
    fn missing_extensions_are_named_with_their_line_and_package() {
        let sql = "create extension hstore;\n\n-- search\ncreate extension vector;\ncreate extension pg_jobs;\n\
                   create extension \"my_own\";";
        let missing = extensions().missing(Path::new("1_a.sql"), sql);
        let sentences: Vec<String> = missing.iter().map(ToString::to_string).collect();
        assert_eq!(
            sentences,
            [
                "1_a.sql:4: the extension vector is not installed for this Postgres 15; the package \
                 postgresql-15-pgvector of Debian or apt.postgresql.org brings it",
                "1_a.sql:6: the extension my_own is not installed for this Postgres 15, and no Debian package is \
                 known to bring it"
            ]
        );
    }
}
