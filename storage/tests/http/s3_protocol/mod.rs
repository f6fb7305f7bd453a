//! The S3 protocol over HTTP, with the AWS SDK as the client, and with requests that no SDK sends.

mod buckets;
mod chunked_bodies;
pub mod client;
mod conditions;
mod listing;
mod multipart;
mod objects;
mod parts;
mod policies;
mod post_form;
mod signatures;
mod uploads;
