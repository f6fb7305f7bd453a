//! The process `hotel-reviews`.

use edge::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    edge::serve_function("hotel-reviews", LIMIT, hotel_reviews::configure)
}
