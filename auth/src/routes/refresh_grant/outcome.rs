//! The outcome of a refresh.

/// The result of exchanging a refresh token.
pub(super) enum Outcome {
    Issued {
        token: String,
        /// Headers of the response about the token.
        headers: Vec<(&'static str, String)>,
    },
    /// A reuse that is not allowed.
    AlreadyUsed,
}
