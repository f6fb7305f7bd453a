//! `up`: starts the whole stack, from an empty folder if necessary, and stops it on a signal.

use super::answering::wait_until_answering;
use super::auth::settings::AuthSettings;
use super::context::StackContext;
use super::data_folder::addresses::{Addresses, Parts};
use super::data_folder::registry::Registry;
use super::data_folder::{DataFolder, LOG_FOLDER, POSTGRES_FOLDER, SECRETS_FILE, data_flag};
use super::database::administrator::Account;
use super::database::vault;
use super::database::{Database, OwnPostgres};
use super::detach::{Outcome, Starter};
use super::error::StackError;
use super::front::{Front, built_site};
use super::functions::script_functions;
use super::functions::serve_overrides::current_overrides;
use super::functions::source::FunctionSource;
use super::functions::source_watcher::SourceWatcher;
use super::keys::Keys;
use super::keys::demo_keys::demo_keys;
use super::keys::generated;
use super::keys::live_keys::LiveKeys;
use super::keys::secret_store::SecretStore;
use super::project::ADMIN_PASSWORD;
use super::services::check_programs;
use super::services::connections;
use super::services::listeners::{Listeners, free_loopback_address};
use super::services::mail_catcher::MailCatcher;
use super::services::variables::set;
use super::shutdown::Shutdown;
use super::storage::buckets::{self, FillReport};
use super::storage::client::StorageClient;
use crate::config::{Config, PostgresUrl};
use crate::function_host::Service;
use crate::log_output;
use crate::signals::Signals;
use crate::terminal::{Progress, print};
use std::io;
use std::path::PathBuf;

/// The options of the command line.
pub struct UpOptions {
    pub data: PathBuf,
    pub port: Option<u16>,
    pub db_url: Option<PostgresUrl>,
    /// Sets the passwords of an external Postgres's login roles even if they have other ones.
    pub set_role_passwords: bool,
    /// The log level of this process and of all that it starts.
    pub log_level: String,
    /// Becomes ready only when every service has answered a request.
    pub wait: bool,
    /// The process that waits until a detached stack is ready.
    pub starter: Option<Starter>,
}

/// The superuser's password in the secret store.
const SUPERUSER_PASSWORD: &str = "postgres_password";

/// A running stack. Fields are dropped in order: Postgres after everything that uses it, the folder's lock last.
struct Stack {
    _sources: Option<SourceWatcher>,
    front: Front,
    _database: Database,
    _folder: DataFolder,
}

/// A started stack.
struct Started {
    stack: Stack,
    outcome: Outcome,
    logs: PathBuf,
}

/// Runs the whole stack until a termination signal. A second signal ends the process at once. In the foreground SIGHUP is
/// one of them, because it says that the terminal is gone; a detached stack reads its configuration again.
///
/// # Errors
/// When the stack cannot be started.
pub async fn up(config: Config, mut options: UpOptions, signals: &mut Signals) -> Result<(), StackError> {
    let starter = options.starter.take();
    let detached = starter.is_some();
    if detached {
        signals.reload_on_hangup();
    }
    let Started { stack, outcome, logs } = tokio::select! {
        started = start(&config, options, detached) => started?,
        () = signals.next() => return Ok(()),
    };
    if let Some(starter) = starter {
        starter.release(outcome, &logs).map_err(StackError::Detach)?;
    }
    stack.front.run(signals).await;
    print("\nStopping\n");
    tokio::select! {
        () = stack.front.stop() => Ok(()),
        // The kernel kills the children with this process.
        () = signals.next() => std::process::exit(130),
    }
}

/// The secrets of a stack with its own Postgres.
struct Secrets {
    store: SecretStore,
    keys: Keys,
    /// The superuser's current password in the cluster.
    superuser_password: String,
    /// The password that the configuration sets.
    configured_superuser_password: String,
    admin_password: String,
}

