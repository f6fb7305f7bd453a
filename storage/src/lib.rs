//! Supabase's storage API over any S3: buckets, objects, uploads, signed URLs and image transformations.
//!
//! Metadata is in Postgres (`storage.buckets`, `storage.objects`), where row-level security decides about every
//! request. Bytes are in S3, under the object's name and a random version (a UUID) per upload, as supabase/storage
//! stores them. The gateway serves the API under `/storage/v1`.
//!
//! # Public surface
//!
//! - [`AppState`] and [`configure`]: everything that an HTTP server needs to serve the API.
//! - [`orphan_sweeper`], [`unreferenced_sweeper`], [`resumable::sweeper`] and [`layout_migration`]: the background jobs, and
//!   `storage gc`.
//! - [`s3_server`]: the embedded S3 server, `storage s3`.
//! - The S3 protocol at `/s3`, for S3 clients.
//! - [`transfer`]: the bytes of objects that move in or out, `storage import` and `storage export`.
//!
//! # Dependencies
//!
//! Uses the crates under `crates/` (`service-kit`, `postgres-connect`, `postgres-pool`, `jwt`, `picture`) and no other
//! service. Tables and functions of the `storage` schema are created by the migrations of `platform-schema`.

#![warn(missing_docs)]

mod app_state;
mod authentication;
mod caller;
mod database;
mod error;
mod headers;
mod hex;
pub mod layout_migration;
mod names;
pub mod orphan_sweeper;
mod render;
mod request_context;
pub mod resumable;
mod retention;
mod routes;
mod s3;
mod s3_protocol;
pub mod s3_server;
mod signed_url;
mod tenant;
mod timestamp;
pub mod transfer;
pub mod unreferenced_sweeper;
mod upload;

use actix_web::web::{self, ServiceConfig};

pub use app_state::AppState;
pub use error::Error;

/// The application data and the routes of an HTTP server, for actix's `App::configure`.
pub fn configure(state: AppState) -> impl Fn(&mut ServiceConfig) + Clone + Send + 'static {
    let endpoint = web::Data::new(s3_protocol::Endpoint::new(state.clone()));
    let state = web::Data::new(state);
    move |config| {
        config.app_data(state.clone());
        s3_protocol::configure(config, endpoint.clone());
        routes::configure(config);
    }
}
