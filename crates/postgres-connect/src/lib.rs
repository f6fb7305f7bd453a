//! Connects to Postgres by libpq's rules: several hosts, `sslmode` and its certificates, `target_session_attrs` and TCP
//! keepalive, from a connection string or from libpq's environment variables where the string leaves a setting open.
//!
//! [`connect`] and [`Connector::connect`] log in with tokio-postgres. [`Connector::hosts`], [`Connector::resolve`] and
//! [`Connector::open`] are the same steps without the login, for another client of the protocol.
//!
//! A setting or a file that cannot be used is rejected before anything is connected, with the name of the setting.
//! Unlike libpq, this crate reads no file from the home folder: without `sslrootcert`, `verify-ca` and `verify-full`
//! trust the system's certificate authorities. GSSAPI encryption is not supported.
//!
//! Depends on no other crate of the workspace.

#![warn(missing_docs)]

mod cancel_on_drop;
mod certificate_validity;
mod certificate_verifier;
mod channel_binding;
mod connector;
mod der;
mod error;
mod host;
mod host_list;
mod keepalive;
mod login;
mod open;
mod outage;
mod parameters;
mod pem;
mod socket;
mod ssl_mode;
mod target_session_attrs;
mod tls;

pub use cancel_on_drop::CancelOnDrop;
pub use connector::Connector;
pub use error::{AddressError, ConnectError, Error, HandshakeError, OpenError};
pub use host::{HostEntry, Server};
pub use login::{Connected, connect, is_encryption_rejection};
pub use outage::is_outage;
pub use parameters::VARIABLES;
pub use socket::Socket;
pub use target_session_attrs::TargetSessionAttrs;
pub use tls::Stream;
pub use tokio_postgres::config::SslMode;
