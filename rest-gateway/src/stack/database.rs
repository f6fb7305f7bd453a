//! The database of a stack: a Postgres of its own or a given one, migrated, with sample data, passwords and the
//! administrator's account.

use super::administrator::{self, Account, AdministratorError};
use super::database_url::as_role;
use super::keys::Keys;
use super::postgres::Postgres;
use super::progress::Progress;
use super::roles::{self, RoleError, reason};
use crate::config::{Config, PostgresUrl};
use postgres_server::{Auth, Binaries, Options};
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    #[error(transparent)]
    Postgres(#[from] postgres_server::Error),
    #[error(transparent)]
    Migrate(#[from] schema::migrate::Error),
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
}

/// Ends the stack's own Postgres when it is dropped.
pub struct Database {
    /// For the superuser, or whoever owns the given database.
    pub url: String,
    /// The same as the processes of the stack use it.
    pub inner_url: String,
    own: Option<Postgres>,
}

/// Where the data of a stack's own Postgres is, and what its superuser's password is.
pub struct Own {
    pub data_dir: PathBuf,
    /// The port to take if it is free; 0 for any.
    pub port: u16,
    /// The superuser's as it is known, and as it shall be.
    pub password: String,
    pub wanted_password: String,
}

impl Database {
    /// Starts the stack's own Postgres, or takes the given one.
    pub async fn start(
        config: &Config,
        given: Option<&PostgresUrl>,
        own: Own,
        progress: &Progress,
    ) -> Result<Database, DatabaseError> {
        if let Some(url) = given.or(config.db.url.as_ref()) {
            return Ok(Database { url: url.0.clone(), inner_url: url.0.clone(), own: None });
        }
        progress
            .step("Postgres", async {
                let wanted = config.db.major_version.and_then(|major| u32::try_from(major.get()).ok());
                let binaries = Binaries::find_for(&own.data_dir, wanted)?;
                let port = own.port;
                let settings =
                    config.db.settings.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
                let auth = Auth::Password(own.password.clone());
                let options = Options { data_dir: own.data_dir, port, auth, durable: true, settings };
                let postgres = Postgres::start(binaries, options, own.password.clone()).await?;
                let mut detail = format!("version {} on port {}", postgres.version, postgres.port);
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
                // It has no TLS: asking it each time costs a round trip.
                let inner_url = format!("{url}?sslmode=disable");
                Ok((Database { url, inner_url, own: Some(postgres) }, detail))
            })
            .await
    }

    /// Whether it is the stack's own Postgres.
    pub fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Brings tables, roles, sample data and the administrator's account up to date. `set_role_passwords` allows a given
    /// Postgres's roles to be given other passwords than they have.
    pub async fn prepare(
        &self,
        config: &Config,
        keys: &Keys,
        admin_password: &str,
        set_role_passwords: bool,
        progress: &Progress,
    ) -> Result<Account, DatabaseError> {
        let before = roles::existing(&roles::connect(&self.inner_url).await?).await?;
        progress.step("Migrations", migrate(&self.inner_url)).await?;
        let account = progress
            .step("Roles", async {
                let client = roles::connect(&self.inner_url).await?;
                let passwords = if self.is_own() || set_role_passwords {
                    roles::set_passwords(&client, keys).await?;
                    "passwords set"
                } else {
                    match roles::set_missing_passwords(&client, &self.inner_url, keys, &before).await? {
                        0 => "passwords in place",
                        _ => "passwords set where there were none",
                    }
                };
                let account = administrator::ensure(&client, &config.admin, admin_password).await?;
                let detail = match account {
                    Account::Made => format!("{passwords}, administrator's account made"),
                    Account::Kept | Account::ChosenPassword => passwords.to_owned(),
                };
                Ok::<_, DatabaseError>((account, detail))
            })
            .await?;
        if config.db.seed.enabled {
            progress
                .step("Sample data", async {
                    let report = schema::seed::run(&self.inner_url).await?;
                    let detail = match (report.hotels, report.reviews) {
                        (0, 0) => "in place".to_owned(),
                        (hotels, reviews) => format!("{hotels} hotels and {reviews} reviews added"),
                    };
                    Ok::<_, DatabaseError>(((), detail))
                })
                .await?;
        }
        Ok(account)
    }
}

/// Gives the superuser another password; the address with it.
async fn with_password(url: &str, password: &str) -> Result<String, DatabaseError> {
    let changed = as_role(url, roles::SUPERUSER, password);
    // A start that was cut off may have changed it already.
    if roles::connect(&changed).await.is_err() {
        roles::set_password(&roles::connect(url).await?, roles::SUPERUSER, password).await?;
    }
    Ok(changed)
}

async fn migrate(url: &str) -> Result<((), String), DatabaseError> {
    let applied = schema::migrate::run(url).await?;
    let detail =
        if applied.is_empty() { "up to date".to_owned() } else { format!("{} applied", applied.len()) };
    Ok(((), detail))
}
