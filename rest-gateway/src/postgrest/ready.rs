//! `serve --ready`: a health check for containers, as in PostgREST. Requests `/ready` from the admin server of the same
//! configuration. Rejects wildcard hosts, which are not addresses to connect to.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Empty;
use hyper::client::conn::http1::handshake;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

use super::server_settings::ServerSettings;

const TIMEOUT: Duration = Duration::from_secs(10);
const WILDCARD_HOSTS: [&str; 5] = ["*", "*4", "!4", "*6", "!6"];

/// Why the API is not ready, with PostgREST's messages.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    #[error("Admin server is not running. Please check admin-server-port config.")]
    NoAdminServer,
    #[error(
        "The `--ready` flag cannot be used when server-host is configured as \"{0}\". Please update your server-host \
         config to \"localhost\"."
    )]
    WildcardHost(String),
    #[error("connection refused to {0}")]
    Refused(String),
    #[error("{0}")]
    Answered(String),
}

/// Checks readiness. Returns the URL that was requested.
///
/// # Errors
/// When there is no admin server, or its status is not 200.
pub async fn ready(server: &ServerSettings) -> Result<String, NotReady> {
    if let Some(path) = &server.admin_unix_socket {
        let request = async { request_ready(UnixStream::connect(path).await?).await };
        return check(format!("{path}/ready"), request).await;
    }
    let port = server.admin_port.ok_or(NotReady::NoAdminServer)?;
    let host = server.admin_host.as_deref().unwrap_or(&server.host);
    if WILDCARD_HOSTS.contains(&host) {
        return Err(NotReady::WildcardHost(host.to_owned()));
    }
    let shown = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let request = async { request_ready(TcpStream::connect((host, port)).await?).await };
    check(format!("http://{shown}:{port}/ready"), request).await
}

async fn check(
    url: String,
    request: impl Future<Output = io::Result<StatusCode>>,
) -> Result<String, NotReady> {
    match timeout(TIMEOUT, request).await {
        Ok(Ok(StatusCode::OK)) => Ok(url),
        Ok(Ok(_)) => Err(NotReady::Answered(url)),
        Ok(Err(_)) | Err(_) => Err(NotReady::Refused(url)),
    }
}

async fn request_ready(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> io::Result<StatusCode> {
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    let request = Request::get("/ready").header(header::HOST, "localhost").body(Empty::<Bytes>::new());
    let request = request.map_err(io::Error::other)?;
    Ok(sender.send_request(request).await.map_err(io::Error::other)?.status())
}
