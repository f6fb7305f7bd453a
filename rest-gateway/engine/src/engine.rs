//! The running engine: the current state, the connection pool and the budgets that all requests share.
//!
//! `start` creates it together with its listener, `reload` replaces its state. A request finishes on the state that it
//! started with.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use postgres_connect::AddressError;
use tokio::sync::{self, watch};
use tokio::task::JoinHandle;

use crate::answer::AnswerBudget;
use crate::body::BodyBudget;
use crate::config::{Config, RolesSettings};
use crate::fatal::{Fatal, FatalErrors};
use crate::metrics::Metrics;
use crate::state::State;
use crate::transaction::{Pool, Replicas};

/// The result of the last load of the schema cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoadState {
    /// Not loaded yet, or not since the LISTEN connection was opened: changes before that were missed.
    Pending,
    Loaded,
    Failed,
}

/// Reads the configuration again from its sources.
pub(crate) type ConfigSource = Box<dyn Fn() -> Result<Config, String> + Send + Sync>;

/// A PostgREST-compatible API over one database. [`configure`](crate::configure) serves it.
pub struct Engine {
    pub(crate) state: watch::Sender<Arc<State>>,
    pub(crate) pool: Pool,
    pub(crate) replicas: Replicas,
    bodies: BodyBudget,
    answers: Arc<AnswerBudget>,
    /// The configuration without the database's overrides, which each reload applies again.
    pub(crate) base_config: Mutex<Config>,
    pub(crate) config_source: OnceLock<ConfigSource>,
    listener: Mutex<Option<JoinHandle<()>>>,
    /// True while the LISTEN connection is up.
    is_listening: AtomicBool,
    pub(crate) load_state: watch::Sender<LoadState>,
    /// Serialises loads, so that an older one cannot replace the result of a newer one.
    pub(crate) load_lock: sync::Mutex<()>,
    fatal_errors: Arc<FatalErrors>,
    pub(crate) metrics: Arc<Metrics>,
}

impl Engine {
    /// Without a listener and without a schema cache.
    pub(crate) fn new(config: Config) -> Result<Engine, AddressError> {
        let metrics = Arc::new(Metrics::default());
        let fatal_errors = Arc::new(FatalErrors::new());
        let pool = Pool::new(&config, metrics.clone(), fatal_errors.clone())?;
        let replicas = Replicas::new(&config, &metrics)?;
        tracing::info!("Connection Pool initialized with a maximum size of {} connections", pool.state().max);
        let state = State::new(config.clone(), RolesSettings::new(), None, metrics.clone());
        Ok(Engine {
            state: watch::Sender::new(Arc::new(state)),
            pool,
            replicas,
            bodies: BodyBudget::new(config.max_bodies, config.max_body),
            answers: Arc::default(),
            base_config: Mutex::new(config),
            config_source: OnceLock::new(),
            listener: Mutex::new(None),
            is_listening: AtomicBool::new(false),
            load_state: watch::Sender::new(LoadState::Pending),
            load_lock: sync::Mutex::new(()),
            fatal_errors,
            metrics,
        })
    }

    /// Waits until the first load of the schema cache has succeeded or failed. A failed load is retried.
    pub async fn initial_load(&self) {
        // The sender lives as long as `self`, so that the wait cannot fail.
        let _ = self.load_states().wait_for(|load| *load != LoadState::Pending).await;
    }

    /// Waits until the schema cache is loaded.
    pub async fn wait_until_loaded(&self) {
        let _ = self.load_states().wait_for(|load| *load == LoadState::Loaded).await;
    }

    /// True when the schema cache is up to date: its last load succeeded and the LISTEN connection is up. Requests are
    /// served from the last schema cache either way.
    pub fn is_ready(&self) -> bool {
        self.load_state() == LoadState::Loaded && self.is_listening.load(Ordering::Acquire)
    }

    /// True when replicas answer reads, also while the engine is not ready because the primary is away or the schema cache
    /// is being loaded from a new one.
    pub fn answers_reads(&self) -> bool {
        self.state.borrow().schema_cache.is_some() && self.replicas.answer_reads()
    }

    /// The first unrecoverable error, if there was one.
    pub fn fatal(&self) -> Option<Fatal> {
        self.fatal_errors.first()
    }

    /// Resolves on the first unrecoverable error.
    pub async fn wait_for_fatal(&self) -> Fatal {
        self.fatal_errors.wait().await
    }

    /// Reads the current configuration, with the database's overrides.
    pub fn with_config<T>(&self, read: impl FnOnce(&Config) -> T) -> T {
        read(&self.state.borrow().config)
    }

    /// The schema cache as JSON, in the format of PostgREST's admin server. `None` before the first load.
    pub fn schema_cache(&self) -> Option<String> {
        self.state().schema_cache.as_ref().map(|cache| cache.dump().to_string())
    }

    /// The metrics as Prometheus text, under the names of PostgREST's admin server.
    pub fn metrics(&self) -> String {
        self.metrics.prometheus(&self.pool.state())
    }

    /// Stops listening and loading; requests are served from the last schema cache. To be called before the runtimes end
    /// that serve requests: a load may use a connection of theirs.
    pub async fn stop_listening(&self) {
        let listener = self.listener().take();
        if let Some(task) = listener {
            task.abort();
            let _ = task.await;
        }
    }

    /// Stops the listener and closes idle connections. Requests under way finish.
    pub async fn shutdown(&self) {
        self.stop_listening().await;
        self.pool.close();
        self.replicas.close();
    }

    pub(crate) fn set_listener(&self, task: JoinHandle<()>) {
        *self.listener() = Some(task);
    }

    pub(crate) fn state(&self) -> Arc<State> {
        self.state.borrow().clone()
    }

    /// Notified when a reload replaces the state.
    pub(crate) fn states(&self) -> watch::Receiver<Arc<State>> {
        self.state.subscribe()
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    pub(crate) fn fatal_errors(&self) -> &FatalErrors {
        &self.fatal_errors
    }

    /// A connection that has just started to listen missed earlier notifications, so that the next load is pending.
    pub(crate) fn set_listening(&self, is_listening: bool) {
        if is_listening {
            self.load_state.send_replace(LoadState::Pending);
        }
        self.is_listening.store(is_listening, Ordering::Release);
    }

    pub(crate) fn load_state(&self) -> LoadState {
        *self.load_state.borrow()
    }

    /// Notified after each load of the schema cache.
    pub(crate) fn load_states(&self) -> watch::Receiver<LoadState> {
        self.load_state.subscribe()
    }

    pub(crate) fn answers(&self) -> &Arc<AnswerBudget> {
        &self.answers
    }

    pub(crate) fn bodies(&self) -> &BodyBudget {
        &self.bodies
    }

    fn listener(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner)
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
