//! The storage API over HTTP against a real Postgres and a real S3.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod buckets;
mod download;
mod errors;
mod faulty_s3;
mod folder;
mod interrupted;
mod layout;
mod list;
mod many_objects;
mod move_copy;
mod render;
mod render_cache;
mod resumable;
mod retention;
mod s3_protocol;
mod s3_server;
mod signed;
mod support;
mod tls;
mod upload;
mod upload_limits;
