//! `up`, the whole stack, and `serve`, the front door with the services behind it, from the first step to the last.

use super::addresses::{Addresses, Parts};
use super::administrator::Account;
use super::buckets::{self, Filled};
use super::connections;
use super::data_folder::{DataFolder, FolderError, data_flag};
use super::database::{Database, DatabaseError, Own};
use super::detach::{Outcome, Starter};
use super::front::{Front, FrontError, Listeners, built_site};
use super::keys::{self, KeyError, Keys};
use super::progress::{Progress, say};
use super::secret_store::{SecretStore, StoreError};
use super::services::{ServiceError, Surroundings, check_programs};
use super::signals::Signals;
use super::storage_client::StorageClient;
use super::wide_limits;
use crate::child_process::ChildCommand;
use crate::config::{Config, PostgresUrl};
use crate::function_host::Service;
use crate::log_output;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the command line says.
pub struct UpOptions {
    pub data: PathBuf,
    pub port: Option<u16>,
    pub db_url: Option<PostgresUrl>,
    /// Gives the login roles of a given Postgres this stack's passwords, also where they have others.
    pub set_role_passwords: bool,
    /// Of this process and of all that it starts.
    pub log_level: String,
    /// Whom to tell that the stack answers, when it runs detached.
    pub starter: Option<Starter>,
}

#[derive(Debug, thiserror::Error)]
pub enum StackError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error(transparent)]
    Front(#[from] FrontError),
    #[error("cannot listen on {address}: {cause}{}", hint(.cause))]
    Listen { address: SocketAddr, cause: std::io::Error },
    #[error("cannot run {program}: {cause}", program = .program.display())]
    Run { program: PathBuf, cause: std::io::Error },
    #[error("the stack cannot leave the terminal: {0}")]
    Detach(std::io::Error),
    #[error("{file}: {key} must be set: `serve` starts none of its own", file = .file.display())]
    Missing { file: PathBuf, key: &'static str },
}

impl StackError {
    fn missing(config: &Config, key: &'static str) -> StackError {
        StackError::Missing { file: config.path.clone(), key }
    }
}

impl From<ServiceError> for StackError {
    fn from(error: ServiceError) -> StackError {
        StackError::Front(error.into())
    }
}

fn hint(cause: &std::io::Error) -> &'static str {
    match cause.kind() {
        std::io::ErrorKind::AddrInUse => "; another one is taken with --port, and any free one with --port 0",
        _ => "",
    }
}

/// Where a stack's own Postgres is, in the data folder.
pub const POSTGRES_FOLDER: &str = "postgres";
/// Where the log files are.
pub const LOG_FOLDER: &str = "logs";
/// As it is kept.
const SUPERUSER_PASSWORD: &str = "postgres_password";

/// A stack that runs. Fields are dropped in their order: Postgres after all that uses it, the folder's lock last.
struct Stack {
    front: Front,
    _database: Database,
    _folder: DataFolder,
}

/// A stack that has started, and how.
struct Started {
    stack: Stack,
    outcome: Outcome,
    logs: PathBuf,
}

/// Runs the whole stack until a signal ends it.
pub async fn up(config: Config, mut options: UpOptions, signals: &mut Signals) -> Result<(), StackError> {
    let starter = options.starter.take();
    let detached = starter.is_some();
    let Started { stack, outcome, logs } = tokio::select! {
        started = start(&config, options, detached) => started?,
        () = signals.next() => return Ok(()),
    };
    if let Some(starter) = starter {
        starter.release(outcome, &logs).map_err(StackError::Detach)?;
    }
    signals.next().await;
    say("\nStopping\n");
    tokio::select! {
        () = stack.front.stop() => Ok(()),
        // The children die with us.
        () = signals.next() => std::process::exit(130),
    }
}

