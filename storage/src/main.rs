//! The storage process; with `s3`, the embedded S3 server; with `gc`, one removal of bytes that no object names.

use std::process::ExitCode;

use actix_web::web::ServiceConfig;
use clap::{Parser, Subcommand};
use edge::Environment;
use edge::environment::EnvironmentError;
use storage::s3_server::{self, Options};
use storage::{Storage, loose_versions};

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
    /// Remove bytes in S3 that no object names, and say how many there were
    Gc,
}

fn main() -> ExitCode {
    match Arguments::parse().role.unwrap_or(Role::Serve) {
        Role::Serve => edge::serve("storage", configure),
        Role::S3(options) => report(s3_server::run(&options)),
        Role::Gc => report(collect_once()),
    }
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let storage = Storage::from_environment(environment)?;
    actix_web::rt::spawn(loose_versions::collect_forever(storage.clone()));
    Ok(storage.configure())
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

#[tokio::main(flavor = "current_thread")]
async fn collect_once() -> Result<(), AnyError> {
    let environment = Environment::of_process();
    edge::log::init(&environment)?;
    let storage = Storage::from_environment(&environment)?;
    let versions = loose_versions::collect(&storage).await?;
    tracing::info!(versions, "removed bytes that no object names");
    Ok(())
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
