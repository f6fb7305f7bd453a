//! `storage-gc`: removes orphaned blobs of a running stack.

use super::context::StackContext;
use super::data_folder::{DataFolder, SECRETS_FILE};
use super::error::StackError;
use super::keys::Keys;
use super::live_keys::LiveKeys;
use super::secret_store::SecretStore;
use crate::config::Config;
use crate::process::ChildCommand;
use std::path::Path;
use std::process::Command;

/// Removes the blobs in S3 that no object refers to, as the storage service itself does every minute. Returns whether
/// it succeeded.
///
/// # Errors
/// When no stack is running on the folder, or the storage program cannot be run.
pub fn storage_gc(config: &Config, data: &Path) -> Result<bool, StackError> {
    let addresses = DataFolder::running(data)?;
    let mut store = SecretStore::open(data.join(SECRETS_FILE))?;
    let keys = Keys::resolve(config, &mut store, data)?;
    let (url, db_url) = (&addresses.api_url, &addresses.db_url);
    let live_keys = LiveKeys::start(&keys).map_err(StackError::LiveKeys)?;
    let context = StackContext {
        config,
        keys: &keys,
        live_keys: &live_keys,
        url,
        db_url,
        log_level: "info",
        mail_catcher: None,
    };
    let ChildCommand { program, env, .. } = context.storage(&addresses.s3_url)?.command;
    let ended = Command::new(&program).arg("gc").env_clear().envs(env).status();
    ended.map(|status| status.success()).map_err(|cause| StackError::Run { program, cause })
}
