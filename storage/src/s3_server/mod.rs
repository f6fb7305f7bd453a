//! The embedded S3 server: S3 over a folder, on loopback, for a stack without an external S3.
//!
//! Requires credentials in the environment. All requests must be signed.

mod durable;
mod error;
mod folder;
mod key_path;
mod listing;
mod multipart;
mod object_file;
mod object_writer;
mod operations;
mod reader;
mod selection;

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder as Http;
use hyper_util::server::graceful::GracefulShutdown;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use service_kit::Environment;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use self::folder::Folder;

pub(crate) use self::object_file::ObjectFile;
pub(crate) use self::reader::BucketReader;

/// The most threads for file access.
const MAX_FILE_THREADS: usize = 16;
/// The timeout for open requests at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// The command line of `storage s3`.
#[derive(Debug, Args)]
pub struct Options {
    /// The folder that holds buckets and objects; created if missing
    #[arg(long)]
    pub data: PathBuf,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// The port; 0 picks a free one
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Write the port into this file once requests are answered; the server then ends with its parent
    #[arg(long)]
    pub port_file: Option<PathBuf>,
    /// A bucket that must exist
    #[arg(long, env = "STORAGE_S3_BUCKET")]
    pub bucket: Option<String>,
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// Runs the server until SIGTERM or SIGINT.
///
/// # Errors
/// When the configuration is incomplete, or the folder or the port cannot be used.
pub fn run(options: &Options) -> Result<(), AnyError> {
    let environment = Environment::of_process();
    service_kit::log::init(&environment)?;
    service_kit::serve::tune_allocator();
    let runtime =
        Builder::new_current_thread().enable_all().max_blocking_threads(MAX_FILE_THREADS).build()?;
    runtime.block_on(listen(options, &environment))
}

async fn listen(options: &Options, environment: &Environment) -> Result<(), AnyError> {
    if options.port_file.is_some() {
        // Only the stack that owns this server passes `--port-file`.
        service_kit::serve::die_with_parent();
    }
    let access_key_id = environment.required("AWS_ACCESS_KEY_ID")?;
    let secret_access_key = environment.required("AWS_SECRET_ACCESS_KEY")?;
    let folder = Folder::open(&options.data, options.bucket.as_deref())?;
    let mut service = S3ServiceBuilder::new(folder);
    service.set_auth(SimpleAuth::from_single(access_key_id, secret_access_key));

    let listener = TcpListener::bind((options.host, options.port)).await?;
    let port = listener.local_addr()?.port();
    tracing::info!(address = %format!("http://{}:{port}", options.host), "s3 listening");
    if let Some(path) = &options.port_file {
        publish_port(path, port)?;
    }
    serve(listener, service.build()).await?;
    tracing::info!("s3 stopped");
    Ok(())
}

/// Writes the port file atomically, by a rename.
fn publish_port(path: &Path, port: u16) -> std::io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, format!("{port}\n"))?;
    std::fs::rename(unfinished, path)
}

async fn serve(listener: TcpListener, service: S3Service) -> std::io::Result<()> {
    let http = Http::new(TokioExecutor::new());
    let connections = GracefulShutdown::new();
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = terminate.recv() => break,
            _ = interrupt.recv() => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Probably out of file descriptors, which become free again.
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Without TCP_NODELAY, the end of a response may wait for the client's delayed acknowledgement.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("cannot set TCP_NODELAY: {error}");
        }
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = connections.watch(connection.into_owned());
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!("a connection ended early: {error}");
            }
        });
    }
    drop(listener);
    // Requests that take longer are aborted. The storage service handles an aborted upload as a failed one.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, connections.shutdown()).await;
    Ok(())
}
