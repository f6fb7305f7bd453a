//! The interface of errors that a client caused.

use crate::language::Language;
use actix_web::http::StatusCode;

/// An error that a client caused and may read. Each service has its own enum of them; [`crate::RequestError`] holds
/// the general ones. `Display` is for the log.
pub trait ClientError: std::error::Error + Send + Sync + 'static {
    /// The HTTP status, 4xx.
    fn status(&self) -> StatusCode;

    /// The machine-readable code in the response body; Supabase's where it has one for the case.
    fn code(&self) -> &'static str;

    /// The sentence for the person who uses the client.
    fn sentence(&self, language: Language) -> String;

    /// Seconds for `Retry-After`, when a later attempt can succeed.
    fn retry_after(&self) -> Option<u64> {
        None
    }
}
