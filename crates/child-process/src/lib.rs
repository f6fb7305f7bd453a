//! Child processes that never outlive their parent, and signals to them.
//!
//! On Linux the kernel ends a child when its parent dies, however the parent dies: see [`end_with_parent`] for this
//! very process, and [`SpawnThread`] with [`isolate`] for the processes that it starts. Other systems have no such
//! signal; a child there outlives a parent that was killed.
//!
//! Starting children, waiting for them and their output stay with the caller: this crate prepares a
//! [`Command`](std::process::Command) and works with the standard library's and with tokio's processes alike. It
//! depends on no other crate of the workspace.

#![warn(missing_docs)]

mod parent_death;
mod signal;
mod spawn_thread;

pub use parent_death::{end_with_parent, isolate};
pub use rustix::process::Signal;
pub use signal::{signal, signal_group};
pub use spawn_thread::{SpawnThread, spawn_isolated};
