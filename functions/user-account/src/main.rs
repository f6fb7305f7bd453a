//! The process `user-account`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("user-account", LIMIT, user_account::configure)
}
