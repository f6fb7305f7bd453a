//! `stop`: stops a stack, those of a project, or all stacks of this user.

use super::error::CommandError;
use super::workspace::enter;
use crate::stack::{self, DEFAULT_FOLDER, Registry, Stopped};
use crate::terminal::print;
use clap::Args;
use std::path::{Path, PathBuf};

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway stop
  rest-gateway stop --delete-data           # also the database, files, keys and logs
  rest-gateway stop --project-id todos      # from any folder
  rest-gateway stop --all";

#[derive(Args)]
pub(super) struct StopArgs {
    /// Folder that holds all state of the stack.
    #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR", conflicts_with_all = ["all", "project_id"])]
    data: PathBuf,
    /// Also remove the folder, and Postgres's data if it is elsewhere: database, files, keys and logs.
    #[arg(long, visible_alias = "no-backup")]
    delete_data: bool,
    /// Stop all stacks that this user has started.
    #[arg(long)]
    all: bool,
    /// Stop the stacks of this user whose configuration has this `project_id`.
    #[arg(long, value_name = "ID", conflicts_with = "all")]
    project_id: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// When a stack does not end, or its data cannot be removed.
pub(super) fn run(arguments: StopArgs) -> Result<(), CommandError> {
    if !arguments.all && arguments.project_id.is_none() {
        return stop(&enter(None, arguments.data)?.1, arguments.delete_data);
    }
    let mut stacks = Registry::of_user()?.stacks()?;
    if let Some(id) = &arguments.project_id {
        stacks.retain(|stack| stack.project_id == *id);
        if stacks.is_empty() {
            return Err(CommandError::UnknownProject(id.clone()));
        }
    }
    if stacks.is_empty() {
        print("No stack of this user is known\n");
    }
    // One that does not end must not keep the others running. The first error is returned.
    stacks.iter().map(|stack| stop(&stack.data, arguments.delete_data)).fold(Ok(()), Result::and)
}

fn stop(data: &Path, delete_data: bool) -> Result<(), CommandError> {
    match stack::stop(data)? {
        Stopped::Ended => print(&format!("Stopped the stack on {}\n", data.display())),
        Stopped::WasNotRunning => print(&format!("No stack is running on {}\n", data.display())),
    }
    if delete_data {
        for folder in stack::delete_data(data)? {
            print(&format!("Removed {}\n", folder.display()));
        }
    }
    Ok(())
}
