//! Only the REST API, as a replacement for the PostgREST server: the same configuration file, `PGRST_*` variables,
//! signals, admin server, access log and command-line flags. It answers at `/` and needs no API key.
//!
//! - `raw_settings`, `config_file`, `settings`, `server_settings`, `libpq`, `password_file`: the configuration.
//! - `server`, `admin`, `listen`: the two servers. `cors`, `request_log`, `server_header`: their middleware.
//! - `dump`, `ready`: `--dump-config`, `--dump-schema` and `--ready`.

mod admin;
mod config_file;
mod cors;
mod dump;
mod error;
mod libpq;
mod listen;
mod log_level;
mod password_file;
mod raw_settings;
mod ready;
mod request_log;
mod server;
mod server_header;
mod server_settings;
mod settings;

pub use config_file::ConfigFile;
pub use dump::{dump_config, dump_schema};
pub use error::SettingsError;
pub use log_level::{Log, LogLevel};
pub use raw_settings::RawSettings;
pub use ready::{NotReady, ready};
pub use server::{ServeError, serve};
pub use settings::{Settings, engine_settings};

/// The environment variables of this process. Those that are not valid Unicode are left out.
#[must_use]
pub fn variables() -> Vec<(String, String)> {
    let variables = std::env::vars_os();
    variables
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}
