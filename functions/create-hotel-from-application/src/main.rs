//! The process `create-hotel-from-application`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("create-hotel-from-application", create_hotel_from_application::configure)
}
