//! The storage process; with `s3`, the embedded S3 server; with `gc`, one sweep of what nothing refers to.

use std::process::ExitCode;

use actix_web::web::ServiceConfig;
use clap::{Parser, Subcommand};
use service_kit::Environment;
use service_kit::environment::EnvironmentError;
use storage::s3_server::{self, Options};
use storage::{Storage, orphans, unreferenced};

#[derive(Parser)]
#[command(version, about = "Supabase's storage API over any S3; without a command, serves it")]
struct Arguments {
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Serve the API
    Serve,
    /// Serve S3 itself, over a folder
    S3(Options),
    /// Delete files that nothing refers to and bytes in S3 that no object names, as far as they are due
    Gc,
}

fn main() -> ExitCode {
    match Arguments::parse().role.unwrap_or(Role::Serve) {
        Role::Serve => service_kit::serve("storage", configure),
        Role::S3(options) => report(s3_server::run(&options)),
        Role::Gc => report(sweep_once()),
    }
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let storage = Storage::from_environment(environment)?;
    actix_web::rt::spawn(unreferenced::sweep_forever(storage.clone()));
    actix_web::rt::spawn(orphans::sweep_forever(storage.clone()));
    Ok(storage.configure())
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn sweep_once() -> Result<(), AnyError> {
    let environment = Environment::of_process();
    service_kit::log::init(&environment)?;
    let storage = Storage::from_environment(&environment)?;
    let deleted = unreferenced::sweep(&storage).await?;
    tracing::info!(deleted, "deleted files that nothing refers to");
    let orphans::Outcome { removed, failed } = orphans::sweep(&storage).await?;
    tracing::info!(removed, failed, "swept orphaned bytes");
    if failed > 0 { Err(format!("{failed} versions could not be removed from S3").into()) } else { Ok(()) }
}

fn report(outcome: Result<(), AnyError>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
