//! `storage-gc`: removes orphaned blobs of a running stack. `storage_command` prepares any one-off command of the storage
//! program.

use crate::config::Config;
use crate::process::ChildCommand;
use crate::stack::context::StackContext;
use crate::stack::data_folder::{DataFolder, SECRETS_FILE};
use crate::stack::error::StackError;
use crate::stack::keys::Keys;
use crate::stack::keys::live_keys::LiveKeys;
use crate::stack::keys::secret_store::SecretStore;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Removes the blobs in S3 that no object refers to, as the storage service itself does every minute. Returns whether
/// it succeeded.
///
/// # Errors
/// When no stack is running on the folder, or the storage program cannot be run.
pub fn storage_gc(config: &Config, data: &Path) -> Result<bool, StackError> {
    let addresses = DataFolder::running(data)?;
    let (url, db_url) = (&addresses.api_url, &addresses.db_url);
    let storage = storage_command(config, data, db_url, &addresses.s3_url, url)?;
    let ChildCommand { program, env, .. } = storage.command;
    let ended = Command::new(&program).arg("gc").env_clear().envs(env).status();
    ended.map(|status| status.success()).map_err(|cause| StackError::Run { program, cause })
}

/// A one-off command of the storage program.
pub struct StorageCommand {
    pub command: ChildCommand,
    /// Owns the file of public keys that the command reads.
    _live_keys: Arc<LiveKeys>,
}

/// Prepares a one-off command of the storage program, which gets the environment of the service.
///
/// # Errors
/// When the keys are unreadable, or the program is missing.
pub fn storage_command(
    config: &Config,
    data: &Path,
    db_url: &str,
    s3_url: &str,
    url: &str,
) -> Result<StorageCommand, StackError> {
    let mut store = SecretStore::open(data.join(SECRETS_FILE))?;
    let keys = Keys::resolve(config, &mut store, data)?;
    let live_keys = LiveKeys::start(&keys).map_err(StackError::LiveKeys)?;
    let context = StackContext {
        config,
        keys: &keys,
        live_keys: &live_keys,
        url,
        db_url,
        pooler_url: None,
        log_level: "info",
        mail_catcher: None,
    };
    let command = context.storage(s3_url)?.command;
    Ok(StorageCommand { command, _live_keys: live_keys })
}
