//! What can go wrong, each as a sentence that says what to do.

use std::path::PathBuf;

/// Why there is no running Postgres.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No installation at all.
    #[error(
        "PostgreSQL {oldest} or newer is needed and none was found: `apt-get install -y postgresql` brings it, and so does `npm ci` in crates/postgres-server/",
        oldest = crate::OLDEST_MAJOR
    )]
    NotFound,
    /// Only installations that are too old.
    #[error(
        "PostgreSQL {oldest} or newer is needed, and {path} is {found}: `npm ci` in crates/postgres-server/ brings one",
        oldest = crate::OLDEST_MAJOR,
        path = path.display()
    )]
    TooOld {
        /// Its `bin` folder.
        path: PathBuf,
        /// Its major version.
        found: u32,
    },
    /// The data was made by a major version that is not installed any more.
    #[error("the data in {path} was made by PostgreSQL {needed}, which is not installed: `apt-get install -y postgresql-{needed}` brings it", path = path.display())]
    OtherMajor {
        /// The data folder.
        path: PathBuf,
        /// The major version that made it.
        needed: u32,
    },
    /// The major version that was asked for is not installed.
    #[error("PostgreSQL {0} is asked for and not installed: `apt-get install -y postgresql-{0}` brings it")]
    NoSuchMajor(u32),
    /// Another process has started a server on this folder.
    #[error("a Postgres server is already running on {}", .0.display())]
    InUse(PathBuf),
    /// Another program listens on the port.
    #[error("port {0} on 127.0.0.1 is taken by another program")]
    PortInUse(u16),
    /// The folder that holds the data of an unreachable data folder is gone or not as it was left.
    #[error("{path} says that its Postgres data is in {home}, which {problem}", path = path.display(), home = home.display())]
    LostHome {
        /// The data folder.
        path: PathBuf,
        /// Where the data should be.
        home: PathBuf,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The installation cannot be copied to where the unprivileged user reaches it.
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
        /// How long it was given.
        seconds: u64,
        /// The end of its log.
        output: String,
    },
    /// A file or process operation failed.
    #[error("{doing}: {source}")]
    Io {
        /// What was being done.
        doing: String,
        /// Why it failed.
        source: std::io::Error,
    },
}

/// Adds what was being done to an I/O error.
pub(crate) trait Doing<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T, Error>;
}

impl<T> Doing<T> for std::io::Result<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T, Error> {
        self.map_err(|source| Error::Io { doing: what(), source })
    }
}
