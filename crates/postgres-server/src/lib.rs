//! A private Postgres in a data folder: found on the machine or in an npm package, initialised, started on loopback
//! and ended together with the process that started it. It never touches the machine's own cluster.
//!
//! Started by root, everything of Postgres runs as an unprivileged user (Postgres refuses root); what that user cannot
//! reach is placed where it can. The calls block; async code wraps them.

mod binaries;
mod child;
mod cluster;
mod error;
mod home;
mod leftovers;
mod log;
mod package;
mod server;
mod sockets;
mod user;

pub use binaries::{Binaries, OLDEST_MAJOR};
pub use error::Error;
pub use home::{log_file, remove_elsewhere};
pub use server::{Auth, Options, Server};
pub use user::User;
