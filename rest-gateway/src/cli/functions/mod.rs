//! `functions`: creates the functions of a project, lists them, and serves them while they are written.
//!
//! - `new`, `list`, `serve`: the commands.

mod list;
mod new;
mod serve;

use super::error::CommandError;
use clap::Subcommand;
use new::NewArgs;
use serve::ServeArgs;
use std::path::PathBuf;

use crate::stack::DEFAULT_FOLDER;

/// What to do with the functions.
#[derive(Subcommand)]
pub(super) enum FunctionsCommand {
    /// Create a function. A running stack serves it at once.
    #[command(after_help = new::EXAMPLES)]
    New(NewArgs),
    /// List the functions of the project.
    #[command(after_help = "Example:\n  rest-gateway functions list")]
    List {
        /// Folder that holds all state of the stack.
        #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
        data: PathBuf,
        /// The configuration; by default the one that `up` finds.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Follow the logs of the functions that the running stack serves, with other variables or without token checks.
    #[command(after_help = serve::EXAMPLES)]
    Serve(ServeArgs),
}

/// Runs the command.
///
/// # Errors
/// When it fails.
pub(super) fn run(command: FunctionsCommand) -> Result<(), CommandError> {
    match command {
        FunctionsCommand::New(arguments) => new::run(&arguments),
        FunctionsCommand::List { data, config } => list::run(config.as_deref(), data),
        FunctionsCommand::Serve(arguments) => serve::run(arguments),
    }
}
