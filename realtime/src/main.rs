//! The `realtime` binary: serves Supabase's realtime API. Configuration comes from environment variables, which
//! `docs/processes.md` describes.

use std::process::ExitCode;

fn main() -> ExitCode {
    service_kit::serve("realtime", realtime::configure)
}
