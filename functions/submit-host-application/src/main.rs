//! The process `submit-host-application`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 10, seconds: 3600 };

fn main() -> ExitCode {
    functions_shared::serve_function("submit-host-application", LIMIT, submit_host_application::configure)
}
