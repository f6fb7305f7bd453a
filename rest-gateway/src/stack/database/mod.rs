//! The database of a stack: its own Postgres or an external one, migrated, with sample data, role passwords and the
//! administrator's account.
//!
//! - `postgres`: the server of the stack. `installation`: chooses its version. `database_url`: connection strings.
//! - `roles`: connections and the passwords of the login roles. `administrator`: the administrator's account.
//! - `extensions`: the stand-ins for extensions. `vault`: the vault.

pub(super) mod administrator;
pub(super) mod database_url;
pub(super) mod extensions;
mod installation;
mod postgres;
pub(super) mod roles;
pub(super) mod vault;

use self::administrator::{Account, AdministratorError};
use self::database_url::as_role;
use self::installation::InstallationError;
use self::postgres::Postgres;
use self::roles::{RoleError, reason};
use super::keys::Keys;
use super::project::{self, ProjectError, ResetError};
use crate::config::{Config, PostgresUrl};
use crate::extension_workers::HttpCalls;
use crate::terminal::Progress;
use postgres_server::{Auth, Binaries, Options};
use std::path::PathBuf;
use tokio_postgres::Client;

/// The setting of libraries that are loaded at the start.
const PRELOADED: &str = "shared_preload_libraries";
const STATISTICS: &str = "pg_stat_statements";

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    #[error(transparent)]
    Installation(#[from] InstallationError),
    #[error(transparent)]
    Postgres(#[from] postgres_server::Error),
    #[error(transparent)]
    Migrate(#[from] platform_schema::Error),
    #[error("the sample data cannot be added: {0}")]
    Seed(#[from] schema::seed::Error),
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    #[error("the database cannot be set up: {}", reason(.0))]
    SetUp(#[from] tokio_postgres::Error),
    #[error(transparent)]
    Role(#[from] RoleError),
    #[error(transparent)]
    Administrator(#[from] AdministratorError),
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error("a reset that was interrupted cannot be undone: {0}")]
    Reset(#[from] ResetError),
    #[error("the server for requests of the extension http cannot be started: {0}")]
    HttpCalls(std::io::Error),
}

/// The database. Dropping it stops the stack's own Postgres.
pub struct Database {
    /// The connection string of the superuser, or of the external database's owner.
    pub url: String,
    /// The same for the stack's own processes.
    pub inner_url: String,
    own: Option<Own>,
}

/// The stack's own Postgres.
struct Own {
    _postgres: Postgres,
    http_calls: HttpCalls,
    superuser_password: String,
}

/// The settings of a stack's own Postgres.
pub struct OwnPostgres {
    pub data_dir: PathBuf,
    /// The preferred port; 0 for any free one.
    pub port: u16,
    /// The superuser's password that the cluster has, or gets when it is created.
    pub password: String,
    /// The superuser's password after the start.
    pub wanted_password: String,
    /// The gateway's URL on this machine, for requests from SQL.
    pub gateway_url: String,
}

impl Database {
    /// Uses the external Postgres of the command line or the configuration; otherwise starts the stack's own.
    ///
    /// # Errors
    /// When Postgres cannot be started, or its password cannot be changed.
    pub async fn start(
        config: &Config,
        external: Option<&PostgresUrl>,
        own: OwnPostgres,
        progress: &Progress,
    ) -> Result<Database, DatabaseError> {
        if let Some(url) = external.or(config.db.direct_url()) {
            return Ok(Database { url: url.0.clone(), inner_url: url.0.clone(), own: None });
        }
        progress
            .step("Postgres", async {
                let (binaries, unavailable) = installation::choose(config, &own.data_dir)?;
                let port = own.port;
                let settings = settings(config, &binaries);
                let auth = Auth::Password(own.password.clone());
                let extensions = extensions::of_own_postgres();
                let options =
                    Options { data_dir: own.data_dir, port, auth, durable: true, settings, extensions };
                let postgres = Postgres::start(binaries, options, own.password.clone()).await?;
                project::undo_interrupted(&postgres.url).await?;
                let mut detail = format!("version {} on port {}", postgres.version, postgres.port);
                if let Some(major) = unavailable {
                    detail += &format!(", since version {major} is not installed");
                }
                if port != 0 && port != postgres.port {
                    detail += &format!(", since {port} is taken");
                }
                if let Some(folder) = &postgres.elsewhere {
                    detail +=
                        &format!(", in {}, since its user cannot reach the data folder", folder.display());
                }
                let url = match own.wanted_password == own.password {
                    true => postgres.url.clone(),
                    false => with_password(&postgres.url, &own.wanted_password).await?,
                };
                // The server has no TLS, and asking for it costs a round trip per connection.
                let inner_url = format!("{url}?sslmode=disable");
                let http_calls = HttpCalls::start(&own.gateway_url, config.api.port.into()).await;
                let http_calls = http_calls.map_err(DatabaseError::HttpCalls)?;
                let own = Own { _postgres: postgres, http_calls, superuser_password: own.wanted_password };
                Ok((Database { url, inner_url, own: Some(own) }, detail))
            })
            .await
    }

    /// Whether this is the stack's own Postgres.
    pub fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Brings tables and roles up to date, and the sample data and the administrator's account of the product, or the SQL
    /// of a project. `set_role_passwords` allows changing the existing passwords of an external Postgres's roles. Returns
    /// no account for a project.
    ///
    /// # Errors
    /// When a step fails.
    pub async fn prepare(
        &self,
        config: &Config,
        keys: &Keys,
        admin_password: &str,
        set_role_passwords: bool,
        progress: &Progress,
    ) -> Result<Option<Account>, DatabaseError> {
        let is_project = config.source.is_project();
        let client = roles::connect(&self.inner_url).await?;
        let before = roles::existing(&client).await?;
        if !self.is_own() {
            warn_about_shared_roles(&client).await?;
        }
        progress.step("Migrations", migrate(&self.inner_url, is_project)).await?;
        if !self.is_own() && config.realtime.enabled {
            warn_about_realtime(&client).await?;
        }
        let account = progress
            .step("Roles", async {
                let client = roles::connect(&self.inner_url).await?;
                if let Some(own) = &self.own {
                    client.batch_execute(&own.http_calls.announcement()).await?;
                }
                let passwords = if self.is_own() || set_role_passwords {
                    roles::set_passwords(&client, keys).await?;
                    "passwords set"
                } else {
                    match roles::set_missing_passwords(&client, &self.inner_url, keys, &before).await? {
                        0 => "passwords in place",
                        _ => "passwords set where there were none",
                    }
                };
                if is_project {
                    return Ok((None, passwords.to_owned()));
                }
                let account = administrator::ensure(&client, &config.admin, admin_password).await?;
                let detail = match account {
                    Account::Created => format!("{passwords}, administrator's account made"),
                    Account::Unchanged | Account::OtherPassword => passwords.to_owned(),
                };
                Ok::<_, DatabaseError>((Some(account), detail))
            })
            .await?;
        if is_project {
            let password = self.own.as_ref().map(|own| own.superuser_password.as_str());
            let prepared = project::prepare(config, keys, &self.inner_url, password, progress);
            // Its future is large.
            Box::pin(prepared).await?;
        } else if config.db.seed.enabled && config.db.seed.sample_hotels {
            progress.step("Sample data", add_sample_data(&self.inner_url)).await?;
        }
        Ok(account)
    }
}

/// The settings of the stack's own Postgres. A project's has the library whose statistics the tools of Supabase's command
/// line read, where this installation has it.
fn settings(config: &Config, binaries: &Binaries) -> Vec<(String, String)> {
    let mut settings: Vec<(String, String)> =
        config.db.settings.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
    let is_set = config.db.settings.contains_key(PRELOADED);
    if config.source.is_project() && !is_set && binaries.has_library(STATISTICS) {
        settings.push((PRELOADED.to_owned(), STATISTICS.to_owned()));
    }
    settings
}

/// Changes the superuser's password. Returns the connection string with the new one.
async fn with_password(url: &str, password: &str) -> Result<String, DatabaseError> {
    let changed = as_role(url, roles::SUPERUSER, password);
    // An interrupted start may have changed it already.
    if roles::connect(&changed).await.is_err() {
        roles::set_password(&roles::connect(url).await?, roles::SUPERUSER, password).await?;
    }
    Ok(changed)
}

/// Applies the platform's migrations, and the product's unless the database is that of another project.
async fn migrate(url: &str, is_project: bool) -> Result<((), String), DatabaseError> {
    let applied = match is_project {
        true => platform_schema::migrate::run(url).await?,
        false => schema::migrate::run(url).await?,
    };
    let detail =
        if applied.is_empty() { "up to date".to_owned() } else { format!("{} applied", applied.len()) };
    Ok(((), detail))
}

/// Adds the sample data that the product's database lacks.
async fn add_sample_data(url: &str) -> Result<((), String), DatabaseError> {
    let report = schema::seed::run(url).await?;
    let detail = match (report.hotels, report.reviews) {
        (0, 0) => "in place".to_owned(),
        (hotels, reviews) => format!("{hotels} hotels and {reviews} reviews added"),
    };
    Ok(((), detail))
}

async fn warn_about_shared_roles(client: &Client) -> Result<(), DatabaseError> {
    for database in roles::shared_cluster(client).await?.0 {
        tracing::warn!(
            database,
            "this server has the stack of another database too, which shares its roles and their passwords"
        );
    }
    Ok(())
}

async fn warn_about_realtime(client: &Client) -> Result<(), DatabaseError> {
    for statement in roles::missing_for_realtime(client).await? {
        tracing::warn!(
            statement,
            "realtime has no database changes and no broadcasts from SQL until a superuser runs this"
        );
    }
    Ok(())
}
