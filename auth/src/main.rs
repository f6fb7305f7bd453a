//! The `auth` binary: serves Supabase's auth API. Configuration comes from environment variables: those of
//! `docs/processes.md`, and the `GOTRUE_*` variables of supabase/auth by their names.

use std::process::ExitCode;

use actix_web::web::ServiceConfig;
use auth::AppState;
use service_kit::Environment;
use service_kit::environment::EnvironmentError;

fn main() -> ExitCode {
    service_kit::serve("auth", configure)
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    Ok(auth::configure(AppState::from_environment(environment)?))
}
