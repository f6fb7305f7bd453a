//! The child processes of this gateway, on top of the `child-process` crate. A child cannot outlive this process. Each
//! starts with a clean environment in its own process group; its output goes to the log line by line; it is stopped
//! with SIGTERM first and SIGKILL after a grace period.
//!
//! Restart policies (`backoff`) are here too, because every supervisor of a process needs one.

mod backoff;
mod child;
mod output;
mod spawner;

pub use backoff::Backoff;
pub use child::{Child, ChildCommand};
pub use spawner::Spawner;
