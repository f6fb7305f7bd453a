//! Why a process did not start, or stopped.

use crate::environment::EnvironmentError;

/// The process logs it in one line and exits with failure.
#[derive(Debug, thiserror::Error)]
pub(super) enum StartError {
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    #[error("cannot listen on {address}: {cause}")]
    Listen { address: String, cause: std::io::Error },
    #[error("{0}")]
    Configure(String),
    #[error("the server failed: {0}")]
    Serve(#[from] std::io::Error),
}
