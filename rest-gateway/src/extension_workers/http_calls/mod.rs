//! The server behind the stand-in for `http`, whose functions wait for the response within the transaction. They send the
//! request by `dblink`, as if it were a query, and this server answers with the response as JSON.
//!
//! Nothing is stored, so no user can read another's request. The server listens on loopback without a login: whoever
//! reaches it can send the same requests from this machine directly.
//!
//! - `wire`: the protocol of `dblink`.

mod wire;

use super::http_sender::{HttpRequest, HttpSender, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};

/// The maximum of connections. Further ones wait until `connect_timeout` of the stand-in ends.
const MAX_CONNECTIONS: usize = 64;
/// The timeout for each message.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(10);
/// The pause after a connection could not be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The running server. Dropping it ends all connections.
pub struct HttpCalls {
    port: u16,
    task: JoinHandle<()>,
}

impl Drop for HttpCalls {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A request of the stand-in.
#[derive(Deserialize)]
struct Call {
    method: String,
    uri: String,
    /// Names and values.
    headers: Vec<(String, String)>,
    content: Option<String>,
    timeout_ms: u64,
}

impl HttpCalls {
    /// Starts the server on a free port. In requests, addresses of Supabase's containers become `gateway_url`, the URL of
    /// the gateway, and `gateway_port` is its port in the configuration.
    ///
    /// # Errors
    /// When there is no free port.
    pub async fn start(gateway_url: &str, gateway_port: u16) -> io::Result<HttpCalls> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let sender = Arc::new(HttpSender::new(gateway_url.to_owned(), gateway_port));
        Ok(HttpCalls { port, task: tokio::spawn(serve(listener, sender)) })
    }

    /// The statement that tells the stand-in, in every database of the server, where this server listens. Only a superuser
    /// can change the settings of `supabase_admin`, so that no user can lead the stand-in elsewhere.
    #[must_use]
    pub fn announcement(&self) -> String {
        format!("alter role supabase_admin set extension_workers.http_port = '{}'", self.port)
    }
}

async fn serve(listener: TcpListener, sender: Arc<HttpSender>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < MAX_CONNECTIONS => match accepted {
                Ok((socket, _)) => {
                    let sender = Arc::clone(&sender);
                    connections.spawn(async move {
                        if let Err(error) = answer(socket, &sender).await {
                            tracing::debug!(%error, "a connection of the stand-in for http ended");
                        }
                    });
                }
                Err(error) => {
                    tracing::warn!("a request of the stand-in for http cannot be accepted: {error}");
                    sleep(ACCEPT_PAUSE).await;
                }
            },
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
        }
    }
}

async fn answer(mut socket: TcpStream, sender: &HttpSender) -> io::Result<()> {
    timeout(MESSAGE_TIMEOUT, wire::login(&mut socket)).await??;
    while let Some(query) = timeout(MESSAGE_TIMEOUT, wire::next_query(&mut socket)).await?? {
        let response = respond(&query, sender).await;
        timeout(MESSAGE_TIMEOUT, wire::send_result(&mut socket, &response)).await??;
    }
    Ok(())
}

/// Sends the request of a query. Returns the response, or why there is none, as JSON.
async fn respond(query: &str, sender: &HttpSender) -> String {
    let call: Call = match serde_json::from_str(query) {
        Ok(call) => call,
        Err(error) => return json!({ "error": format!("the request is not valid: {error}") }).to_string(),
    };
    let request = HttpRequest {
        method: call.method,
        url: call.uri,
        headers: call.headers,
        body: call.content.map(String::into_bytes),
        timeout: Duration::from_millis(call.timeout_ms),
    };
    let Outcome { status, content_type, headers, content, timed_out, error } = sender.send(&request).await;
    match error {
        Some(_) if timed_out => {
            json!({ "error": format!("Operation timed out after {} milliseconds", call.timeout_ms) })
        }
        Some(error) => json!({ "error": error }),
        None => {
            json!({ "status": status, "content_type": content_type, "headers": headers, "content": content })
        }
    }
    .to_string()
}
