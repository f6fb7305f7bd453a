//! A client of Postgres that sends many statements at once and reads what they give in their order, all of it in the
//! task that asks: no task stands between it and the server, and one Sync ends the batch, so that the server answers
//! it in one piece. tokio-postgres, which the rest of this project uses, ends every statement with a Sync of its own.
//!
//! It speaks what such batches need: no COPY, no cursors. Whatever the server says that does not belong there ends the
//! connection.

mod cancel;
mod error;
mod kind;
mod large_row;
mod login;
mod pipeline;
mod row;
mod session;
mod statement;

pub use cancel::CancelKey;
pub use error::{Error, ServerError};
pub use large_row::{LargeRow, NextRow};
pub use login::connect;
pub use pipeline::{Pipeline, Preparing, Results};
pub use row::Row;
pub use session::{Session, Transaction};
pub use statement::{Bind, Column, Statement};
