//! The `realtime` binary: serves Supabase's realtime API. Configuration comes from environment variables, which
//! `docs/processes.md` describes.

use std::process::ExitCode;

use service_kit::ServeOptions;

fn main() -> ExitCode {
    // A message to many sockets is written to each of them: every core takes some of the sockets.
    let options =
        ServeOptions { threads: std::thread::available_parallelism().ok(), ..ServeOptions::default() };
    service_kit::serve_with("realtime", options, realtime::configure)
}
