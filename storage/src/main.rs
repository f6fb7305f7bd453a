//! The `storage` binary: the storage API (`serve`, the default), the embedded S3 server (`s3`), one run of all sweepers
//! (`gc`), or copies of objects from and to other places (`import`, `export`).
//!
//! Configuration comes from environment variables; `docs/processes.md` describes those that every service has.

use std::path::PathBuf;
use std::process::ExitCode;

use actix_web::web::ServiceConfig;
use clap::{Parser, Subcommand};
use service_kit::environment::EnvironmentError;
use service_kit::{Environment, ServeOptions};
use storage::s3_server::{self, Options};
use storage::transfer::{self, ImportOptions};
use storage::{AppState, layout_migration, orphan_sweeper, resumable, unreferenced_sweeper};
use tokio::signal::unix::{SignalKind, signal};

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
    /// Delete files that nothing refers to, expired uploads, and bytes in S3 that no object names, as far as they are due,
    /// and move bytes that an earlier version stored elsewhere
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
        Command::Serve => serve(),
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

fn serve() -> ExitCode {
    let options = ServeOptions { options_below: Some(resumable::PATH), ..ServeOptions::default() };
    service_kit::serve_with("storage", options, configure)
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let state = AppState::from_environment(environment)?;
    // Requests in flight at a shutdown keep their locks.
    actix_web::rt::spawn(resumable::lock_renewal::renew_forever(state.clone()));
    spawn_until_shutdown(unreferenced_sweeper::sweep_forever(state.clone()));
    spawn_until_shutdown(resumable::sweeper::sweep_forever(state.clone()));
    spawn_until_shutdown(orphan_sweeper::sweep_forever(state.clone()));
    spawn_until_shutdown(layout_migration::run_until_done(state.clone()));
    Ok(storage::configure(state))
}

/// Runs a background job that ends with the first signal to stop. The pool's connections are driven by the server's
/// threads, which end before this one.
fn spawn_until_shutdown(job: impl Future<Output = ()> + 'static) {
    actix_web::rt::spawn(async move {
        let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else { return job.await };
        tokio::select! {
            () = job => {}
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    });
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
    tokio::spawn(resumable::lock_renewal::renew_forever(state.clone()));
    let layout_migration::MoveOutcome { moved, failed: unmoved } = layout_migration::run(&state).await?;
    tracing::info!(moved, unmoved, "moved the bytes of objects");
    let deleted = unreferenced_sweeper::sweep(&state).await?;
    tracing::info!(deleted, "deleted files that nothing refers to");
    let forgotten = resumable::sweeper::sweep(&state).await?;
    tracing::info!(forgotten, "deleted expired resumable uploads");
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
