//! The process `user-searches`.

use edge::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    edge::serve_function("user-searches", LIMIT, user_searches::configure)
}
