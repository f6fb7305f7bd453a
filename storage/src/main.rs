//! The `storage` binary: the storage API (`serve`, the default), the embedded S3 server (`s3`), one run of both sweepers
//! (`gc`), or copies of objects from and to other places (`import`, `export`).
//!
//! Configuration comes from environment variables; `docs/processes.md` describes those that every service has.

use std::path::PathBuf;
use std::process::ExitCode;

use actix_web::web::ServiceConfig;
use clap::{Parser, Subcommand};
use service_kit::Environment;
use service_kit::environment::EnvironmentError;
use storage::s3_server::{self, Options};
use storage::transfer::{self, ImportOptions};
use storage::{AppState, orphan_sweeper, unreferenced_sweeper};

#[derive(Parser)]
#[command(version, about = "Supabase's storage API over any S3; without a command, serves it")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API
    Serve,
    /// Serve S3 itself, over a folder
    S3(Options),
    /// Delete files that nothing refers to and bytes in S3 that no object names, as far as they are due
    Gc,
    /// Copy the bytes of the objects that standard input names into S3, without their rows
    Import(ImportOptions),
    /// Copy the bytes of the objects that standard input names into a folder
    Export {
        /// The folder
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().command.unwrap_or(Command::Serve) {
        Command::Serve => service_kit::serve("storage", configure),
        Command::S3(options) => exit_code(s3_server::run(&options)),
        Command::Gc => exit_code(run_once(sweep)),
        Command::Import(options) => {
            exit_code(run_once(async |environment| transfer::import(environment, &options).await))
        }
        Command::Export { to } => {
            exit_code(run_once(async |environment| transfer::export(environment, &to).await))
        }
    }
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let state = AppState::from_environment(environment)?;
    actix_web::rt::spawn(unreferenced_sweeper::sweep_forever(state.clone()));
    actix_web::rt::spawn(orphan_sweeper::sweep_forever(state.clone()));
    Ok(storage::configure(state))
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// Runs a command that ends by itself.
#[tokio::main(flavor = "current_thread")]
async fn run_once(work: impl AsyncFnOnce(&Environment) -> Result<(), AnyError>) -> Result<(), AnyError> {
    let environment = Environment::of_process();
    service_kit::log::init(&environment)?;
    work(&environment).await
}

async fn sweep(environment: &Environment) -> Result<(), AnyError> {
    let state = AppState::from_environment(environment)?;
    let deleted = unreferenced_sweeper::sweep(&state).await?;
    tracing::info!(deleted, "deleted files that nothing refers to");
    let orphan_sweeper::SweepOutcome { removed, failed } = orphan_sweeper::sweep(&state).await?;
    tracing::info!(removed, failed, "swept orphaned bytes");
    if failed > 0 { Err(format!("{failed} versions could not be removed from S3").into()) } else { Ok(()) }
}

fn exit_code(outcome: Result<(), AnyError>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
