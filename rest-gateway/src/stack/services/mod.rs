//! Describes the processes behind the front door: command line, and the environment of `docs/processes.md`. Rejects a
//! missing binary.
//!
//! - `variables`: the environment of a process. `listeners`: the ports of a stack.
//! - `rest`: the REST engine. `mail_catcher`: the mail catcher's ports.
//! - `connections`: how many connections to Postgres each process may open.
//! - `rate_limit_check`: warns about rate limits that are too wide for production.

pub(super) mod connections;
pub(super) mod listeners;
pub(super) mod mail_catcher;
pub(super) mod rate_limit_check;
pub(super) mod rest;
pub(super) mod variables;

use self::mail_catcher::MailCatcher;
use self::variables::{Variables, of_telemetry, set};
use super::auth::settings::AuthSettings;
use super::auth::variables::MIN_PASSWORD_LENGTH;
use super::context::StackContext;
use super::database::database_url::as_role;
use super::database::roles::{AUTHENTICATOR, REALTIME_ADMIN, STORAGE_ADMIN};
use super::functions::env_file::EnvFileError;
use super::functions::serve_overrides::ServeOverrides;
use super::keys::cluster_keys::cluster_keys;
use crate::config::{Config, Function, FunctionProgram, RateLimit};
use crate::deno::{DenoRuntime, Script};
use crate::function_host::{FunctionRules, Listen, Service, ServiceName, ServiceNameError};
use crate::process::ChildCommand;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The service behind `/auth/v1`.
pub const AUTH: &str = "auth";
/// The product's function for accounts, which names the minimum in its error for a short password.
const ACCOUNTS: &str = "user-auth";
pub const STORAGE: &str = "storage";
/// The service behind `/realtime/v1`.
pub const REALTIME: &str = "realtime";
const S3: &str = "s3";
const MAIL_CATCHER: &str = "mail-catcher";
/// Names that no function of a project can have, because the front door finds these services by them.
const STACK_SERVICES: [&str; 5] = [AUTH, STORAGE, REALTIME, S3, MAIL_CATCHER];
/// Size of a multipart form without its file: other fields and boundaries.
const FORM_MARGIN: u64 = 64 * 1024;
/// The bytes of an `aws-chunked` body for each byte of its size and signatures, with chunks of 8 KiB.
const CHUNK_OVERHEAD: u64 = 64;
/// Where clients find storage, below the front door.
const STORAGE_PATH: &str = "/storage/v1";
const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// Why the services cannot be described.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    #[error("there is no program {} for [functions.{name}]; `just build` makes those of this product", .path.display())]
    NoBinary { name: String, path: PathBuf },
    #[error("the path of this program is unknown: {0}")]
    CurrentExe(#[from] std::io::Error),
    #[error(transparent)]
    Name(#[from] ServiceNameError),
    #[error(transparent)]
    EnvFile(#[from] EnvFileError),
}

const KEYS: &str = "SUPABASE_JWKS";
const KEYS_FILE: &str = "SUPABASE_JWKS_FILE";

impl StackContext<'_> {
    /// The enabled functions. Scripts are left out without Deno, and programs of a project that do not exist.
    ///
    /// # Errors
    /// When a function has no program, or its `.env` file cannot be read.
    pub fn functions(
        &self,
        deno: Option<&DenoRuntime>,
        overrides: &ServeOverrides,
    ) -> Result<Vec<Service>, ServiceError> {
        let mut services = Vec::new();
        for (name, function) in self.config.served_functions() {
            if self.config.source.is_project() && STACK_SERVICES.contains(&name.as_str()) {
                tracing::warn!("{name} is not served, because a service of the stack has this name");
            } else if self.config.source.is_project() || function.script().is_some() {
                services.extend(self.project_function(name, function, deno, overrides)?);
            } else {
                services.push(self.function(name, function)?);
            }
        }
        Ok(services)
    }

    fn function(&self, name: &ServiceName, function: &Function) -> Result<Service, ServiceError> {
        let mut env =
            self.with_keys(name.as_str(), &self.keys.function_jwks(), &self.live_keys.function_file());
        let secrets = self.config.edge_runtime.secrets.iter();
        env.extend(secrets.chain(&function.env).map(|(name, secret)| (name.0.clone(), secret.0.clone())));
        if let Some(RateLimit { requests, interval }) = function.rate_limit {
            set(&mut env, "RATE_LIMIT_REQUESTS", requests.get());
            set(&mut env, "RATE_LIMIT_INTERVAL", interval.get());
        }
        if function.open_to_public_key {
            tracing::warn!(
                function = name.as_str(),
                "open to everybody who has the public key (open_to_public_key)"
            );
            set(&mut env, "OPEN_TO_PUBLIC_KEY", true);
        }
        if name.as_str() == ACCOUNTS {
            set(&mut env, MIN_PASSWORD_LENGTH, self.config.auth.minimum_password_length.get());
        }
        let program = program(name, function)?;
        let rules = FunctionRules { verify_jwt: function.verify_jwt };
        let command = ChildCommand { program, args: Vec::new(), env };
        let max_concurrency = function.max_concurrency;
        Ok(Service { function: Some(rules), max_concurrency, ..Service::function(name.clone(), command) })
    }

    /// The auth service, which starts at its first request and reads its settings from a file.
    ///
    /// # Errors
    /// When it has no binary.
    pub fn auth(&self, settings: &AuthSettings) -> Result<Service, ServiceError> {
        let mut env = self.with_keys(AUTH, &self.keys.jwks(), &self.live_keys.auth_file());
        env.extend(self.fixed_auth_variables());
        set(&mut env, "GOTRUE_CONFIG_FILE", settings.path().display());
        let command = ChildCommand { program: sibling(AUTH)?, args: Vec::new(), env };
        Ok(Service::on_first_request(AUTH.parse()?, command))
    }

    /// The storage service, which uses the S3 server at `endpoint`.
    ///
    /// # Errors
    /// When it has no binary.
    pub fn storage(&self, endpoint: &str) -> Result<Service, ServiceError> {
        let storage = &self.config.storage;
        // Storage also signs its URLs with the shared secret, which is among the keys.
        let mut env = self.with_keys(STORAGE, &self.keys.jwks(), &self.live_keys.service_file());
        set(&mut env, "DATABASE_URL", as_role(self.db_url, STORAGE_ADMIN, &self.keys.storage_admin_password));
        set(&mut env, "STORAGE_S3_ENDPOINT", endpoint);
        set(&mut env, "STORAGE_S3_BUCKET", &storage.s3.bucket);
        set(&mut env, "STORAGE_S3_REGION", &storage.s3.region);
        set(&mut env, "STORAGE_S3_FORCE_PATH_STYLE", storage.s3.force_path_style);
        set(&mut env, "STORAGE_S3_CLIENT_TIMEOUT", storage.s3.timeout.get() * 1000);
        set(&mut env, "FILE_SIZE_LIMIT", storage.file_size_limit.0);
        set(&mut env, "STORAGE_DELETED_RETENTION", storage.deleted_retention_days.get() * SECONDS_A_DAY);
        set(&mut env, "STORAGE_UNREFERENCED_GRACE", storage.unreferenced_grace_days.get() * SECONDS_A_DAY);
        set(&mut env, "S3_PROTOCOL_ENABLED", storage.s3_protocol.enabled);
        set(&mut env, "S3_PROTOCOL_ACCESS_KEY_ID", &self.keys.s3_protocol_access_key_id);
        set(&mut env, "S3_PROTOCOL_ACCESS_KEY_SECRET", &self.keys.s3_protocol_secret_access_key);
        set(&mut env, "S3_PROTOCOL_REGION", &storage.s3_protocol.region);
        set(&mut env, "S3_PROTOCOL_SESSION_CHECK", self.checks_sessions());
        self.add_s3_keys(&mut env);
        self.add_public_paths(&mut env);
        let command = ChildCommand { program: sibling(STORAGE)?, args: Vec::new(), env };
        // Storage checks the size of the file itself. This limit has room for what surrounds it.
        let limit = storage.file_size_limit.0;
        let body_limit = limit.saturating_add(limit / CHUNK_OVERHEAD).saturating_add(FORM_MARGIN);
        Ok(Service { body_limit, ..Service::always_on(STORAGE.parse()?, command) })
    }

    /// The realtime service. `None` if the configuration turns it off.
    ///
    /// # Errors
    /// When it has no binary.
    pub fn realtime(&self) -> Result<Option<Service>, ServiceError> {
        let realtime = &self.config.realtime;
        if !realtime.enabled {
            return Ok(None);
        }
        let mut env = self.with_keys(REALTIME, &self.keys.jwks(), &self.live_keys.service_file());
        let url = as_role(self.db_url, REALTIME_ADMIN, &self.keys.realtime_admin_password);
        set(&mut env, "REALTIME_DB_URL", url);
        env.extend(realtime.variables());
        if self.config.auth.enabled {
            let interval = self.config.auth.session_check_interval.get();
            set(&mut env, "REALTIME_SESSION_CHECK_INTERVAL_MS", interval * 1000);
        }
        if let Some(url) = &self.config.cluster.redis_url {
            set(&mut env, "REALTIME_REDIS_URL", &url.0);
            // Projects that share a Redis are clusters of their own.
            set(&mut env, "REALTIME_CLUSTER_NAME", &self.config.project_id);
            let former = &self.config.cluster.former_jwt_secrets;
            set(&mut env, "REALTIME_CLUSTER_KEYS", cluster_keys(&self.keys.jwt_secret, former));
        }
        let command = ChildCommand { program: sibling(REALTIME)?, args: Vec::new(), env };
        Ok(Some(Service::always_on(REALTIME.parse()?, command)))
    }

    /// The mail catcher.
    ///
    /// # Errors
    /// When it has no binary.
    pub fn mail_catcher(&self, catcher: MailCatcher) -> Result<Service, ServiceError> {
        let mut env = Variables::new();
        set(&mut env, "LOG_LEVEL", self.log_level);
        set(&mut env, "PORT", catcher.http.port());
        set(&mut env, "SMTP_PORT", catcher.smtp.port());
        let command = ChildCommand { program: sibling(MAIL_CATCHER)?, args: Vec::new(), env };
        Ok(Service {
            listen: Listen::Tcp(catcher.http),
            ..Service::always_on(MAIL_CATCHER.parse()?, command)
        })
    }

    /// An S3 server that stores objects in a folder, for a stack without an external one.
    ///
    /// # Errors
    /// When it has no binary.
    pub fn embedded_s3(&self, folder: &Path, address: SocketAddr) -> Result<Service, ServiceError> {
        let mut env = Variables::new();
        set(&mut env, "LOG_LEVEL", self.log_level);
        set(&mut env, "STORAGE_S3_BUCKET", &self.config.storage.s3.bucket);
        self.add_s3_keys(&mut env);
        let port = address.port().to_string();
        let args: Vec<OsString> =
            vec!["s3".into(), "--data".into(), folder.into(), "--port".into(), port.into()];
        let command = ChildCommand { program: sibling(STORAGE)?, args, env };
        Ok(Service { listen: Listen::Tcp(address), ..Service::always_on(S3.parse()?, command) })
    }

    /// Where clients find storage: what the URLs of resumable uploads are made of, and what S3 clients sign. The public URL
    /// if one is configured, else the host and the prefix of the request, which the front door has checked.
    fn add_public_paths(&self, env: &mut Variables) {
        let configured = self.config.api.external_url.as_ref().map(|url| url.0.trim_end_matches('/'));
        let below_host = configured
            .and_then(|url| url.split_once("://"))
            .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        let path = format!("{}{STORAGE_PATH}", below_host.unwrap_or_default());
        set(env, "TUS_URL_PATH", format!("{path}/upload/resumable"));
        set(env, "S3_PROTOCOL_PREFIX", path);
        match configured {
            Some(url) => set(env, "STORAGE_PUBLIC_URL", url),
            None => set(env, "REQUEST_ALLOW_X_FORWARDED_PATH", true),
        }
    }

    fn add_s3_keys(&self, env: &mut Variables) {
        set(env, "AWS_ACCESS_KEY_ID", &self.keys.s3_access_key_id);
        set(env, "AWS_SECRET_ACCESS_KEY", &self.keys.s3_secret_access_key);
    }

    /// The environment of a hosted Supabase function, with the keys that verify tokens and the file of their later versions.
    fn with_keys(&self, service: &str, jwks: &str, file: &Path) -> Variables {
        let keys = self.keys;
        let mut env = of_telemetry(service);
        set(&mut env, "SUPABASE_URL", self.url);
        set(&mut env, "SUPABASE_DB_URL", as_role(self.db_url, AUTHENTICATOR, &keys.authenticator_password));
        let of_libpq = |name| std::env::var(name).ok().map(|value| (String::from(name), value));
        env.extend(postgres_connect::VARIABLES.into_iter().filter_map(of_libpq));
        set(&mut env, "SUPABASE_ANON_KEY", &keys.anon_key);
        set(&mut env, "SUPABASE_SERVICE_ROLE_KEY", &keys.service_role_key);
        set(&mut env, "SUPABASE_PUBLISHABLE_KEYS", named(&keys.publishable_key));
        set(&mut env, "SUPABASE_SECRET_KEYS", named(&keys.secret_key));
        set(&mut env, KEYS, jwks);
        set(&mut env, KEYS_FILE, file.display());
        set(&mut env, "LOG_LEVEL", self.log_level);
        env
    }
}

/// Checks that every enabled function has a program, so that `up` fails before it starts anything. In a project, one whose
/// program is still to be built does not keep the others from starting.
pub fn check_programs(config: &Config) -> Result<(), ServiceError> {
    if config.source.is_project() {
        return Ok(());
    }
    config.served_functions().try_for_each(|(name, function)| program(name, function).map(drop))
}

fn program(name: &ServiceName, function: &Function) -> Result<PathBuf, ServiceError> {
    match &function.program {
        FunctionProgram::Executable(path) | FunctionProgram::Script(Script { entrypoint: path, .. }) => {
            existing(name.as_str(), path.clone())
        }
        FunctionProgram::Sibling => sibling(name.as_str()),
    }
}

/// `{"default":"sb_…"}`; an empty object if there is no such key.
pub(super) fn named(key: &str) -> String {
    if key.is_empty() { "{}".to_owned() } else { serde_json::json!({ "default": key }).to_string() }
}

/// A binary in this executable's folder.
fn sibling(name: &str) -> Result<PathBuf, ServiceError> {
    existing(name, std::env::current_exe()?.with_file_name(name))
}

fn existing(name: &str, path: PathBuf) -> Result<PathBuf, ServiceError> {
    if path.is_file() { Ok(path) } else { Err(ServiceError::NoBinary { name: name.to_owned(), path }) }
}
