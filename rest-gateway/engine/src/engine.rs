//! The running engine: configuration, schema cache and connections, replaced as a whole on reload, so that a request
//! finishes on the state that it began with.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use tokio::sync::{self, watch};
use tokio::task::JoinHandle;

use crate::answer::AnswerBudget;
use crate::auth::Authenticator;
use crate::body::BodyBudget;
use crate::config::{Config, RolesSettings};
use crate::error::Error;
use crate::fatal::{Fatal, Fatals};
use crate::metrics::Metrics;
use crate::schema_cache::SchemaCache;
use crate::transaction::{DatabaseConfigError, Pool, TransactionSettings};
use crate::{listener, transaction};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the database URI cannot be used: {0}")]
    Uri(#[from] postgres_connect::AddressError),
    #[error("no schema is exposed")]
    NoSchema,
    #[error("`{0}` is a schema of the server itself and must not be exposed")]
    SystemSchema(String),
}

/// What one request works with from its beginning to its end.
pub(crate) struct State {
    pub config: Config,
    pub authenticator: Authenticator,
    /// Missing only until the database was reached for the first time.
    pub schema_cache: Option<Arc<SchemaCache>>,
    pub roles: RolesSettings,
    pub settings: TransactionSettings,
}

impl State {
    fn new(
        config: Config,
        roles: RolesSettings,
        schema_cache: Option<Arc<SchemaCache>>,
        metrics: Arc<Metrics>,
    ) -> State {
        let settings = TransactionSettings::new(&config, &roles);
        State { authenticator: Authenticator::new(&config, metrics), schema_cache, config, roles, settings }
    }

    pub fn schema_cache(&self) -> Result<&SchemaCache, Error> {
        self.schema_cache.as_deref().ok_or(Error::NoSchemaCache)
    }
}

/// How the last load of the schema cache went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Load {
    /// There was none yet, or none since changes are heard of.
    Pending,
    WentWell,
    Failed,
}

/// Reads the configuration where it comes from, or says why it cannot.
type Source = Box<dyn Fn() -> Result<Config, String> + Send + Sync>;

pub struct Engine {
    state: watch::Sender<Arc<State>>,
    pool: Pool,
    bodies: BodyBudget,
    answers: Arc<AnswerBudget>,
    /// As it was given; what the database overrides is laid over it anew on each reload.
    given: Mutex<Config>,
    source: OnceLock<Source>,
    listener: Mutex<Option<JoinHandle<()>>>,
    /// Whether what the database says is heard.
    listens: AtomicBool,
    loaded: watch::Sender<Load>,
    /// One load at a time, so that the last one to end is not of an older state.
    loading: sync::Mutex<()>,
    fatals: Arc<Fatals>,
    metrics: Arc<Metrics>,
}

impl Engine {
    /// Starts the engine and has it load the schema cache, or try to. A database that is away is no error: requests are
    /// answered with 503 until it is there.
    pub async fn connect(config: Config) -> Result<Arc<Engine>, StartError> {
        let engine = Engine::start(config)?;
        engine.first_load().await;
        Ok(engine)
    }

    /// Starts the engine, within a runtime. The database is asked beside whatever goes on.
    pub fn start(config: Config) -> Result<Arc<Engine>, StartError> {
        check_schemas(&config.db_schemas)?;
        let metrics = Arc::new(Metrics::default());
        let fatals = Arc::new(Fatals::new());
        let pool = Pool::new(&config, metrics.clone(), fatals.clone())?;
        tracing::info!("Connection Pool initialized with a maximum size of {} connections", pool.state().max);
        let state = State::new(config.clone(), RolesSettings::new(), None, metrics.clone());
        let (state, _) = watch::channel(Arc::new(state));
        let bodies = BodyBudget::new(config.max_bodies, config.max_body);
        let engine = Arc::new(Engine {
            state,
            pool,
            bodies,
            answers: Arc::default(),
            given: Mutex::new(config),
            source: OnceLock::new(),
            listener: Mutex::new(None),
            listens: AtomicBool::new(false),
            loaded: watch::Sender::new(Load::Pending),
            loading: sync::Mutex::new(()),
            fatals,
            metrics,
        });
        let task = tokio::spawn(listener::run(Arc::downgrade(&engine)));
        *engine.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        Ok(engine)
    }

