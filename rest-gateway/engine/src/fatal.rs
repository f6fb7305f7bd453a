//! What the engine cannot mend by itself. It goes on trying all the same: whoever runs it may end the process instead, so
//! that it is started anew with what it needs.

use tokio::sync::watch;

use crate::error::Error;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fatal {
    /// In PostgREST's words.
    #[error("Failed to establish a connection. {0}")]
    Login(String),
    #[error("the database is away, and db-pool-automatic-recovery is off: {0}")]
    Lost(String),
}

/// Tells the first that there was.
pub(crate) struct Fatals(watch::Sender<Option<Fatal>>);

impl Fatals {
    pub fn new() -> Fatals {
        Fatals(watch::Sender::new(None))
    }

    pub fn tell(&self, fatal: Fatal) {
        self.0.send_if_modified(|first| {
            let is_first = first.is_none();
            if is_first {
                tracing::error!("{fatal}");
                *first = Some(fatal);
            }
            is_first
        });
    }

    /// Tells of an error of a new connection if another attempt would end in the same: a wrong password, or none.
    pub fn judge(&self, error: &postgres_wire::Error) {
        let is_refusal = matches!(error, postgres_wire::Error::Login(_))
            || error.server().is_some_and(|said| said.code == INVALID_PASSWORD);
        if is_refusal {
            self.tell(Fatal::Login(Error::Connection(error.to_string()).payload()));
        }
    }

    pub fn first(&self) -> Option<Fatal> {
        self.0.borrow().clone()
    }

    pub async fn wait(&self) -> Fatal {
        let mut told = self.0.subscribe();
        loop {
            if let Some(fatal) = told.borrow_and_update().clone() {
                return fatal;
            }
            if told.changed().await.is_err() {
                std::future::pending().await
            }
        }
    }
}

const INVALID_PASSWORD: &str = "28P01";
