//! The process `update-host-application`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("update-host-application", LIMIT, update_host_application::configure)
}
