//! Unrecoverable errors. The engine keeps retrying, but the process that runs it may exit instead, so that a supervisor
//! restarts it with a working configuration.

use tokio::sync::watch;

use crate::error::Error;

/// An error that a retry cannot resolve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fatal {
    /// The database rejected the login. The message is PostgREST's.
    #[error("Failed to establish a connection. {0}")]
    Login(String),
    /// The LISTEN connection was lost while `db-pool-automatic-recovery` is off.
    #[error("the database is away, and db-pool-automatic-recovery is off: {0}")]
    Lost(String),
}

/// SQLSTATE `invalid_password`.
const INVALID_PASSWORD: &str = "28P01";

/// Keeps the first unrecoverable error.
pub(crate) struct FatalErrors(watch::Sender<Option<Fatal>>);

impl FatalErrors {
    pub fn new() -> FatalErrors {
        FatalErrors(watch::Sender::new(None))
    }

    pub fn report(&self, fatal: Fatal) {
        self.0.send_if_modified(|first| {
            let is_first = first.is_none();
            if is_first {
                tracing::error!("{fatal}");
                *first = Some(fatal);
            }
            is_first
        });
    }

    /// Reports an error of a new connection if a retry would fail in the same way: the password is wrong or missing.
    pub fn report_failed_login(&self, error: &postgres_wire::Error) {
        let is_rejected = matches!(error, postgres_wire::Error::Login(_))
            || error.server().is_some_and(|error| error.code == INVALID_PASSWORD);
        if is_rejected {
            self.report(Fatal::Login(Error::Connection(error.to_string()).payload()));
        }
    }

    pub fn first(&self) -> Option<Fatal> {
        self.0.borrow().clone()
    }

    /// Resolves on the first error.
    pub async fn wait(&self) -> Fatal {
        let mut first = self.0.subscribe();
        loop {
            if let Some(fatal) = first.borrow_and_update().clone() {
                return fatal;
            }
            if first.changed().await.is_err() {
                std::future::pending().await
            }
        }
    }
}
