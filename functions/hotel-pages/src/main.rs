//! The process `hotel-pages`.

use service_kit::RateLimit;
use std::process::ExitCode;

/// For each visitor's address, which the gateway forwards. A crawler requests many pages.
const LIMIT: RateLimit = RateLimit { requests: 600, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("hotel-pages", LIMIT, hotel_pages::configure)
}
