//! The process `translations`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 600, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("translations", LIMIT, translations::configure)
}
