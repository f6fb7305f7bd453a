//! The process `upload-hotel-image`.

use service_kit::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    functions_shared::serve_function("upload-hotel-image", LIMIT, upload_hotel_image::configure)
}