async fn start(config: &Config, options: UpOptions, detached: bool) -> Result<Started, StackError> {
    check_programs(config)?;
    let folder = DataFolder::open(&options.data)?;
    let logs = folder.private(LOG_FOLDER)?;
    log_output::keep_in(&logs);
    let mut store = SecretStore::open(folder.path().join("secrets.json"))?;
    let keys = Keys::resolve(config, &mut store)?;
    let chosen = config.db.passwords.postgres.as_ref().map(|password| password.0.clone());
    let password = store.keep(SUPERUSER_PASSWORD, || chosen.clone().unwrap_or_else(keys::password));
    let wanted_password = chosen.unwrap_or_else(|| password.clone());
    let own = Own {
        data_dir: folder.path().join(POSTGRES_FOLDER),
        port: if options.port == Some(0) { 0 } else { config.db.port.into() },
        password,
        wanted_password: wanted_password.clone(),
    };
    let admin_password = match &config.admin.password {
        Some(password) => password.0.clone(),
        None => store.keep("admin_password", || keys::random(20)),
    };
    store.save()?;
    let listeners = listen(config, options.port)?;
    let url = local_url(&listeners.api, config.api.host);

    let progress = Progress::begin();
    let database = Database::start(config, options.db_url.as_ref(), own, &progress).await?;
    if database.is_own() {
        store.put(SUPERUSER_PASSWORD, wanted_password);
        store.save()?;
    }
    let account =
        database.prepare(config, &keys, &admin_password, options.set_role_passwords, &progress).await?;

    let log_level = &options.log_level;
    let db_url = &database.inner_url;
    let surroundings = Surroundings { config, keys: &keys, url: &url, db_url, log_level };
    let (mut services, s3_url) = storage_services(&surroundings, Some(&folder))?;
    services.extend(surroundings.functions()?);
    connections::share_out(&surroundings, &mut services).await;
    let front = progress
        .step("Front door", async {
            let front = Front::open(&surroundings, listeners, services).await?;
            let site =
                if built_site(config).is_some() { "" } else { ", without the page (`just build` makes it)" };
            Ok::<_, StackError>((front, format!("{url}{site}")))
        })
        .await?;
    let outcome = fill_buckets(config, &StorageClient::new(&url, &keys.service_role_key), &progress).await;
    progress.finish(match outcome {
        Outcome::Complete => "Ready",
        Outcome::Incomplete => "Incomplete",
    });

    let parts = Parts {
        api_url: surroundings.public_url().to_owned(),
        not_served: front.not_served(),
        s3_url,
        db_url: database.url.clone(),
        metrics_url: front
            .admin_port()
            .map(|port| format!("http://127.0.0.1:{port}/metrics"))
            .unwrap_or_default(),
        admin_username: config.admin.username.clone(),
        admin_password: match account {
            Account::Made | Account::Kept => admin_password,
            Account::ChosenPassword => String::new(),
        },
    };
    let addresses = Addresses::new(parts, &keys);
    folder.write_addresses(&addresses)?;
    let generated = account == Account::Made && config.admin.password.is_none();
    say(&addresses.as_welcome(generated, &data_flag(&options.data), detached));
    Ok(Started { stack: Stack { front, _database: database, _folder: folder }, outcome, logs })
}

/// The stack serves everything else without its pictures.
async fn fill_buckets(config: &Config, client: &StorageClient, progress: &Progress) -> Outcome {
    if !config.storage.enabled || config.storage.buckets.is_empty() {
        return Outcome::Complete;
    }
    let filled = progress.step("Buckets", async {
        let report =
            |done: usize, all: usize| progress.report("Buckets", &format!("{done} of {all} objects"));
        let filled = buckets::fill(config, client, report).await;
        let filled = filled.inspect_err(|error| tracing::error!("{error}"))?;
        Ok::<_, buckets::BucketError>(((), describe(&filled)))
    });
    match filled.await {
        Ok(()) => Outcome::Complete,
        Err(_) => Outcome::Incomplete,
    }
}

