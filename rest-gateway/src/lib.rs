//! The front door of the stack and the command line that runs it.

pub mod child_process;
pub mod front_door;
pub mod function_host;
