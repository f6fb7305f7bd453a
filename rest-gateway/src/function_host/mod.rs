//! Runs the processes behind the front door. A function starts on its first request; the stack's own services start
//! eagerly. A supervisor per process restarts it with exponential backoff when it dies, stops it when it has been idle for
//! long, and drains it on shutdown.
//!
//! - `host`: all supervisors, and the shutdown.
//! - `supervisor`: the state machine of one process. `boot`: its start. `status`: its state for metrics. `endings`: its end.
//! - `admission`: limits the concurrent requests of a service. `metrics`: counts them.
//! - `retirement`: the end of a process that is idle or replaced. `connections`: counts its requests. `cpu_time`: its CPU
//!   limit. `limited`: the processes that have reached it.
//! - `service`: a service's program and environment. `socket`, `socket_folder`: its Unix socket.
//! - `token_verifier`: `verify_jwt`.
//!
//! Rejects duplicate service names, and requests to a service that cannot be started (`NotReady`).

mod admission;
mod boot;
mod connections;
mod cpu_time;
mod endings;
mod host;
mod limited;
mod metrics;
mod retirement;
mod service;
mod socket;
mod socket_folder;
mod status;
mod supervisor;
mod token_verifier;

pub use admission::{Admitted, Overloaded};
pub use host::{FunctionHost, HostError, STOP_GRACE};
pub use metrics::ServiceMetrics;
pub use service::{FunctionRules, Listen, Service, ServiceName, ServiceNameError, Start};
pub use socket::{SocketConnector, Upstream};
pub use status::{NotReady, ServiceStatus};
pub use supervisor::Supervisor;
pub use token_verifier::{JwksError, TokenError, TokenVerifier};
