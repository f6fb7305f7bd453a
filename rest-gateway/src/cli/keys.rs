//! `keys`: lists and rotates the keys that sign users' tokens. A running stack reads the change within two seconds.

use crate::config::Config;
use crate::stack::{KeyFile, KeyFileError, signing_key_file};
use crate::terminal::print;
use clap::Subcommand;
use std::path::Path;

/// What to do with the keys.
#[derive(Clone, Subcommand)]
pub(super) enum KeysCommand {
    /// List the keys with their states.
    #[command(after_help = "Example:\n  rest-gateway keys list")]
    List,
    /// Add a key that verifiers learn and that does not sign yet.
    #[command(after_help = "Example:\n  rest-gateway keys standby")]
    Standby,
    /// Let the standby key sign. Tokens of the earlier key stay valid.
    #[command(after_help = "Example:\n  rest-gateway keys rotate")]
    Rotate,
    /// Reject the tokens that a key has signed.
    #[command(after_help = "Example:\n  rest-gateway keys revoke 1f0e4a3c-7f7b-4f55-9c0e-6f0b6f1f2a11")]
    Revoke {
        /// The key's `kid`, as `keys list` shows it.
        kid: String,
    },
}

/// Runs the command on the keys of the configuration, or of the data folder.
///
/// # Errors
/// When the file cannot be read or written, or the keys' states do not allow the change.
pub(super) fn run(command: KeysCommand, config: &Config, data: &Path) -> Result<(), KeyFileError> {
    let path = signing_key_file(config, data);
    let mut file = KeyFile::read(&path)?;
    match command {
        KeysCommand::List => {
            for key in file.list() {
                let state = format!("{:?}", key.state);
                print(&format!("{:36}  {:5}  {state:14}  {}\n", key.id, key.algorithm, key.created_at));
            }
        }
        KeysCommand::Standby => {
            let kid = file.add_standby()?;
            print(&format!("Added {kid} as standby. Distribute {} before `keys rotate`.\n", path.display()));
        }
        KeysCommand::Rotate => print(&format!("{} signs new tokens now.\n", file.rotate()?)),
        KeysCommand::Revoke { kid } => {
            file.revoke(&kid)?;
            print(&format!("Revoked {kid}.\n"));
        }
    }
    Ok(())
}