impl Secrets {
    /// Reads or generates the secrets, and stores the new ones before anything is started that uses them.
    fn resolve(config: &Config, folder: &DataFolder) -> Result<Secrets, StackError> {
        let mut store = SecretStore::open(folder.path().join(SECRETS_FILE))?;
        let keys = Keys::resolve(config, &mut store, folder.path())?;
        let configured = config.db.passwords.postgres.as_ref().map(|password| password.0.clone());
        let configured =
            configured.or_else(|| demo_keys(config).map(|demo| demo.superuser_password.to_owned()));
        let superuser_password =
            store.keep(SUPERUSER_PASSWORD, || configured.clone().unwrap_or_else(generated::password));
        let configured_superuser_password = configured.unwrap_or_else(|| superuser_password.clone());
        let admin_password = match &config.admin.password {
            Some(password) => password.0.clone(),
            None => store.keep(ADMIN_PASSWORD, || generated::random(20)),
        };
        store.save()?;
        Ok(Secrets { store, keys, superuser_password, configured_superuser_password, admin_password })
    }
}

async fn start(config: &Config, options: UpOptions, detached: bool) -> Result<Started, StackError> {
    check_programs(config)?;
    let folder = DataFolder::open(&options.data)?;
    let logs = folder.private(LOG_FOLDER)?;
    log_output::write_to_files(&logs);
    let known = Registry::of_user().and_then(|registry| registry.add(folder.path(), &config.project_id));
    if let Err(error) = known {
        tracing::debug!("`stop --all` will not find this stack: {error}");
    }
    let mut secrets = Secrets::resolve(config, &folder)?;
    let listeners = Listeners::bind(config, options.port)?;
    let url = listeners.local_url(config.api.host);

    let progress = Progress::start();
    let (database, account) =
        start_database(config, &options, &folder, &mut secrets, &url, &progress).await?;
    let live_keys = LiveKeys::start(&secrets.keys).map_err(StackError::LiveKeys)?;
    // The pooler of the configuration is one in front of the configured Postgres.
    let pooler_url = config.db.pooler_url().filter(|_| options.db_url.is_none());
    let context = StackContext {
        config,
        keys: &secrets.keys,
        live_keys: &live_keys,
        url: &url,
        db_url: &database.inner_url,
        pooler_url: pooler_url.map(|url| url.0.as_str()),
        log_level: &options.log_level,
        mail_catcher: MailCatcher::of_stack(config, options.port == Some(0))?,
    };
    let (mut services, s3_url) = storage_services(&context, &folder)?;
    let auth_settings = AuthSettings::of_stack(&context).map_err(StackError::AuthSettings)?;
    if let Some(settings) = &auth_settings {
        services.push(context.auth(settings)?);
    }
    services.extend(context.realtime()?);
    if let Some(catcher) = context.mail_catcher {
        services.push(context.mail_catcher(catcher)?);
    }
    let deno = script_functions::prepare(config, || folder.private("deno").map_err(io::Error::other));
    let deno = deno.map_err(StackError::Deno)?;
    let overrides = current_overrides(folder.path()).map_err(StackError::Overrides)?;
    services.extend(context.functions(deno.as_ref(), &overrides)?);
    connections::assign_pool_sizes(&context, &mut services).await;
    let functions = FunctionSource::of_stack(&context, folder.path().to_owned(), &services);
    let front = progress
        .step("Front door", async {
            let shutdown = Shutdown::of_up(&config.api);
            let functions = functions.clone();
            let front =
                Front::open(&context, listeners, services, auth_settings, functions, shutdown).await?;
            let is_unbuilt = config.site.dist.is_some() && built_site(config).is_none();
            let site = if is_unbuilt { ", without the page (`just build` makes it)" } else { "" };
            Ok::<_, StackError>((front, format!("{url}{site}")))
        })
        .await?;
    let client = StorageClient::new(&url, &secrets.keys.service_role_key);
    let outcome = fill_buckets(config, &client, &progress).await;
    if options.wait {
        let answering = async {
            wait_until_answering(&url, config, &secrets.keys.service_role_key).await?;
            Ok::<_, StackError>(((), "they answer".to_owned()))
        };
        progress.step("Services", answering).await?;
    }
    progress.finish(match outcome {
        Outcome::Complete => "Ready",
        Outcome::Incomplete => "Incomplete",
    });

    let addresses = addresses(&context, &front, s3_url, &database, account, secrets.admin_password);
    folder.write_addresses(&addresses)?;
    let generated = account == Some(Account::Created) && config.admin.password.is_none();
    let has_site = config.site.dist.is_some();
    print(&addresses.as_welcome(has_site, generated, &data_flag(&options.data), detached));
    let sources = functions.and_then(|functions| functions.watch(front.host()));
    Ok(Started {
        stack: Stack { _sources: sources, front, _database: database, _folder: folder },
        outcome,
        logs,
    })
}

