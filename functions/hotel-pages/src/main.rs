//! The process `hotel-pages`.

use service_kit::RateLimit;
use std::process::ExitCode;

/// The gateway counts a visitor's pages; a crawler reads many.
const LIMIT: RateLimit = RateLimit { requests: 600, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("hotel-pages", LIMIT, hotel_pages::configure)
}
