//! Why a stack could not be started, or a command on it failed.

use super::answering::NotAnswering;
use super::data_folder::FolderError;
use super::database::DatabaseError;
use super::database::vault::VaultError;
use super::front::FrontError;
use super::keys::KeyError;
use super::keys::secret_store::StoreError;
use super::services::ServiceError;
use super::services::listeners::ListenError;
use crate::config::Config;
use std::path::PathBuf;

/// The error of `up`, `serve` and `storage-gc`.
#[derive(Debug, thiserror::Error)]
pub enum StackError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error(transparent)]
    Vault(#[from] VaultError),
    #[error(transparent)]
    Front(#[from] FrontError),
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error(transparent)]
    NotAnswering(#[from] NotAnswering),
    #[error("cannot run {program}: {cause}", program = .program.display())]
    Run { program: PathBuf, cause: std::io::Error },
    #[error("the public keys cannot be kept up to date: {0}")]
    LiveKeys(std::io::Error),
    #[error("the settings of the auth service cannot be written: {0}")]
    AuthSettings(std::io::Error),
    #[error("the folder for Deno cannot be written: {0}")]
    Deno(std::io::Error),
    #[error("the changes of `functions serve` cannot be read: {0}")]
    Overrides(std::io::Error),
    #[error("the stack cannot leave the terminal: {0}")]
    Detach(std::io::Error),
    #[error("{file}: {key} must be set: `serve` does not start one itself", file = .file.display())]
    Missing { file: PathBuf, key: &'static str },
}

impl StackError {
    /// `serve` needs a setting that `up` could do without.
    pub(super) fn missing(config: &Config, key: &'static str) -> StackError {
        StackError::Missing { file: config.path.clone(), key }
    }
}

impl From<ServiceError> for StackError {
    fn from(error: ServiceError) -> StackError {
        StackError::Front(error.into())
    }
}
