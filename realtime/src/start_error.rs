//! Why the service cannot start.

use service_kit::environment::EnvironmentError;

/// Why the service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A variable is missing or invalid.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// Signals cannot be handled.
    #[error("signals cannot be handled: {0}")]
    Signal(#[source] std::io::Error),
}
