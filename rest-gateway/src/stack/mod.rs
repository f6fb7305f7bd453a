//! Starts and stops a whole stack.
//!
//! - `up`, `serve`, `stop`, `detach`, `storage_gc`: the commands. `error`: why one failed.
//! - `database`, `postgres`, `roles`, `administrator`, `database_url`, `extensions`, `vault`: Postgres, its roles, the administrator's
//!   account and the stand-ins for extensions. `project`: the SQL of a Supabase project, and resets of its database.
//! - `keys`, `secret_store`, `signing_keys`, `key_file`, `jwks`, `live_keys`, `demo_keys`, `generated`: keys and passwords.
//!   `third_party`: keys of another issuer. `token_signer`: signs a token with them. `data_folder`: the folder with all
//!   state of a stack. `registry`: the folders of all stacks of a user.
//! - `auth_variables`, `mail`, `factor_variables`: the environment of the auth service. `auth_settings`: the part of it that
//!   changes while the service runs. `private_file`: the file that holds this part.
//! - `script_functions`, `env_file`: the functions of a project. `function_source`, `source_watcher`: their changes while the
//!   stack runs. `serve_overrides`: those of `functions serve`. `user_cache`: a folder for downloads.
//! - `services`, `mail_catcher`, `connections`, `rest`, `front`, `listeners`: the processes,
//!   the REST engine and the front door.
//! - `buckets`, `storage_client`: fills the configured buckets.
//! - `addresses`: what `status` prints. `rate_limit_check`: warns about rate limits that are too wide for production.

mod addresses;
mod administrator;
mod auth_settings;
mod auth_variables;
mod buckets;
mod connections;
mod context;
mod data_folder;
mod database;
mod database_url;
mod demo_keys;
mod detach;
mod env_file;
mod error;
mod extensions;
mod factor_variables;
mod front;
mod function_source;
mod generated;
mod jwks;
mod key_file;
mod keys;
mod listeners;
mod live_keys;
mod mail;
mod mail_catcher;
mod postgres;
mod private_file;
pub mod project;
mod rate_limit_check;
mod registry;
mod rest;
mod roles;
mod script_functions;
mod secret_store;
mod serve;
mod serve_overrides;
mod services;
mod signing_keys;
mod source_watcher;
mod stop;
mod storage_client;
mod storage_gc;
mod third_party;
mod token_signer;
mod up;
mod user_cache;
mod variables;
mod vault;

pub use addresses::Addresses;
pub use data_folder::{DEFAULT_FOLDER, DataFolder, FolderError, LOG_FOLDER, POSTGRES_FOLDER, data_flag};
pub use detach::{Starter, start as start_detached};
pub use error::StackError;
pub use key_file::{KeyFile, KeyFileError};
pub use registry::Registry;
pub use serve::serve;
pub use serve_overrides::{OverridesError, ServeOverrides, Serving, serve_functions};
pub use signing_keys::signing_key_file;
pub use stop::{StopError, Stopped, delete_data, stop};
pub use storage_gc::{StorageCommand, storage_command, storage_gc};
pub use token_signer::{SignTokenError, sign_token};
pub use up::{UpOptions, up};
pub use user_cache::user_cache;
