//! The process `upload-hotel-image`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("upload-hotel-image", upload_hotel_image::configure)
}
