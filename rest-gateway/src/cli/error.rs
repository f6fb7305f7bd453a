//! Why a command failed.

use crate::config::ConfigError;
use crate::gen_types::GenTypesError;
use crate::log_output::LogsError;
use crate::postgrest::{NotReady, ServeError};
use crate::stack::{FolderError, KeyFileError, StackError, StopError};
use rest_engine::DumpError;
use std::path::PathBuf;

/// The error of any command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Stack(#[from] StackError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    NotReady(#[from] NotReady),
    #[error(transparent)]
    Dump(#[from] DumpError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Keys(#[from] KeyFileError),
    #[error(transparent)]
    Stop(#[from] StopError),
    #[error(transparent)]
    Logs(#[from] LogsError),
    #[error(transparent)]
    Migrate(#[from] schema::migrate::Error),
    #[error(transparent)]
    GenTypes(#[from] GenTypesError),
    #[error(transparent)]
    Log(#[from] service_kit::environment::EnvironmentError),
    #[error("removing orphaned blobs failed; storage has logged why")]
    StorageGc,
    #[error("cannot work in {path}: {cause}", path = .path.display())]
    Workdir { path: PathBuf, cause: std::io::Error },
    #[error("the runtime cannot start: {0}")]
    Runtime(#[from] std::io::Error),
}
