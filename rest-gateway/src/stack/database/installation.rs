//! Chooses the installation of Postgres for the stack's own server: that of the configured major version, or another one
//! where only that has the extensions that the project's migrations create.

use crate::config::{Config, MajorVersion};
use crate::stack::project::{ProjectError, project};
use postgres_server::{Binaries, Error};
use std::path::Path;

/// The setting by which Postgres finds extensions outside of its installation, from version 18 on.
const CONTROL_PATH: &str = "extension_control_path";

/// Why there is no installation for a stack.
#[derive(Debug, thiserror::Error)]
pub enum InstallationError {
    #[error(transparent)]
    Postgres(#[from] Error),
    #[error(transparent)]
    Project(#[from] ProjectError),
}

/// The installation for a data folder; with it the configured major version, if another one is used because it is not
/// installed and not required. Existing data keeps its major version.
///
/// # Errors
/// When no version fits, or a migration is unreadable.
pub fn choose(config: &Config, data_dir: &Path) -> Result<(Binaries, Option<u32>), InstallationError> {
    let wanted = config.db.major_version;
    let (preferred, unavailable) = of_version(data_dir, wanted)?;
    let may_differ = wanted.is_none_or(|wanted| !wanted.is_required);
    if !config.source.is_project() || !may_differ || config.db.settings.contains_key(CONTROL_PATH) {
        return Ok((preferred, unavailable));
    }
    let mut missing = sql_migrations::required_extensions(&project(config)).map_err(ProjectError::from)?;
    let required = missing.clone();
    missing.retain(|name| !preferred.has_extension(name));
    if missing.is_empty() {
        return Ok((preferred, unavailable));
    }
    // If there is none, the migrations fail with the names of the packages.
    let Some(other) = Binaries::find_with_extensions(data_dir, preferred.major(), &required) else {
        return Ok((preferred, unavailable));
    };
    if other.major() != preferred.major() {
        let asked = wanted.map(|wanted| wanted.number);
        tracing::warn!("{}", other_version(asked, preferred.major(), other.version(), &missing));
    }
    Ok((other, unavailable))
}

/// The installation with the configured major version, or any other where that is not required.
fn of_version(data_dir: &Path, wanted: Option<MajorVersion>) -> Result<(Binaries, Option<u32>), Error> {
    match (Binaries::find_for(data_dir, wanted.map(|wanted| wanted.number)), wanted) {
        (Err(Error::NoSuchMajor(major)), Some(MajorVersion { is_required: false, .. })) => {
            Ok((Binaries::find_for(data_dir, None)?, Some(major)))
        }
        (found, _) => Ok((found?, None)),
    }
}

/// Says why the new database has another version than `asked` or `preferred`.
fn other_version(asked: Option<u32>, preferred: u32, used: &str, missing: &[String]) -> String {
    let reason = match asked {
        Some(asked) if asked == preferred => {
            format!("[db] major_version asks for Postgres {asked}, which does not have")
        }
        Some(asked) => {
            format!(
                "[db] major_version asks for Postgres {asked}, and the installed {preferred} does not have"
            )
        }
        None => format!("Postgres {preferred} does not have"),
    };
    let extensions = if missing.len() == 1 { "the extension" } else { "the extensions" };
    format!(
        "{reason} {extensions} {}; this new database uses Postgres {used}, which does",
        missing.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::other_version;

    #[test]
    fn the_warning_names_the_extensions_and_both_versions() {
        let warning = |asked, missing: &[&str]| {
            let missing: Vec<String> = missing.iter().map(|name| (*name).to_owned()).collect();
            other_version(asked, 15, "18.4", &missing)
        };
        assert_eq!(
            warning(Some(15), &["vector"]),
            "[db] major_version asks for Postgres 15, which does not have the extension vector; this new database \
             uses Postgres 18.4, which does"
        );
        assert_eq!(
            warning(Some(17), &["vector"]),
            "[db] major_version asks for Postgres 17, and the installed 15 does not have the extension vector; this \
             new database uses Postgres 18.4, which does"
        );
        assert_eq!(
            warning(None, &["postgis", "vector"]),
            "Postgres 15 does not have the extensions postgis, vector; this new database uses Postgres 18.4, which does"
        );
    }
}
