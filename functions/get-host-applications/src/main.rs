//! The process `get-host-applications`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("get-host-applications", get_host_applications::configure)
}
