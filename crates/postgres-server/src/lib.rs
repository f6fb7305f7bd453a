//! A private Postgres server in a data folder: found on the machine or in an npm package, initialised, started on
//! loopback and stopped together with the process that started it. It never touches the machine's own cluster.
//!
//! [`Binaries`] finds an installation, [`Server::start`] runs a server of it. When this process runs as root, every
//! program of Postgres runs as an unprivileged user, because Postgres refuses root; data and binaries that this user
//! cannot reach are placed where it can. All calls block: async code wraps them.
//!
//! Of the workspace's crates it depends only on `child-process`.

#![warn(missing_docs)]

mod binaries;
mod client_program;
mod cluster;
mod error;
mod extension_files;
mod installation_copy;
mod location;
mod log;
mod npm_package;
mod options;
mod server;
mod socket_folder;
mod stale_processes;
mod user;
mod vector_package;
mod version;

pub use binaries::Binaries;
pub use client_program::{ClientProgramError, find_client_program};
pub use error::Error;
pub use location::{data_version, log_file, remove_relocated_data};
pub use options::{Auth, Extension, Options};
pub use server::Server;
pub use user::User;
pub use vector_package::{InstallError, find_with_vector, install_with_vector};
pub use version::MIN_MAJOR_VERSION;
