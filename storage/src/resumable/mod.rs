//! Resumable uploads by TUS 1.0.0, at `/upload/resumable` and, with the token of a signed URL, `/upload/resumable/sign`.
//! Supports the extensions creation, creation-with-upload, creation-defer-length, termination and expiration.
//!
//! The service is stateless: Postgres has the upload's row and the ETags of its parts, S3 the bytes, so that any instance
//! continues an upload that another one began. Bytes are collected in memory into parts of one size and written by an
//! S3 multipart upload. What is left at the end of a request, also of one that broke off, is kept as an object of its own,
//! the remainder, and prepended to the next request's bytes. A file smaller than one part is written by one PUT.
//!
//! [`create`] → [`receive`] ← [`patch`], then [`finish`]. Policies and limits are checked at the start of every request
//! that writes, and again when the upload completes.

mod access;
mod create;
mod error;
mod finish;
mod headers;
pub(crate) mod held_locks;
mod location;
mod lock;
pub mod lock_renewal;
mod options;
mod part_size;
mod parts;
mod patch;
mod receive;
mod response;
mod routes;
pub(crate) mod settings;
mod status;
pub mod sweeper;
mod terminate;
pub(crate) mod upload_id;
mod upload_metadata;

pub use routes::PATH;
pub(crate) use routes::configure;
