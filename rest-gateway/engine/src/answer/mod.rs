//! The body of an answer between Postgres and the client. Its memory is bounded, for one client and for all: what goes
//! beyond is kept in a temporary file, so that neither memory nor a connection of the pool waits for a slow reader.

mod body;
mod budget;
mod file;
mod sink;

pub(crate) use body::AnswerBody;
pub use body::SlicedBody;
pub(crate) use budget::{AnswerBudget, ClientAnswerBudget};
pub(crate) use sink::{AnswerSink, IN_MEMORY};
