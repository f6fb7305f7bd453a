//! The cache folder of a user or of a systemd unit.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// The folder in it for this program's files, which may not exist yet.
///
/// # Errors
/// When no variable of the environment names it.
pub fn user_cache() -> io::Result<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let cache = variable("CACHE_DIRECTORY")
        .or_else(|| variable("XDG_CACHE_HOME"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let missing = "none of CACHE_DIRECTORY, XDG_CACHE_HOME and HOME is set";
    Ok(cache.ok_or_else(|| io::Error::new(ErrorKind::NotFound, missing))?.join("rest-gateway"))
}
