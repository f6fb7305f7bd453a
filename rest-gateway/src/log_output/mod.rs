//! The log of this process and its children: written to standard error in the chosen format and, for a stack with a
//! data folder, to one log file per service with rotation. `rest-gateway logs` reads the files back.
//!
//! - `output`: the process-wide log output. `child_line`: a child's line as JSON. `files`: the log files.
//! - `reader`: merges the log files by time. `source`: one log file that is being read.

mod child_line;
mod files;
mod output;
mod reader;
mod source;

pub use self::output::{Stream, detach_from_stderr, start, write_child_line, write_to_files};
pub use self::reader::{Logs, LogsError};
