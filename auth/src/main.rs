//! The `auth` binary: serves Supabase's auth API. Configuration comes from environment variables: those of
//! `docs/processes.md`, and the `GOTRUE_*` variables of supabase/auth by their names.

use std::process::ExitCode;

fn main() -> ExitCode {
    service_kit::serve("auth", auth::configure)
}