/// Removes the bytes that no object of the running stack names, as its storage does by itself every minute.
pub fn storage_gc(config: &Config, data: &Path) -> Result<bool, StackError> {
    let addresses = DataFolder::running(data)?;
    let mut store = SecretStore::open(data.join("secrets.json"))?;
    let keys = Keys::resolve(config, &mut store)?;
    let (url, db_url) = (&addresses.api_url, &addresses.db_url);
    let surroundings = Surroundings { config, keys: &keys, url, db_url, log_level: "info" };
    let ChildCommand { program, env, .. } = surroundings.storage(&addresses.s3_url)?.command;
    let ended = Command::new(&program).arg("gc").env_clear().envs(env).status();
    ended.map(|status| status.success()).map_err(|cause| StackError::Run { program, cause })
}

/// Runs the front door, its functions and storage, on a database and an S3 that are there already.
pub async fn serve(
    config: Config,
    port: Option<u16>,
    log_level: String,
    signals: &mut Signals,
) -> Result<(), StackError> {
    wide_limits::warn_of(&config);
    let keys = Keys::configured(&config)?;
    let db_url = config.db.url.as_ref().ok_or_else(|| StackError::missing(&config, "[db] url"))?.0.clone();
    let listeners = listen(&config, port)?;
    let url = local_url(&listeners.api, config.api.host);
    let surroundings =
        Surroundings { config: &config, keys: &keys, url: &url, db_url: &db_url, log_level: &log_level };
    let (mut services, _) = storage_services(&surroundings, None)?;
    services.extend(surroundings.functions()?);
    let opening = async {
        connections::share_out(&surroundings, &mut services).await;
        Front::open(&surroundings, listeners, services).await
    };
    let front = tokio::select! {
        front = opening => front?,
        () = signals.next() => return Ok(()),
    };
    say(&format!("Listening on {url}\n"));
    signals.next().await;
    tokio::select! {
        () = front.stop() => Ok(()),
        () = signals.next() => std::process::exit(130),
    }
}

/// Storage and the S3 under it, which is one of our own where a folder for it is given and no other is configured.
fn storage_services(
    surroundings: &Surroundings<'_>,
    folder: Option<&DataFolder>,
) -> Result<(Vec<Service>, String), StackError> {
    let storage = &surroundings.config.storage;
    if !storage.enabled {
        return Ok((Vec::new(), String::new()));
    }
    if let Some(endpoint) = &storage.s3.endpoint {
        let endpoint = endpoint.get_ref().0.clone();
        return Ok((vec![surroundings.storage(&endpoint)?], endpoint));
    }
    let folder = folder.ok_or_else(|| StackError::missing(surroundings.config, "[storage.s3] endpoint"))?;
    // Free a moment ago; nobody else on loopback is waiting for this very one.
    let address = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?.local_addr();
    let address =
        address.map_err(|cause| StackError::Listen { address: (Ipv4Addr::LOCALHOST, 0).into(), cause })?;
    let endpoint = format!("http://{address}");
    let services =
        vec![surroundings.embedded_s3(&folder.private("s3")?, address)?, surroundings.storage(&endpoint)?];
    Ok((services, endpoint))
}

/// Bound before anything is started, so that a port in use is told at once.
fn listen(config: &Config, port: Option<u16>) -> Result<Listeners, StackError> {
    let api = bind(SocketAddr::new(config.api.host, port.unwrap_or(config.api.port.into())))?;
    let admin = config.api.admin_port.map(|port| bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port.into()))));
    Ok(Listeners { api, admin: admin.transpose()? })
}

fn bind(address: SocketAddr) -> Result<TcpListener, StackError> {
    TcpListener::bind(address).map_err(|cause| StackError::Listen { address, cause })
}

/// The front door as a process of this machine reaches it.
fn local_url(listener: &TcpListener, host: IpAddr) -> String {
    let port = listener.local_addr().map(|address| address.port()).unwrap_or_default();
    let host = if host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { host };
    format!("http://{}", SocketAddr::new(host, port))
}

fn describe(filled: &Filled) -> String {
    let mut detail = format!("{} objects uploaded, {} in place", filled.uploaded, filled.present);
    for folder in &filled.missing {
        detail += &format!(", {} is not there (`just build` makes it)", folder.display());
    }
    detail
}
