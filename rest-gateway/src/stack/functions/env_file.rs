//! The `.env` files of functions.

use crate::config::{DotenvError, parse_dotenv};
use crate::stack::services::variables::Variables;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Names that Supabase gives values itself.
const RESERVED: &str = "SUPABASE_";

/// A `.env` file of functions that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EnvFileError {
    #[error("cannot read {}: {cause}", .path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("{}:{}: {}", .path.display(), .cause.line, .cause.message)]
    Parse { path: PathBuf, cause: DotenvError },
}

/// The variables of a file that need not exist. Reserved names are left out.
///
/// # Errors
/// When the file exists and cannot be read.
pub(super) fn read_env_file(path: &Path) -> Result<Variables, EnvFileError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Variables::new()),
        Err(cause) => return Err(EnvFileError::Read { path: path.to_owned(), cause }),
    };
    let variables =
        parse_dotenv(&text).map_err(|cause| EnvFileError::Parse { path: path.to_owned(), cause })?;
    let (reserved, free): (Variables, Variables) =
        variables.into_iter().partition(|(name, _)| name.starts_with(RESERVED));
    for (name, _) in reserved {
        tracing::warn!("{}: {name} is left out, because its name is reserved", path.display());
    }
    Ok(free)
}
