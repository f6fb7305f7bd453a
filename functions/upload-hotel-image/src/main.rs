//! The process `upload-hotel-image`.

use edge::RateLimit;
use std::process::ExitCode;

const LIMIT: RateLimit = RateLimit { requests: 60, seconds: 60 };

fn main() -> ExitCode {
    edge::serve_function("upload-hotel-image", LIMIT, upload_hotel_image::configure)
}
