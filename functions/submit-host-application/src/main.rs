//! The process `submit-host-application`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("submit-host-application", submit_host_application::configure)
}
