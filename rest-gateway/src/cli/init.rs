//! `init`: makes a folder a Supabase project, with the files that Supabase's command line writes.

use super::error::CommandError;
use super::report::display_path;
use crate::config::project_id_of;
use crate::terminal::print;
use clap::Args;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

#[derive(Args)]
pub(super) struct InitArgs {
    /// Replace an existing `supabase/config.toml`.
    #[arg(long)]
    force: bool,
}

pub(super) const EXAMPLES: &str = "\
Example:
  rest-gateway init && rest-gateway migration new create_todos && rest-gateway up";

/// The settings that people usually change, with their defaults.
const CONFIG: &str = include_str!("init/config.toml");
/// The patterns of files that must not be committed.
const IGNORED: &str = ".branches\n.temp\n.env.keys\n.env.local\n.env.*.local\n";

/// Writes `supabase/config.toml` and `supabase/.gitignore` in the current folder, named after it.
///
/// # Errors
/// When the folder is a project already, or a file cannot be written.
pub(super) fn run(arguments: &InitArgs) -> Result<(), CommandError> {
    let root = std::env::current_dir()?;
    let folder = root.join("supabase");
    let config = folder.join("config.toml");
    if config.exists() && !arguments.force {
        return Err(CommandError::IsProject(display_path(&config)));
    }
    let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    write(&config, &CONFIG.replace("PROJECT", &project_id_of(&name)))?;
    let ignored = folder.join(".gitignore");
    if !ignored.exists() {
        write(&ignored, IGNORED)?;
    }
    print(&format!("Created {}. `rest-gateway up` starts the project.\n", display_path(&config).display()));
    Ok(())
}

fn write(path: &Path, content: &str) -> Result<(), CommandError> {
    let write = || {
        let folder = path.parent().ok_or(std::io::Error::from(ErrorKind::NotFound))?;
        fs::create_dir_all(folder)?;
        fs::write(path, content)
    };
    write().map_err(|cause| CommandError::Write { path: path.to_owned(), cause })
}
