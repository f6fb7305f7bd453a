//! What a refresh leads to.

/// What a refresh token is exchanged for.
pub(super) enum Outcome {
    Issued {
        token: String,
        /// Headers of the response about the token.
        headers: Vec<(&'static str, String)>,
    },
    /// A reuse that is not allowed.
    AlreadyUsed,
}
