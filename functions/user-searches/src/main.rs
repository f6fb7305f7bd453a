//! The process `user-searches`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("user-searches", user_searches::configure)
}
