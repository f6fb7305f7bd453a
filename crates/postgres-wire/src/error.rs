//! What can go wrong between a statement and its result.

use std::io;

use fallible_iterator::FallibleIterator;
use postgres_connect::OpenError;
use postgres_protocol::message::backend::ErrorResponseBody;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The server refused; the connection goes on unless it says so.
    #[error("{0}")]
    Server(Box<ServerError>),
    #[error("the connection to the server failed: {0}")]
    Io(#[from] io::Error),
    #[error("the server closed the connection")]
    Closed,
    #[error("the server did not answer in time")]
    TimedOut,
    #[error("the server said something that does not belong here")]
    Unexpected,
    #[error("the login failed: {0}")]
    Login(String),
    /// The server is not of the kind that `target_session_attrs` asks for; another may be, or this one later.
    #[error("{0}")]
    OtherKind(&'static str),
    /// Nothing was sent: a text with a NUL in it, or more values than a statement can have.
    #[error("the statement cannot be sent: {0}")]
    Unsendable(String),
}

/// What the server says when it refuses.
#[derive(Debug, Clone, Default)]
pub struct ServerError {
    /// The SQLSTATE.
    pub code: String,
    pub message: String,
    pub detail: Option<String>,
    pub hint: Option<String>,
    /// The function in the server's source that raised the error. Unlike `message` it is never translated.
    pub routine: Option<String>,
}

impl std::fmt::Display for ServerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error {
    /// What the server said, if it was the server who refused.
    pub fn server(&self) -> Option<&ServerError> {
        match self {
            Error::Server(error) => Some(error),
            _ => None,
        }
    }

    pub(crate) fn unsendable(error: impl ToString) -> Error {
        Error::Unsendable(error.to_string())
    }
}

impl From<ErrorResponseBody> for Error {
    fn from(body: ErrorResponseBody) -> Error {
        let mut error = ServerError::default();
        let mut fields = body.fields();
        // A field that cannot be read ends them: what was said up to there is worth telling.
        while let Ok(Some(field)) = fields.next() {
            let value = String::from_utf8_lossy(field.value_bytes()).into_owned();
            match field.type_() {
                b'C' => error.code = value,
                b'M' => error.message = value,
                b'D' => error.detail = Some(value),
                b'H' => error.hint = Some(value),
                b'R' => error.routine = Some(value),
                _ => {}
            }
        }
        Error::Server(Box::new(error))
    }
}
