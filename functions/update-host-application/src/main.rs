//! The process `update-host-application`.

use edge::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    edge::serve_function("update-host-application", LIMIT, update_host_application::configure)
}
