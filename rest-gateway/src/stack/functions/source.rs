//! The functions of a project while its stack runs: they follow the configuration, the `.env` files and the folder of
//! functions.

use super::script_functions;
use super::serve_overrides::current_overrides;
use super::source_watcher::SourceWatcher;
use crate::config::{Config, ConfigError, ConfigSource};
use crate::function_host::{FunctionHost, Service};
use crate::stack::context::{SavedContext, StackContext};
use crate::stack::services::ServiceError;
use crate::stack::services::variables::Variables;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Why the functions could not be updated.
#[derive(Debug, thiserror::Error)]
enum FunctionsError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads the functions of a stack again.
pub struct FunctionSource {
    started: SavedContext,
    data: PathBuf,
    /// Variables that the stack gave each function at its start.
    common: Variables,
    /// Held during an update: a signal and a changed file may each start one.
    updating: Mutex<()>,
}

impl FunctionSource {
    /// `started` are the services with which the stack starts. `None` if the stack is not that of a project.
    pub fn of_stack(
        context: &StackContext<'_>,
        data: PathBuf,
        started: &[Service],
    ) -> Option<Arc<FunctionSource>> {
        if !context.config.source.is_project() {
            return None;
        }
        let pool_sizes = started.iter().flat_map(|service| &service.command.env);
        let common = pool_sizes.filter(|(name, _)| name == "DB_POOL").take(1).cloned().collect();
        Some(Arc::new(FunctionSource {
            started: SavedContext::of(context),
            data,
            common,
            updating: Mutex::new(()),
        }))
    }

    /// Updates the functions of the host whenever a file changes. `None` if the files cannot be watched.
    pub fn watch(self: &Arc<Self>, host: &FunctionHost) -> Option<SourceWatcher> {
        if !self.started.config.source.folder().is_dir() {
            return None;
        }
        let (source, host) = (Arc::clone(self), host.clone());
        let on_change = move || {
            tracing::info!("the functions have changed");
            source.update(&host);
        };
        SourceWatcher::start(&self.started.config.source, on_change)
            .inspect_err(|error| tracing::warn!("changes of functions are not noticed: {error}"))
            .ok()
    }

    /// Gives the host the functions as they are now. They stay as they were if they cannot be read.
    pub fn update(&self, host: &FunctionHost) {
        let _updating = self.updating.lock().unwrap_or_else(PoisonError::into_inner);
        // Short files: reading them does not delay other requests.
        match self.services() {
            Ok(services) => host.update_functions(services),
            Err(error) => tracing::error!("the functions stay as they were: {error}"),
        }
    }

    fn services(&self) -> Result<Vec<Service>, FunctionsError> {
        let source = match &self.started.config.source {
            // The configuration was created after the start.
            ConfigSource::Defaults(path) if path.is_file() => ConfigSource::Project(path.clone()),
            source => source.clone(),
        };
        let Config { functions, edge_runtime, .. } = Config::load_source(&source)?;
        let config = Config { functions, edge_runtime, ..self.started.config.clone() };
        let context = self.started.with_config(&config);
        let deno = script_functions::prepare(&config, || Ok(self.data.join("deno")))?;
        let overrides = current_overrides(&self.data)?;
        let mut services = context.functions(deno.as_ref(), &overrides)?;
        for service in &mut services {
            service.command.env.extend(self.common.iter().cloned());
        }
        Ok(services)
    }
}
