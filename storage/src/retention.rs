//! How long files outlive their last use.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// From `STORAGE_DELETED_RETENTION` and `STORAGE_UNREFERENCED_GRACE`, both in seconds; a week where they are absent.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// From an object's deletion or replacement to the removal of its bytes, so that a database that is restored to a
    /// point in time within it finds them.
    pub deleted: Duration,
    /// From the loss of a file's last reference to its deletion, where files are deleted for that.
    pub unreferenced: Duration,
}

impl Retention {
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
