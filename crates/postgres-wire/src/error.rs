//! Errors of connections and statements.

use std::io;

use fallible_iterator::FallibleIterator;
use postgres_connect::OpenError;
use postgres_protocol::message::backend::ErrorResponseBody;

/// An error of a connection or a statement.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The socket could not be opened, or TLS failed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The server reported an error. The connection can still be used, unless the error is fatal.
    #[error("{0}")]
    Server(Box<ServerError>),
    /// Reading or writing failed.
    #[error("the connection to the server failed: {0}")]
    Io(#[from] io::Error),
    /// The server closed the connection, or an earlier batch was not read to its end.
    #[error("the server closed the connection")]
    Closed,
    /// `connect_timeout` ended.
    #[error("the server did not answer in time")]
    TimedOut,
    /// A message that violates the protocol, or that this client does not support.
    #[error("the server sent an unexpected message")]
    Unexpected,
    /// The login cannot succeed: the password is missing, or the server requires an unsupported method.
    #[error("the login failed: {0}")]
    Login(String),
    /// The server does not match `target_session_attrs`. Another server may, or this one later.
    #[error("{0}")]
    OtherKind(&'static str),
    /// Nothing was sent: the text contains a NUL byte, or the statement has too many parameters.
    #[error("the statement cannot be sent: {0}")]
    Unsendable(String),
}

/// An ErrorResponse of the server.
#[derive(Debug, Clone, Default)]
pub struct ServerError {
    /// The SQLSTATE.
    pub code: String,
    /// The primary message, in the server's language.
    pub message: String,
    /// A longer explanation.
    pub detail: Option<String>,
    /// A suggestion how to fix the problem.
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
    /// The server's error, if the server reported one.
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
        // A malformed field ends the loop. The fields before it are kept.
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
