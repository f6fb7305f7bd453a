//! Reads the configuration that is stored in the database (`pgrst.*` settings of the login role, and `db-pre-config`),
//! and the settings of the roles that it may switch to.

use std::collections::HashSet;

use postgres_wire::Row;

use super::connection::Connection;
use super::deadline::{CATALOGUE_TIMEOUT, wait_for};
use super::failure::database_error;
use super::pool::Pool;
use super::run::give_up;
use crate::config::{self, Config, RolesSettings, SettingError, role_settings};
use crate::error::Error;
use crate::query::{
    BEGIN_READ_ONLY, CURRENT_SETTINGS, FORBIDDEN_SETTINGS, ROLE_SETTINGS, ROLLBACK, array, call_by_name,
};

/// Common settings that every role may set in every release. They need no permission check.
const UNRESTRICTED: [&str; 7] = [
    "default_transaction_isolation",
    "idle_in_transaction_session_timeout",
    "lock_timeout",
    "search_path",
    "statement_timeout",
    "timezone",
    "work_mem",
];

/// Why the configuration could not be read from the database.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatabaseConfigError {
    #[error(transparent)]
    Database(#[from] Error),
    #[error("a setting in the database cannot be used: {0}")]
    Setting(#[from] SettingError),
}

pub(crate) async fn read_database_config(
    pool: &Pool,
    base: &Config,
) -> Result<(Config, RolesSettings), DatabaseConfigError> {
    let mut lease = pool.get(None).await?;
    let connection = lease.connection()?;
    let server = connection.server().clone();
    let reading = read_on(connection, base);
    let read = wait_for(reading, &server, pool.database(), Some(CATALOGUE_TIMEOUT)).await;
    read.unwrap_or_else(|unanswered| Err(give_up(lease, unanswered).into()))
}

async fn read_on(
    connection: &mut Connection,
    base: &Config,
) -> Result<(Config, RolesSettings), DatabaseConfigError> {
    let (own, roles) = read_role_settings(connection).await?;
    let config = if base.db_config {
        let mut settings = Vec::new();
        if let Some(function) = pre_config_function(base, &own) {
            match pre_config(connection, function).await {
                Ok(made) => settings = made,
                // As in PostgREST, a failing function is ignored.
                Err(error) => {
                    tracing::error!(
                        function,
                        "db-pre-config failed; its settings are missing. {}",
                        error.payload()
                    );
                    connection.execute(ROLLBACK).await.map_err(database_error)?;
                }
            }
        }
        // The role's settings override those of the function.
        settings.extend(own);
        base.overridden(&settings)?
    } else {
        base.clone()
    };
    Ok((config, roles))
}

/// The `pgrst.*` settings of the login role, without the prefix, and the settings of the other roles that the login
/// role may set.
async fn read_role_settings(
    connection: &mut Connection,
) -> Result<(Vec<(String, String)>, RolesSettings), Error> {
    let mut own = Vec::new();
    let mut others = Vec::new();
    for row in connection.query(ROLE_SETTINGS, &[]).await.map_err(database_error)? {
        let (name, value) = (text(&row, 2)?, text(&row, 3)?);
        let is_own = row.value(1).map_err(database_error)? != Some(&[0]);
        match name.strip_prefix("pgrst.") {
            _ if !is_own => others.push((text(&row, 0)?, name, value)),
            Some(name) => own.push((name.to_owned(), value)),
            None => {}
        }
    }
    let needs_check = |name: &String| !UNRESTRICTED.contains(&name.to_ascii_lowercase().as_str());
    let names: Vec<String> = others.iter().map(|(_, name, _)| name.clone()).filter(needs_check).collect();
    if !names.is_empty() {
        let rows = connection.query(FORBIDDEN_SETTINGS, &[array(&names)]).await.map_err(database_error)?;
        let forbidden = rows.iter().map(|row| text(row, 0)).collect::<Result<HashSet<_>, _>>()?;
        others.retain(|(_, name, _)| !forbidden.contains(name));
    }
    Ok((own, role_settings(others)))
}

fn pairs(rows: &[Row]) -> Result<Vec<(String, String)>, Error> {
    rows.iter().map(|row| Ok((text(row, 0)?, text(row, 1)?))).collect()
}

fn text(row: &Row, index: usize) -> Result<String, Error> {
    let text = row.text(index).map_err(database_error)?;
    text.map(str::to_owned).ok_or_else(|| Error::Client("the catalogue gave no text".to_owned()))
}

/// The function that the role's own setting names, or else the configuration. `None` for an empty name.
fn pre_config_function<'a>(base: &'a Config, own: &'a [(String, String)]) -> Option<&'a str> {
    let named = own.iter().rev().find(|(name, _)| name == "db_pre_config").map(|(_, function)| function);
    named.or(base.db_pre_config.as_ref()).map(String::as_str).filter(|function| !function.is_empty())
}

/// The `pgrst.*` settings that `db-pre-config` makes. Only those that the function changed count, because the others
/// are the role's settings at the time of the login and may be out of date.
async fn pre_config(connection: &mut Connection, function: &str) -> Result<Vec<(String, String)>, Error> {
    let names = config::names_in_database();
    connection.execute(BEGIN_READ_ONLY).await.map_err(database_error)?;
    let names = [array(&names)];
    let before = pairs(&connection.query(CURRENT_SETTINGS, &names).await.map_err(database_error)?)?;
    connection.execute(call_by_name(function).text()).await.map_err(database_error)?;
    let after = pairs(&connection.query(CURRENT_SETTINGS, &names).await.map_err(database_error)?)?;
    connection.execute(ROLLBACK).await.map_err(database_error)?;
    Ok(after.into_iter().filter(|setting| !before.contains(setting)).collect())
}
