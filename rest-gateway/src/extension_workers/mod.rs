//! What stand-ins of extensions need besides SQL: the worker `net` sends the queued requests of `pg_net`, the worker `cron`
//! runs the jobs of `pg_cron`, and `http_calls` sends the requests of `http` while a transaction waits.
//!
//! Each worker has a connection, on which the database notifies it, and restarts after an error. While nothing is queued or
//! scheduled, it only waits for notifications. Several gateways on one database share the work by advisory locks, which end
//! with the connection.
//!
//! - `net`: the queue of requests. `http_calls`: requests that a transaction waits for. `http_sender`: sends one.
//! - `cron`: when jobs run. `cron_clock`: the minutes that have passed. `cron_run`: one run.
//! - `stand_in`: recognises a stand-in.

mod cron;
mod cron_clock;
mod cron_run;
mod http_calls;
mod http_sender;
mod net;
mod stand_in;

pub use http_calls::HttpCalls;

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
    tasks: [JoinHandle<()>; 2],
}

impl Drop for ExtensionWorkers {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
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
        connector.config_mut().connect_timeout(CONNECT_TIMEOUT);
        let sender = HttpSender::new(options.gateway_url, options.gateway_port);
        let tasks = [Worker::Net(Box::new(sender)), Worker::Cron].map(|worker| {
            let mut connector = connector.clone();
            connector.config_mut().application_name(format!("worker of {}", worker.extension()));
            tokio::spawn(worker.run(Arc::new(connector)))
        });
        Ok(ExtensionWorkers { tasks })
    }
}

enum Worker {
    Net(Box<HttpSender>),
    Cron,
}

impl Worker {
    fn extension(&self) -> &'static str {
        match self {
            Worker::Net(_) => "pg_net",
            Worker::Cron => "pg_cron",
        }
    }

    /// The payload of its notifications.
    fn payload(&self) -> &'static str {
        match self {
            Worker::Net(_) => "net",
            Worker::Cron => "cron",
        }
    }

    /// Works, and starts again after an error.
    async fn run(self, connector: Arc<Connector>) {
        let (mut backoff, extension) = (Backoff::for_postgres(), self.extension());
        loop {
            let started = Instant::now();
            // Its future is large.
            let Err(error) = Box::pin(self.work(&connector)).await;
            backoff.failed(started.elapsed());
            let delay = backoff.delay();
            let database_error = match &error {
                WorkerError::Query(cause) => cause.as_db_error(),
                _ => None,
            };
            match database_error {
                // It may be permanent, for example an invalid `cron.timezone`.
                Some(cause) => {
                    tracing::warn!(?delay, "the worker of {extension} starts again: {cause}");
                }
                None => tracing::debug!(%error, ?delay, "the worker of {extension} starts again"),
            }
            tokio::time::sleep(delay).await;
        }
    }

    /// Works on one connection, until it is lost or a query fails.
    async fn work(&self, connector: &Arc<Connector>) -> Result<Infallible, WorkerError> {
        let (client, mut connection) = connector.connect().await?;
        let wake = Notify::new();
        let messages = poll_fn(|context| connection.poll_message(context));
        let listening = async {
            pin_mut!(messages);
            while let Some(Ok(message)) = messages.next().await {
                if let AsyncMessage::Notification(notification) = message
                    && notification.payload() == self.payload()
                {
                    wake.notify_one();
                }
            }
        };
        let working = async {
            client.batch_execute(&format!("listen {CHANNEL}")).await?;
            match self {
                Worker::Net(sender) => net::run(&client, &wake, sender).await,
                Worker::Cron => cron::run(&client, &wake, connector).await,
            }
        };
        tokio::select! {
            result = working => Ok(result?),
            () = listening => Err(WorkerError::ConnectionLost),
        }
    }
}
