//! The process `user-auth`.

use std::process::ExitCode;

fn main() -> ExitCode {
    edge::serve("user-auth", user_auth::configure)
}
