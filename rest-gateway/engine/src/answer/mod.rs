//! Response bodies between Postgres and the client. Memory is limited for one client and for all. A body beyond the
//! limit goes to a temporary file, so that a slow reader occupies neither memory nor a pool connection.

mod body;
mod budget;
mod file;
mod sink;

pub(crate) use body::AnswerBody;
pub use body::SlicedBody;
pub(crate) use budget::{AnswerBudget, ClientAnswerBudget};
pub(crate) use sink::{AnswerSink, IN_MEMORY};
