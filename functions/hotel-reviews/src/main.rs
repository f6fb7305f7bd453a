//! The process `hotel-reviews`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("hotel-reviews", hotel_reviews::configure)
}
