//! The settings that `alter database` and `alter role … in database` give a database.
//!
//! A migration names the stack's database, also while it runs in another one: the next database of a reset, or that of
//! `db diff`. Its settings therefore reach the stack's database, whose own are saved before and restored after. They are
//! saved on the platform's template, which no service uses, so that they survive if the process is killed.

use super::error::ResetError;
use super::templates::{Cluster, DATABASE, PLATFORM};

/// The setting of the template that marks its settings as the saved ones.
const MARK: &str = "stack.saved_settings";

const SETTINGS: &str = "
    select coalesce(string_agg(format(
      '%s set %I = %s',
      case setrole when 0 then format('alter database %I', $2::text)
        else format('alter role %s in database %I', setrole::regrole, $2::text) end,
      name,
      -- Lists are stored as they are written.
      case when name in ('search_path', 'temp_tablespaces', 'session_preload_libraries') then value
        else quote_literal(value) end
    ), ';'), '')
    from pg_db_role_setting, unnest(setconfig) as entry,
      lateral (select split_part(entry, '=', 1), substr(entry, strpos(entry, '=') + 1)) as parts (name, value)
    where setdatabase = (select oid from pg_database where datname = $1) and name <> $3";

const RESET: &str = "
    select coalesce(string_agg(
      case setrole when 0 then format('alter database %I reset all', $1::text)
        else format('alter role %s in database %I reset all', setrole::regrole, $1::text) end, ';'), '')
    from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = $1::text)";

/// Saves the settings of the stack's database, for [`restore`]. Does nothing for a role that is no superuser, which may not
/// write the settings of extensions.
///
/// # Errors
/// When a statement fails.
pub async fn save(cluster: &Cluster) -> Result<(), ResetError> {
    let is_superuser = "select current_setting('is_superuser')::boolean";
    if !cluster.admin.query_one(is_superuser, &[]).await?.get::<_, bool>(0) {
        return Ok(());
    }
    let (reset, saved) = (reset_of(cluster, PLATFORM).await?, copy_of(cluster, DATABASE, PLATFORM).await?);
    let mark = format!("alter database {PLATFORM} set {MARK} = 'on'");
    // Several statements in one message are one transaction.
    Ok(cluster.admin.batch_execute(&[reset, saved, mark].join(";")).await?)
}

/// Gives the stack's database its saved settings back, if there are any.
///
/// # Errors
/// When a statement fails.
pub async fn restore(cluster: &Cluster) -> Result<(), ResetError> {
    let is_saved = "select from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
                    where datname = $1 and setrole = 0 and $2 = any (setconfig)";
    let mark = format!("{MARK}=on");
    if cluster.admin.query_opt(is_saved, &[&PLATFORM, &mark]).await?.is_none() {
        return Ok(());
    }
    let statements = [
        reset_of(cluster, DATABASE).await?,
        copy_of(cluster, PLATFORM, DATABASE).await?,
        reset_of(cluster, PLATFORM).await?,
    ];
    Ok(cluster.admin.batch_execute(&statements.join(";")).await?)
}

/// Removes all settings of a database.
///
/// # Errors
/// When a statement fails.
pub async fn clear(cluster: &Cluster, database: &str) -> Result<(), ResetError> {
    Ok(cluster.admin.batch_execute(&reset_of(cluster, database).await?).await?)
}

/// Copies the settings of one database to another, as `create database … template` does not.
///
/// # Errors
/// When a statement fails.
pub async fn copy(cluster: &Cluster, from: &str, to: &str) -> Result<(), ResetError> {
    Ok(cluster.admin.batch_execute(&copy_of(cluster, from, to).await?).await?)
}

async fn copy_of(cluster: &Cluster, from: &str, to: &str) -> Result<String, ResetError> {
    Ok(cluster.admin.query_one(SETTINGS, &[&from, &to, &MARK]).await?.get(0))
}

async fn reset_of(cluster: &Cluster, database: &str) -> Result<String, ResetError> {
    Ok(cluster.admin.query_one(RESET, &[&database]).await?.get(0))
}
