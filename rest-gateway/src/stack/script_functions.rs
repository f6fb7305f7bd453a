//! The functions of a project in TypeScript and JavaScript: Deno for them, their variables, and the watch of their sources.

use super::context::StackContext;
use super::env_file::{EnvFileError, read_env_file};
use super::services::{ServiceError, existing, named};
use super::variables::{Variables, set};
use crate::config::{Config, Function};
use crate::deno::{DenoRuntime, INSTALLATION, Script, SourceWatcher, find_deno};
use crate::function_host::{FunctionHost, FunctionRules, Service, ServiceName};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;

/// The folder of functions, in that of the configuration.
const FUNCTIONS: &str = "functions";
const ENV_FILE: &str = ".env";
/// The first start of a function downloads its modules.
const BOOT_TIMEOUT: Duration = Duration::from_mins(2);

/// Deno with its modules in a folder of `cache`, if the project has scripts and the machine has Deno.
///
/// # Errors
/// When the folder cannot be written.
pub(super) fn prepare(
    config: &Config,
    cache: impl FnOnce() -> io::Result<PathBuf>,
) -> io::Result<Option<DenoRuntime>> {
    let scripts = config.served_functions().filter(|(_, function)| function.script().is_some());
    let names: Vec<&str> = scripts.map(|(name, _)| name.as_str()).collect();
    if names.is_empty() {
        return Ok(None);
    }
    let Some(executable) = find_deno(config.source.project_folder()) else {
        let names = names.join(", ");
        tracing::warn!(
            "functions in TypeScript need Deno ({INSTALLATION}), so these are not served: {names}"
        );
        return Ok(None);
    };
    DenoRuntime::prepare(executable, &cache()?).map(Some)
}

/// The folder of a user's or a unit's cached files, for a stack without a data folder.
pub(super) fn user_cache() -> io::Result<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let cache = variable("CACHE_DIRECTORY")
        .or_else(|| variable("XDG_CACHE_HOME"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let missing = "none of CACHE_DIRECTORY, XDG_CACHE_HOME and HOME is set";
    let cache = cache.ok_or_else(|| io::Error::new(ErrorKind::NotFound, missing))?;
    Ok(cache.join("rest-gateway").join("deno"))
}

/// Lets a change of a source reach the next request.
pub(super) fn watch_sources(config: &Config, host: &FunctionHost) -> Option<SourceWatcher> {
    let folder = config.source.folder().join(FUNCTIONS);
    let host = host.clone();
    let replace = move || {
        tracing::info!("the functions have changed");
        host.replace_functions();
    };
    SourceWatcher::start(&folder, replace)
        .inspect_err(|error| tracing::warn!("changes of functions are not noticed: {error}"))
        .ok()
}

impl StackContext<'_> {
    /// The service of a function.
    ///
    /// # Errors
    /// When its source does not exist, or a `.env` file cannot be read.
    pub(super) fn script(
        &self,
        name: &ServiceName,
        function: &Function,
        script: &Script,
        deno: &DenoRuntime,
    ) -> Result<Service, ServiceError> {
        existing(name.as_str(), script.entrypoint.clone())?;
        let command = script.command(deno, self.script_variables(name, function)?);
        Ok(Service {
            function: Some(FunctionRules { verify_jwt: function.verify_jwt }),
            boot_timeout: BOOT_TIMEOUT,
            ..Service::function(name.clone(), command)
        })
    }

    /// The variables of a function: those of the project, then those that Supabase sets.
    fn script_variables(&self, name: &ServiceName, function: &Function) -> Result<Variables, EnvFileError> {
        let folder = self.config.source.folder().join(FUNCTIONS);
        let mut env: BTreeMap<String, String> = BTreeMap::new();
        let configured = |(name, secret): (&crate::config::VariableName, &crate::config::Secret)| {
            (name.0.clone(), secret.0.clone())
        };
        env.extend(self.config.edge_runtime.secrets.iter().map(configured));
        env.extend(read_env_file(&folder.join(ENV_FILE))?);
        env.extend(read_env_file(&folder.join(name.as_str()).join(ENV_FILE))?);
        env.extend(function.env.iter().map(configured));
        env.extend(self.platform_variables(name));
        Ok(env.into_iter().collect())
    }

    /// What a hosted function finds, with addresses that a browser can use as well.
    fn platform_variables(&self, name: &ServiceName) -> Variables {
        let keys = self.keys;
        let mut env = Variables::new();
        set(&mut env, "SUPABASE_URL", self.public_url());
        set(&mut env, "SUPABASE_DB_URL", self.db_url);
        set(&mut env, "SUPABASE_ANON_KEY", &keys.anon_key);
        set(&mut env, "SUPABASE_SERVICE_ROLE_KEY", &keys.service_role_key);
        set(&mut env, "SUPABASE_PUBLISHABLE_KEYS", named(&keys.publishable_key));
        set(&mut env, "SUPABASE_SECRET_KEYS", named(&keys.secret_key));
        set(&mut env, "SUPABASE_JWKS", keys.service_jwks());
        set(&mut env, "SUPABASE_FUNCTION_SLUG", name);
        env
    }
}
