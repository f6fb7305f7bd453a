//! The S3 protocol at `/s3`, for S3 clients: buckets, objects and multipart uploads over the same tables, policies and
//! bytes as the rest of the API.
//!
//! A request goes one way: [`incoming`] restores what the client signed, [`signature`] verifies it and names the caller,
//! [`body`] verifies the bytes while they are streamed, `s3s` parses the operation and serialises its result, and
//! [`operations`] runs it as the caller, so that row-level security decides. [`post_form`] handles uploads by HTML forms.
//!
//! Multipart uploads are rows of `storage.s3_multipart_uploads` and a multipart upload of the backing S3, so that any
//! process continues an upload that another has begun.

mod body;
mod copy_source;
mod endpoint;
mod error;
mod incoming;
mod operations;
mod post_form;
mod respond;
mod settings;
mod signature;

pub use self::endpoint::Endpoint;
pub use self::settings::Settings;

use actix_web::web::{self, ServiceConfig};

/// Registers the endpoint.
pub fn configure(config: &mut ServiceConfig, endpoint: web::Data<Endpoint>) {
    config.app_data(endpoint);
    for path in ["/s3", "/s3/{path:.*}"] {
        config.route(path, web::to(endpoint::handle));
    }
}
