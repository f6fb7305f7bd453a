//! The process `update-host-application`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("update-host-application", update_host_application::configure)
}
