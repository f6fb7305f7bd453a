//! Reads what the engine must know of the database: its configuration, the roles' settings, the catalogue.

use postgres_wire::{Bind, Row};

use super::connection::Connection;
use super::pool::Pool;
use super::run::database_error;
use crate::config::{self, Config, RolesSettings, SettingError, role_settings};
use crate::error::Error;
use crate::query::{array_literal, quote_qualified};
use crate::schema_cache::{CatalogueRows, SchemaCache, sql};

/// `pgrst.*` of the role that is logged in; what is set for this database alone wins.
const OWN_SETTINGS: &str = "
select substr(split_part(pair, '=', 1), 7), substr(pair, strpos(pair, '=') + 1)
from pg_catalog.pg_db_role_setting s
cross join lateral unnest(s.setconfig) pair
where s.setrole = (select oid from pg_catalog.pg_roles where rolname = current_user)
  and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
  and pair like 'pgrst.%'
order by s.setdatabase";

/// The settings of these names, as they stand in this transaction.
const CURRENT_SETTINGS: &str = "
select name, pg_catalog.current_setting('pgrst.' || name, true)
from pg_catalog.unnest($1::text[]) name
where pg_catalog.current_setting('pgrst.' || name, true) is not null";

/// Settings of the roles that may be taken on, as far as they may be set by this one.
const ROLE_SETTINGS: &str = "
select r.rolname::text, split_part(pair, '=', 1), substr(pair, strpos(pair, '=') + 1)
from pg_catalog.pg_db_role_setting s
join pg_catalog.pg_roles r on r.oid = s.setrole
cross join lateral unnest(s.setconfig) pair
left join pg_catalog.pg_settings known on known.name = lower(split_part(pair, '=', 1))
where pg_catalog.pg_has_role(current_user, r.oid, 'member')
  and r.rolname <> current_user
  and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
  and (known.name is null or known.context = 'user'
    or pg_catalog.has_parameter_privilege(current_user, known.name, 'set'))
order by r.rolname, s.setdatabase";

/// Why the database's part of the configuration cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatabaseConfigError {
    #[error(transparent)]
    Database(#[from] Error),
    #[error("a setting in the database cannot be used: {0}")]
    Setting(#[from] SettingError),
}

pub(crate) async fn read_database_config(
    pool: &Pool,
    given: &Config,
) -> Result<(Config, RolesSettings), DatabaseConfigError> {
    let mut lease = pool.get().await?;
    let connection = lease.connection()?;
    let config = if given.db_config {
        let own = pairs(&connection.query(OWN_SETTINGS, &[]).await.map_err(database_error)?)?;
        let mut settings = Vec::new();
        if let Some(function) = pre_config_of(given, &own) {
            match pre_config(connection, function).await {
                Ok(made) => settings = made,
                // As PostgREST does: the API goes on with what it has been given otherwise.
                Err(error) => {
                    tracing::error!(%error, function, "db-pre-config failed; its settings are missing");
                    connection.execute("ROLLBACK").await.map_err(database_error)?;
                }
            }
        }
        // What is set for the role wins over what the function has made.
        settings.extend(own);
        given.overridden(&settings)?
    } else {
        given.clone()
    };
    let rows = connection.query(ROLE_SETTINGS, &[]).await.map_err(database_error)?;
    let settings = rows.iter().map(|row| Ok((text(row, 0)?, text(row, 1)?, text(row, 2)?)));
    let roles = role_settings(settings.collect::<Result<_, Error>>()?);
    Ok((config, roles))
}

fn pairs(rows: &[Row]) -> Result<Vec<(String, String)>, Error> {
    rows.iter().map(|row| Ok((text(row, 0)?, text(row, 1)?))).collect()
}

fn text(row: &Row, index: usize) -> Result<String, Error> {
    let text = row.text(index).map_err(database_error)?;
    text.map(str::to_owned).ok_or_else(|| Error::Client("the catalogue gave no text".to_owned()))
}

fn array(items: &[String]) -> Bind {
    Bind::Text(array_literal(items).into())
}

/// The function that the role itself names, or else the configuration; an empty name is none.
fn pre_config_of<'a>(given: &'a Config, own: &'a [(String, String)]) -> Option<&'a str> {
    let named = own.iter().rev().find(|(name, _)| name == "db_pre_config").map(|(_, function)| function);
    named.or(given.db_pre_config.as_ref()).map(String::as_str).filter(|function| !function.is_empty())
}

/// The `pgrst.*` settings that `db-pre-config` makes. What the connection has had since its login may be older than what
/// the role has now, so that only what the function changed counts.
async fn pre_config(connection: &mut Connection, function: &str) -> Result<Vec<(String, String)>, Error> {
    let names = config::names_in_database();
    connection.execute("BEGIN READ ONLY").await.map_err(database_error)?;
    let names = [array(&names)];
    let before = pairs(&connection.query(CURRENT_SETTINGS, &names).await.map_err(database_error)?)?;
    let call = format!("SELECT {}()", quote_qualified(function));
    connection.execute(&call).await.map_err(database_error)?;
    let after = pairs(&connection.query(CURRENT_SETTINGS, &names).await.map_err(database_error)?)?;
    connection.execute("ROLLBACK").await.map_err(database_error)?;
    Ok(after.into_iter().filter(|setting| !before.contains(setting)).collect())
}

/// One snapshot serves all of the queries, and without a search path every name is written in full. They join in a good
/// order already, and run too short for looking for a better one or for being compiled.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ''; \
                     SET LOCAL join_collapse_limit = 1; SET LOCAL jit = off";

/// Fails at the first that is not there.
const FIND_SCHEMAS: &str =
    "SELECT pg_catalog.quote_ident(name)::pg_catalog.regnamespace FROM pg_catalog.unnest($1::text[]) name";

pub(crate) async fn load_schema_cache(pool: &Pool, config: &Config) -> Result<SchemaCache, Error> {
    let mut lease = pool.get().await?;
    let connection = lease.connection()?;
    connection.execute(BEGIN).await.map_err(database_error)?;
    if config.db_schemas_required {
        let named: Vec<String> =
            config.db_schemas.iter().chain(&config.db_extra_search_path).cloned().collect();
        connection.query(FIND_SCHEMAS, &[array(&named)]).await.map_err(database_error)?;
    }
    let schemas = array(&config.db_schemas);
    let hoisted = array(&config.db_hoisted_tx_settings);
    let rows = CatalogueRows {
        tables: texts(connection, sql::TABLES, &[]).await?,
        foreign_keys: texts(connection, sql::FOREIGN_KEYS, &[]).await?,
        views: texts(connection, sql::VIEWS, &[]).await?,
        computed_relationships: texts(connection, sql::COMPUTED_RELATIONSHIPS, &[]).await?,
        routines: texts(connection, sql::ROUTINES, &[schemas.clone(), hoisted]).await?,
        media_handlers: texts(connection, sql::MEDIA_HANDLERS, &[schemas]).await?,
    };
    connection.execute("COMMIT").await.map_err(database_error)?;
    SchemaCache::build(&rows, &config.db_schemas).map_err(|error| {
        tracing::error!(%error, "the catalogue could not be understood");
        Error::NoSchemaCache
    })
}

async fn texts(connection: &mut Connection, sql: &str, binds: &[Bind]) -> Result<Vec<String>, Error> {
    let rows = connection.query(sql, binds).await.map_err(database_error)?;
    rows.iter().map(|row| text(row, 0)).collect()
}
