//! A Postgres client for pipelined batches: many statements are sent at once, and their results are read in order.
//!
//! One Sync ends a batch, so that the server sends all results together. There is no background task: the caller's task
//! reads the socket. tokio-postgres, which the other services use, ends every statement with its own Sync.
//!
//! [`connect`] returns a [`Session`], [`Session::pipeline`] a [`Pipeline`], and [`Pipeline::send`] its [`Results`].
//! COPY and cursors are not supported; an unsupported message ends the connection.
//!
//! [`connect_replication`] returns a [`Session`] on which [`Session::start_replication`] streams the write-ahead log.
//!
//! It depends on `postgres-connect` for addresses, TLS and sockets, and on no other crate of the workspace.

#![warn(missing_docs)]

mod cancel;
mod error;
mod kind;
mod large_row;
mod login;
mod pipeline;
mod replication;
mod row;
mod session;
mod startup;
mod statement;
mod stream;

pub use cancel::CancelKey;
pub use error::{Error, ServerError};
pub use large_row::{LargeRow, NextRow};
pub use login::{connect, connect_replication};
pub use pipeline::{Pipeline, Preparing, Results};
pub use replication::{Lsn, NotAnLsn, ReplicationMessage, ReplicationStream};
pub use row::Row;
pub use session::{Session, Transaction};
pub use statement::{Bind, Column, Statement};
