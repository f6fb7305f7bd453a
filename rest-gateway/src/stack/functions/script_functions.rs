//! The functions of a project: scripts, for which Deno is found, and programs; and their variables.

use super::env_file::{EnvFileError, read_env_file};
use super::serve_overrides::ServeOverrides;
use crate::config::{Config, Function, FunctionProgram};
use crate::deno::{DenoRuntime, INSTALLATION, find_deno};
use crate::function_host::{FunctionRules, Service, ServiceName};
use crate::process::ChildCommand;
use crate::stack::context::StackContext;
use crate::stack::services::named;
use crate::stack::services::variables::{Variables, of_telemetry, set};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of functions, in that of the configuration.
const FUNCTIONS: &str = "functions";
const ENV_FILE: &str = ".env";
/// The first start of a function downloads its modules.
const BOOT_TIMEOUT: Duration = Duration::from_mins(2);
/// CPU time of a request on Supabase.
const CPU_LIMIT: Duration = Duration::from_secs(2);
/// Variables of this process that programs other than Deno need, for example to find their interpreter.
const MACHINE_VARIABLES: [&str; 4] = ["PATH", "HOME", "LANG", "TZ"];

/// Deno with its modules in a folder of `cache`, if the project has scripts and the machine has Deno.
///
/// # Errors
/// When the folder cannot be written.
pub(in crate::stack) fn prepare(
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

impl StackContext<'_> {
    /// The service of a function of a project. `None`, with a warning, if its program does not exist.
    ///
    /// # Errors
    /// When a `.env` file cannot be read.
    pub(in crate::stack) fn project_function(
        &self,
        name: &ServiceName,
        function: &Function,
        deno: Option<&DenoRuntime>,
        overrides: &ServeOverrides,
    ) -> Result<Option<Service>, EnvFileError> {
        let (program, command): (&Path, ChildCommand) = match &function.program {
            FunctionProgram::Script(script) => match deno {
                Some(deno) => {
                    let variables = self.project_variables(name, function, overrides)?;
                    (&script.entrypoint, script.command(deno, variables))
                }
                None => return Ok(None),
            },
            FunctionProgram::Executable(program) => {
                let mut env = self.project_variables(name, function, overrides)?;
                let machine = MACHINE_VARIABLES.into_iter();
                env.extend(machine.filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?))));
                (program, ChildCommand { program: program.clone(), args: Vec::new(), env })
            }
            FunctionProgram::Sibling => return Ok(None),
        };
        if !program.is_file() {
            tracing::warn!("{name} is not served, because there is no {}", program.display());
            return Ok(None);
        }
        let verify_jwt = function.verify_jwt && !overrides.without_token_checks;
        Ok(Some(Service {
            function: Some(FunctionRules { verify_jwt }),
            boot_timeout: BOOT_TIMEOUT,
            max_concurrency: function.max_concurrency,
            one_shot: self.config.edge_runtime.one_shot,
            cpu_limit: function.script().map(|_| CPU_LIMIT),
            ..Service::function(name.clone(), command)
        }))
    }

    /// The variables of a function: those of the project, then those that Supabase sets.
    fn project_variables(
        &self,
        name: &ServiceName,
        function: &Function,
        overrides: &ServeOverrides,
    ) -> Result<Variables, EnvFileError> {
        let folder = self.config.source.folder().join(FUNCTIONS);
        let mut env: BTreeMap<String, String> = of_telemetry(name.as_str()).into_iter().collect();
        let configured = |(name, secret): (&crate::config::VariableName, &crate::config::Secret)| {
            (name.0.clone(), secret.0.clone())
        };
        env.extend(self.config.edge_runtime.secrets.iter().map(configured));
        match &overrides.env_file {
            Some(file) => env.extend(read_env_file(file)?),
            None => {
                env.extend(read_env_file(&folder.join(ENV_FILE))?);
                env.extend(read_env_file(&folder.join(name.as_str()).join(ENV_FILE))?);
            }
        }
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
        set(&mut env, "SUPABASE_JWKS", keys.function_jwks());
        set(&mut env, "SUPABASE_FUNCTION_SLUG", name);
        env
    }
}
