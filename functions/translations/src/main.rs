//! The process `translations`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("translations", translations::configure)
}