/// Starts and prepares the database. Stores the superuser's new password once the cluster has it.
async fn start_database(
    config: &Config,
    options: &UpOptions,
    folder: &DataFolder,
    secrets: &mut Secrets,
    gateway_url: &str,
    progress: &Progress,
) -> Result<(Database, Option<Account>), StackError> {
    let own = OwnPostgres {
        data_dir: folder.path().join(POSTGRES_FOLDER),
        port: if options.port == Some(0) { 0 } else { config.db.port.into() },
        password: secrets.superuser_password.clone(),
        wanted_password: secrets.configured_superuser_password.clone(),
        gateway_url: gateway_url.to_owned(),
    };
    let database = Database::start(config, options.db_url.as_ref(), own, progress).await?;
    if database.is_own() {
        secrets.store.put(SUPERUSER_PASSWORD, secrets.configured_superuser_password.clone());
        secrets.store.save()?;
        // Migrations may use the vault.
        vault::keep_root_key(&database.inner_url, &mut secrets.store).await?;
    }
    let (keys, admin_password) = (&secrets.keys, &secrets.admin_password);
    let account =
        database.prepare(config, keys, admin_password, options.set_role_passwords, progress).await?;
    if database.is_own() {
        // On the first start, the migrations have just created the vault.
        vault::keep_root_key(&database.inner_url, &mut secrets.store).await?;
    }
    Ok((database, account))
}

fn addresses(
    context: &StackContext<'_>,
    front: &Front,
    s3_url: String,
    database: &Database,
    account: Option<Account>,
    admin_password: String,
) -> Addresses {
    let metrics_url = front.admin_port().map(|port| format!("http://127.0.0.1:{port}/metrics"));
    let parts = Parts {
        api_url: context.public_url().to_owned(),
        not_served: front.not_served(),
        s3_url,
        s3_protocol_region: context.config.storage.s3_protocol.region.clone(),
        mailpit_url: context.mail_catcher.as_ref().map(MailCatcher::url).unwrap_or_default(),
        db_url: database.url.clone(),
        metrics_url: metrics_url.unwrap_or_default(),
        admin_username: account.map(|_| context.config.admin.username.clone()).unwrap_or_default(),
        admin_password: match account {
            Some(Account::Created | Account::Unchanged) => admin_password,
            Some(Account::OtherPassword) | None => String::new(),
        },
    };
    Addresses::new(parts, context.keys)
}

/// Fills the configured buckets. A failure leaves the stack incomplete but running.
async fn fill_buckets(config: &Config, client: &StorageClient, progress: &Progress) -> Outcome {
    if !config.storage.enabled || config.storage.buckets.is_empty() {
        return Outcome::Complete;
    }
    let filled = progress.step("Buckets", async {
        let on_progress =
            |done: usize, all: usize| progress.report("Buckets", &format!("{done} of {all} objects"));
        let report = buckets::fill(config, client, on_progress).await;
        let report = report.inspect_err(|error| tracing::error!("{error}"))?;
        Ok::<_, buckets::BucketError>(((), describe(&report)))
    });
    match filled.await {
        Ok(()) => Outcome::Complete,
        Err(_) => Outcome::Incomplete,
    }
}

fn describe(report: &FillReport) -> String {
    let mut detail = format!("{} objects uploaded, {} in place", report.uploaded, report.present);
    for folder in &report.missing {
        detail += &format!(", {} is not there (`just build` makes it)", folder.display());
    }
    detail
}

/// The storage service, with an embedded S3 server unless an external one is configured; and the URL of the S3 server.
fn storage_services(
    context: &StackContext<'_>,
    folder: &DataFolder,
) -> Result<(Vec<Service>, String), StackError> {
    let storage = &context.config.storage;
    if !storage.enabled {
        return Ok((Vec::new(), String::new()));
    }
    if let Some(endpoint) = &storage.s3.endpoint {
        let endpoint = endpoint.0.clone();
        return Ok((vec![context.storage(&endpoint)?], endpoint));
    }
    let address = free_loopback_address()?;
    let endpoint = format!("http://{address}");
    let objects = folder.private("s3")?;
    let mut storage = context.storage(&endpoint)?;
    set(&mut storage.command.env, "STORAGE_S3_FOLDER", objects.display());
    Ok((vec![context.embedded_s3(&objects, address)?, storage], endpoint))
}
