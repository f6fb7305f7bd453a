//! Chooses the installation of Postgres for the stack's own server: that of the configured major version, or another one
//! where only that has the extensions that the project's migrations create.

use crate::config::{Config, MajorVersion};
use crate::stack::project::{ProjectError, project};
use postgres_server::{Binaries, Error, data_version};
use std::collections::BTreeSet;
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
    #[error("{0}{hint}", hint = hint(.0))]
    Extensions(sql_migrations::Error),
}

/// The installation for a data folder; with it the configured major version, if another one is used because it is not
/// installed and not required. Existing data keeps its major version.
///
/// # Errors
/// When no version fits, a migration is unreadable, or no installation has the extensions for a new database.
pub fn choose(config: &Config, data_dir: &Path) -> Result<(Binaries, Option<u32>), InstallationError> {
    let wanted = config.db.major_version;
    let (preferred, unavailable) = of_version(data_dir, wanted)?;
    let may_differ = wanted.is_none_or(|wanted| !wanted.is_required);
    if !config.source.is_project() || !may_differ || config.db.settings.contains_key(CONTROL_PATH) {
        return Ok((preferred, unavailable));
    }
    let required = sql_migrations::required_extensions(&project(config)).map_err(ProjectError::from)?;
    let (installed, missing): (Vec<_>, Vec<_>) =
        required.into_iter().partition(|extension| preferred.has_extension(&extension.name));
    if missing.is_empty() {
        return Ok((preferred, unavailable));
    }
    let names: Vec<&str> =
        installed.iter().chain(&missing).map(|extension| extension.name.as_str()).collect();
    let Some(other) = Binaries::find_with_extensions(data_dir, preferred.major(), &names) else {
        // Before there is a database, whose version could not change any more when the extension has been installed for
        // another one. The server itself knows whether it has one if the folder of its extensions is unknown.
        if data_version(data_dir).is_none() && preferred.has_extension("plpgsql") {
            let missing = missing.into_iter().map(|extension| extension.missing_from(preferred.major()));
            return Err(InstallationError::Extensions(sql_migrations::Error::Extensions(missing.collect())));
        }
        return Ok((preferred, unavailable));
    };
    if other.major() != preferred.major() {
        let asked = wanted.map(|wanted| wanted.number);
        let missing: BTreeSet<&str> = missing.iter().map(|extension| extension.name.as_str()).collect();
        tracing::warn!("{}", other_version(asked, preferred.major(), other.version(), &missing));
    }
    Ok((other, unavailable))
}

/// How to install what is missing, if that is the one extension that a command installs.
fn hint(error: &sql_migrations::Error) -> &'static str {
    match error {
        sql_migrations::Error::Extensions(missing) if missing.iter().all(|it| it.name == "vector") => {
            "\n`rest-gateway extensions install vector` installs a Postgres that has it, for this user and without root"
        }
        _ => "",
    }
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
fn other_version(asked: Option<u32>, preferred: u32, used: &str, missing: &BTreeSet<&str>) -> String {
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
        missing.iter().copied().collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::{hint, other_version};
    use sql_migrations::{Error, RequiredExtension};

    #[test]
    fn the_warning_names_the_extensions_and_both_versions() {
        let warning = |asked, missing: &[&'static str]| {
            other_version(asked, 15, "18.4", &missing.iter().copied().collect())
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
    #[test]
    fn the_command_is_named_if_it_installs_all_that_is_missing() {
        let hint_for = |names: &[&str]| {
            let required = names.iter().map(|name| RequiredExtension {
                name: (*name).to_owned(),
                path: "1_a.sql".into(),
                line: 1,
            });
            hint(&Error::Extensions(required.map(|it| it.missing_from(15)).collect()))
        };
        assert!(hint_for(&["vector", "vector"]).contains("`rest-gateway extensions install vector`"));
        assert_eq!(hint_for(&["vector", "postgis"]), "");
    }
}
