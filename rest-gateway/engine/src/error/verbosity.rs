//! `client-error-verbosity`.

/// How much of an error the client sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorVerbosity {
    /// Code, message, details and hint.
    Verbose,
    /// Code and message.
    Minimal,
}

impl ErrorVerbosity {
    /// The name in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ErrorVerbosity::Verbose => "verbose",
            ErrorVerbosity::Minimal => "minimal",
        }
    }
}
