//! The process `create-hotel-from-application`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function(
        "create-hotel-from-application",
        LIMIT,
        create_hotel_from_application::configure,
    )
}
