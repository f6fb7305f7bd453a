//! The front door of the stack, the processes behind it, and the command line that runs them all.

pub mod child_process;
pub mod cli;
pub mod config;
pub mod front_door;
pub mod function_host;
mod http_server;
pub mod log_output;
pub mod postgrest;
pub mod reload;
pub mod stack;

/// What the fuzzer calls.
#[cfg(feature = "fuzzing")]
pub mod fuzzing {
    /// Panics when the framing and the server end a message of `bytes` at different places.
    pub fn framing(bytes: &[u8]) {
        crate::http_server::differential::compare(bytes);
    }
}
