//! The process `translations`.

use edge::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 600, seconds: 60 };

fn main() -> ExitCode {
    edge::serve_function("translations", LIMIT, translations::configure)
}
