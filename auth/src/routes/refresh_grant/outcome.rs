//! The outcome of a refresh.

use crate::database::TokenUpdate;

/// The result of exchanging a refresh token.
pub(super) enum Outcome {
    Issued {
        token: String,
        /// Headers of the response about the token.
        headers: Vec<(&'static str, String)>,
        /// What is still to be stored.
        update: TokenUpdate,
    },
    /// A reuse that is not allowed.
    AlreadyUsed,
}
