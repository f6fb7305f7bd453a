//! The process `get-host-applications`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("get-host-applications", LIMIT, get_host_applications::configure)
}
