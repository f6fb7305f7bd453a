//! Retention periods of deleted and of unreferenced files.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Set by `STORAGE_DELETED_RETENTION` and `STORAGE_UNREFERENCED_GRACE`, in seconds. Both default to a week.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// The time from an object's deletion or replacement to the removal of its bytes. A database that is restored to a
    /// point in time within this period finds its bytes.
    pub deleted: Duration,
    /// The time from the loss of a file's last reference to the file's deletion, in scopes where unreferenced files are
    /// deleted.
    pub unreferenced: Duration,
}

impl Retention {
    /// # Errors
    /// When one of the variables is not a number of seconds.
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        let duration = |name| {
            let seconds = environment.parsed::<u32>(name, "a number of seconds")?;
            Ok(seconds.map_or(WEEK, |seconds| Duration::from_secs(seconds.into())))
        };
        Ok(Self {
            deleted: duration("STORAGE_DELETED_RETENTION")?,
            unreferenced: duration("STORAGE_UNREFERENCED_GRACE")?,
        })
    }
}
