//! The folder and the configuration that a command works with.

use super::error::CommandError;
use crate::config::{ConfigError, ConfigSource};
use crate::stack::DEFAULT_FOLDER;
use std::path::{Path, PathBuf};

/// The configuration of a command: the named file, else what is found from `folder` on.
///
/// # Errors
/// When the found configuration has a format that is not read.
pub(super) fn find_config(named: Option<&Path>, folder: &Path) -> Result<ConfigSource, ConfigError> {
    match named {
        Some(file) => Ok(ConfigSource::file(&folder.join(file))),
        None => ConfigSource::find(folder),
    }
}

/// Finds the configuration. If it is that of a project whose folder is above the current one, that folder becomes the
/// current one, so that every command finds the same default data folder. Returns the data folder from there.
///
/// # Errors
/// When the folder cannot be entered.
pub(super) fn enter(named: Option<&Path>, data: PathBuf) -> Result<(ConfigSource, PathBuf), CommandError> {
    let source = find_config(named, Path::new("."))?;
    let current = std::env::current_dir()?;
    if named.is_some() || !matches!(source, ConfigSource::Project(_)) || source.project_folder() == current {
        return Ok((source, data));
    }
    let data = if data == Path::new(DEFAULT_FOLDER) { data } else { current.join(data) };
    change_folder(source.project_folder())?;
    Ok((source, data))
}

/// Makes a folder the current one.
///
/// # Errors
/// When it cannot be entered.
pub(super) fn change_folder(folder: &Path) -> Result<(), CommandError> {
    std::env::set_current_dir(folder)
        .map_err(|cause| CommandError::Workdir { path: folder.to_owned(), cause })
}
