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
