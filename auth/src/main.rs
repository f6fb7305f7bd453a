//! The `auth` binary: serves Supabase's auth API. Configuration comes from environment variables: those of
//! `docs/processes.md`, and the `GOTRUE_*` variables of supabase/auth by their names.

use std::process::ExitCode;

use service_kit::ServeOptions;

fn main() -> ExitCode {
    let options = ServeOptions { aliases: auth::ALIASES, ..ServeOptions::default() };
    service_kit::serve_with("auth", options, auth::configure)
}