    /// Ends when the schema cache was loaded for the first time, or could not be: then it is tried again.
    pub async fn first_load(&self) {
        // Who tells it is this engine.
        let _ = self.loads().wait_for(|load| *load != Load::Pending).await;
    }

    /// Ends when the schema cache was loaded.
    pub async fn until_loaded(&self) {
        let _ = self.loads().wait_for(|load| *load == Load::WentWell).await;
    }

    /// Whether the schema cache is the database's: its last load went well, and changes are heard of. Requests are
    /// answered by the last one that was loaded in any case.
    pub fn is_ready(&self) -> bool {
        self.last_load() == Load::WentWell && self.listens.load(Ordering::Acquire)
    }

    /// What it cannot mend by itself, if there has been something.
    pub fn fatal(&self) -> Option<Fatal> {
        self.fatals.first()
    }

    /// Ends when there has been something that it cannot mend by itself.
    pub async fn until_fatal(&self) -> Fatal {
        self.fatals.wait().await
    }

    /// Reads a setting as it is at present.
    pub fn with_config<T>(&self, read: impl FnOnce(&Config) -> T) -> T {
        read(&self.state.borrow().config)
    }

    /// The schema cache as PostgREST's admin server tells it: JSON; none before the first one was loaded.
    pub fn schema_cache(&self) -> Option<String> {
        self.state().schema_cache.as_ref().map(|cache| cache.dump().to_string())
    }

