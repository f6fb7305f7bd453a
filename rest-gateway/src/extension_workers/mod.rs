//! Workers for the stand-ins of extensions that SQL alone cannot replace: `net` sends the queued requests of `pg_net`,
//! `cron` runs the jobs of `pg_cron`.
//!
//! Both share one connection, on which the database notifies them. While nothing is queued or scheduled, they only wait
//! for notifications. Several gateways on one database share the work by advisory locks, which end with the connection.
//!
//! - `net`: the queue of requests. `http_sender`: sends one.
//! - `cron`: when jobs run. `cron_clock`: what the clock has passed. `cron_run`: one run.
//! - `stand_in`: recognises a stand-in.

mod cron;
mod cron_clock;
mod cron_run;
mod http_sender;
mod net;
mod stand_in;

use crate::process::Backoff;
use futures_util::stream::poll_fn;
use futures_util::{StreamExt, pin_mut};
use http_sender::HttpSender;
use postgres_connect::{AddressError, ConnectError, Connector};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_postgres::AsyncMessage;

/// The channel on which the stand-ins notify the workers. The payload names the worker.
const CHANNEL: &str = "extension_workers";
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The settings of the workers.
pub struct Options {
    /// A login that owns the stand-ins or is a superuser. With any other login the workers stay idle.
    pub db_url: String,
    /// The gateway's URL on this machine. It replaces the address of the gateway's container in URLs.
    pub gateway_url: String,
    /// The gateway's port in the configuration.
    pub gateway_port: u16,
}

/// The running workers. Dropping this stops them. The next ones send interrupted requests again.
pub struct ExtensionWorkers {
    task: JoinHandle<()>,
}

impl Drop for ExtensionWorkers {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Debug, thiserror::Error)]
enum WorkerError {
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] ConnectError),
    #[error("the connection was lost")]
    ConnectionLost,
    #[error("a query failed: {0}")]
    Query(#[from] tokio_postgres::Error),
}

impl ExtensionWorkers {
    /// Starts the workers, which connect again whenever the connection is lost. Must be called in a tokio runtime.
    ///
    /// # Errors
    /// When the connection string cannot be used.
    pub fn start(options: Options) -> Result<ExtensionWorkers, AddressError> {
        let mut connector = Connector::parse(&options.db_url)?;
        connector.config_mut().application_name("extension workers").connect_timeout(CONNECT_TIMEOUT);
        let sender = HttpSender::new(options.gateway_url, options.gateway_port);
        Ok(ExtensionWorkers { task: tokio::spawn(run(Arc::new(connector), sender)) })
    }
}

async fn run(connector: Arc<Connector>, sender: HttpSender) {
    let mut backoff = Backoff::for_postgres();
    loop {
        let started = Instant::now();
        // Its future is large.
        let Err(error) = Box::pin(work(&connector, &sender)).await;
        let database_error = match &error {
            WorkerError::Query(cause) => cause.as_db_error(),
            _ => None,
        };
        match database_error {
            // It may be permanent, for example an invalid `cron.timezone`.
            Some(cause) => tracing::warn!("the workers of pg_net and pg_cron start again: {cause}"),
            None => tracing::debug!(%error, "the workers of pg_net and pg_cron start again"),
        }
        backoff.failed(started.elapsed());
        tokio::time::sleep(backoff.delay()).await;
    }
}

/// Works on one connection.
async fn work(connector: &Arc<Connector>, sender: &HttpSender) -> Result<Infallible, WorkerError> {
    let (client, mut connection) = connector.connect().await?;
    let (net, cron) = (Notify::new(), Notify::new());
    let messages = poll_fn(|context| connection.poll_message(context));
    let listening = async {
        pin_mut!(messages);
        while let Some(Ok(message)) = messages.next().await {
            match message {
                AsyncMessage::Notification(notification) if notification.payload() == "net" => {
                    net.notify_one()
                }
                AsyncMessage::Notification(notification) if notification.payload() == "cron" => {
                    cron.notify_one()
                }
                _ => {}
            }
        }
    };
    let working = async {
        client.batch_execute(&format!("listen {CHANNEL}")).await?;
        tokio::try_join!(net::run(&client, &net, sender), cron::run(&client, &cron, connector))
    };
    tokio::select! {
        result = working => Ok(result?.0),
        () = listening => Err(WorkerError::ConnectionLost),
    }
}
