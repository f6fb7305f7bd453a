//! `extensions`: installs what the Postgres of this machine lacks.

use super::error::CommandError;
use crate::terminal::print;
use clap::{Subcommand, ValueEnum};
use postgres_server::{find_with_vector, install_with_vector};

const INSTALL_EXAMPLES: &str = "\
Example:
  rest-gateway extensions install vector";

#[derive(Subcommand)]
pub(super) enum ExtensionsCommand {
    /// Download a Postgres with an extension for this user, without root. It needs npm, and Python with pip. `up` uses it
    /// for new databases whose migrations create the extension, if no other Postgres on this machine has it.
    #[command(after_help = INSTALL_EXAMPLES)]
    Install {
        /// The extension.
        extension: Installable,
    },
}

/// The extensions that can be downloaded. Others are packages of the system.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Installable {
    Vector,
}

/// Runs the command.
///
/// # Errors
/// When the extension cannot be installed.
pub(super) fn run(command: ExtensionsCommand) -> Result<(), CommandError> {
    let ExtensionsCommand::Install { extension: Installable::Vector } = command;
    let installed = match find_with_vector() {
        Some(installed) => installed,
        None => {
            eprintln!("Downloading Postgres by npm, and vector by pip");
            install_with_vector()?
        }
    };
    print(&format!("Postgres {} with vector is in {}\n", installed.version(), installed.folder().display()));
    Ok(())
}