    /// Stops listening and closes idle connections; requests under way finish.
    pub async fn shutdown(&self) {
        let task = self.listener.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task.abort();
        }
        self.pool.close();
    }

    pub(crate) fn state(&self) -> Arc<State> {
        self.state.borrow().clone()
    }

    /// Hears of each change of the state.
    pub(crate) fn states(&self) -> watch::Receiver<Arc<State>> {
        self.state.subscribe()
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    pub(crate) fn fatals(&self) -> &Fatals {
        &self.fatals
    }

    /// Whether what the database says is heard. What it has said before is missing until the next load.
    pub(crate) fn set_listens(&self, listens: bool) {
        if listens {
            self.loaded.send_replace(Load::Pending);
        }
        self.listens.store(listens, Ordering::Release);
    }

    pub(crate) fn last_load(&self) -> Load {
        *self.loaded.borrow()
    }

    /// Hears how each load of the schema cache went.
    pub(crate) fn loads(&self) -> watch::Receiver<Load> {
        self.loaded.subscribe()
    }

    pub(crate) fn answers(&self) -> &Arc<AnswerBudget> {
        &self.answers
    }

    pub(crate) fn bodies(&self) -> &BodyBudget {
        &self.bodies
    }

    /// Reads the schema cache anew, and what the database says of the configuration. When that fails, the old state
    /// stays, and it is tried again until it goes well.
    pub async fn reload(&self) -> Result<(), ReloadError> {
        let _turn = self.loading.lock().await;
        self.load_and_tell().await
    }

    async fn load_and_tell(&self) -> Result<(), ReloadError> {
        let outcome = self.load().await;
        self.loaded.send_replace(if outcome.is_ok() { Load::WentWell } else { Load::Failed });
        outcome
    }

    async fn load(&self) -> Result<(), ReloadError> {
        let (config, roles) = match self.read_database_config().await {
            Err(error @ DatabaseConfigError::Setting(_)) => {
                tracing::error!(%error, "the whole configuration stays as it was");
                let state = self.state();
                (state.config.clone(), state.roles.clone())
            }
            read => read?,
        };
        let loaded = self.load_schema_cache(&config).await;
        let schema_cache = loaded.map_err(|error| ReloadError::schema(&config, &error))?;
        tracing::info!(
            "Schema cache loaded {} Relations, {} Relationships, {} Functions",
            schema_cache.tables.len(),
            schema_cache.relationships.len(),
            schema_cache.routines.len(),
        );
        // What was connected before the first of all knows nothing older.
        if self.state().schema_cache.is_some() {
            self.pool.renew();
        }
        self.replace_state(config, roles, Some(Arc::new(schema_cache)));
        Ok(())
    }

    async fn read_database_config(&self) -> Result<(Config, RolesSettings), DatabaseConfigError> {
        let (config, roles) = transaction::read_database_config(&self.pool, &self.given()).await?;
        config.jwt_role_claim_key.warn();
        Ok((config, roles))
    }

    async fn load_schema_cache(&self, config: &Config) -> Result<SchemaCache, Error> {
        let began = Instant::now();
        let loaded = transaction::load_schema_cache(&self.pool, config).await;
        match &loaded {
            Ok(_) => {
                let took = began.elapsed();
                tracing::info!("Schema cache queried in {:.1} milliseconds", took.as_secs_f64() * 1000.0);
                self.metrics.schema_cache_loaded(took);
            }
            Err(_) => self.metrics.schema_cache_failed(),
        }
        loaded
    }

    fn replace_state(&self, config: Config, roles: RolesSettings, schema_cache: Option<Arc<SchemaCache>>) {
        self.state.send_replace(Arc::new(State::new(config, roles, schema_cache, self.metrics.clone())));
    }

    /// What the engine has counted, as PostgREST's admin server tells it: Prometheus text.
    pub fn metrics(&self) -> String {
        self.metrics.prometheus(&self.pool.state())
    }

    fn given(&self) -> Config {
        self.given.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells where a reload of the configuration finds it, as far as it may change while the engine runs: where the
    /// database is and how many connections it gets stay as they were. The first telling counts.
    pub fn read_config_by<E: Display>(&self, read: impl Fn() -> Result<Config, E> + Send + Sync + 'static) {
        let source: Source = Box::new(move || read().map_err(|error| error.to_string()));
        if self.source.set(source).is_err() {
            tracing::warn!("the source of the configuration is known already");
        }
    }

    fn read_config(&self) -> Result<(), ReloadError> {
        if let Some(read) = self.source.get() {
            *self.given.lock().unwrap_or_else(PoisonError::into_inner) =
                read().map_err(|error| ReloadError(format!("Failed reloading config: {error}")))?;
        }
        Ok(())
    }

    /// Reads the configuration and the schema cache anew.
    pub async fn reload_all(&self) -> Result<(), ReloadError> {
        self.read_config()?;
        self.reload().await
    }

    /// Reads only the configuration anew. A setting that cannot be used leaves all of it as it was.
    pub async fn reload_config(&self) -> Result<(), ReloadError> {
        let _turn = self.loading.lock().await;
        self.read_config()?;
        let (config, roles) = self.read_database_config().await?;
        if config.db_schemas != self.state().config.db_schemas {
            return self.load_and_tell().await;
        }
        let schema_cache = self.state().schema_cache.clone();
        self.replace_state(config, roles, schema_cache);
        tracing::info!("Config reloaded");
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let listener = self.listener.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = listener.take() {
            task.abort();
        }
    }
}

/// The database could not be asked, or the configuration not be read. In PostgREST's words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReloadError(String);

impl ReloadError {
    pub(crate) fn schema(config: &Config, error: &Error) -> ReloadError {
        ReloadError(format!(
            "Failed to load the schema cache using db-schemas={} and db-extra-search-path={}. {}",
            config.db_schemas.join(","),
            config.db_extra_search_path.join(","),
            error.payload()
        ))
    }
}

impl From<DatabaseConfigError> for ReloadError {
    fn from(error: DatabaseConfigError) -> ReloadError {
        ReloadError(match error {
            DatabaseConfigError::Database(error) => {
                format!("Failed to query database settings for the config parameters. {}", error.payload())
            }
            DatabaseConfigError::Setting(_) => format!("Failed reloading config: {error}"),
        })
    }
}

fn check_schemas(schemas: &[String]) -> Result<(), StartError> {
    if schemas.is_empty() {
        return Err(StartError::NoSchema);
    }
    match schemas.iter().find(|schema| matches!(schema.as_str(), "pg_catalog" | "information_schema")) {
        Some(schema) => Err(StartError::SystemSchema(schema.clone())),
        None => Ok(()),
    }
}
