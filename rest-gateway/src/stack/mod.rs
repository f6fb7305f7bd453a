//! Starts and stops a whole stack.
//!
//! - `up`, `serve`, `stop`, `detach`: the commands. `error`: why one failed. `shutdown`: the times of a graceful shutdown.
//! - `answering`: waits until a stack's services answer. `context`: what all processes share. `front`: the front door with everything behind it.
//! - `services`: the processes, the REST engine and the ports. `auth`: the environment of the auth service. `functions`:
//!   the functions of a project. `storage`: buckets and the commands of the storage program.
//! - `database`: Postgres, its roles and the vault. `project`: the SQL of a Supabase project, and resets of its database.
//! - `keys`: keys, passwords and tokens.
//! - `data_folder`: the folder with all state of a stack.

mod answering;
mod auth;
mod context;
mod data_folder;
mod database;
mod detach;
mod error;
mod front;
mod functions;
mod keys;
pub mod project;
mod serve;
mod services;
mod shutdown;
mod stop;
mod storage;
mod up;

pub use data_folder::addresses::Addresses;
pub use data_folder::registry::Registry;
pub use data_folder::user_cache::user_cache;
pub use data_folder::{DEFAULT_FOLDER, DataFolder, FolderError, LOG_FOLDER, POSTGRES_FOLDER, data_flag};
pub use detach::{Starter, start as start_detached};
pub use error::StackError;
pub use functions::serve_overrides::{OverridesError, ServeOverrides, Serving, serve_functions};
pub use keys::key_file::{KeyFile, KeyFileError};
pub use keys::signing_keys::signing_key_file;
pub use keys::token_signer::{SignTokenError, sign_token};
pub use serve::serve;
pub use stop::{StopError, Stopped, delete_data, stop};
pub use storage::gc::{StorageCommand, storage_command, storage_gc};
pub use up::{UpOptions, up};
