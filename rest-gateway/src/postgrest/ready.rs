//! `serve --ready`: asks the admin server of the same variables whether the API is ready, as PostgREST's flag of that name
//! does, for a container that has nothing else to ask with. Refuses hosts that are none to ask at: every address, or
//! those of one kind.

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

use super::environment::ServerSettings;

const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
const SPECIAL_HOSTS: [&str; 5] = ["*", "*4", "!4", "*6", "!6"];

/// Each in PostgREST's words.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    #[error("Admin server is not running. Please check admin-server-port config.")]
    NoAdminServer,
    #[error(
        "The `--ready` flag cannot be used when server-host is configured as \"{0}\". Please update your server-host \
         config to \"localhost\"."
    )]
    SpecialHost(String),
    #[error("connection refused to {0}")]
    Refused(String),
    #[error("{0}")]
    Answered(String),
}

/// Tells whom it has asked.
///
/// # Errors
/// When there is nobody to ask, or the answer is another than 200.
pub async fn ready(server: &ServerSettings) -> Result<String, NotReady> {
    if let Some(path) = &server.admin_unix_socket {
        return judge(format!("{path}/ready"), async { ask(UnixStream::connect(path).await?).await }).await;
    }
    let port = server.admin_port.ok_or(NotReady::NoAdminServer)?;
    let host = server.admin_host.as_deref().unwrap_or(&server.host);
    if SPECIAL_HOSTS.contains(&host) {
        return Err(NotReady::SpecialHost(host.to_owned()));
    }
    let shown = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let asking = async { ask(TcpStream::connect((host, port)).await?).await };
    judge(format!("http://{shown}:{port}/ready"), asking).await
}

async fn judge(
    url: String,
    asking: impl Future<Output = io::Result<StatusCode>>,
) -> Result<String, NotReady> {
    match timeout(ANSWERED_WITHIN, asking).await {
        Ok(Ok(StatusCode::OK)) => Ok(url),
        Ok(Ok(_)) => Err(NotReady::Answered(url)),
        Ok(Err(_)) | Err(_) => Err(NotReady::Refused(url)),
    }
}

async fn ask(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) -> io::Result<StatusCode> {
    let (mut sender, connection) = handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    tokio::spawn(connection);
    let request = Request::get("/ready").header(header::HOST, "localhost").body(Empty::<Bytes>::new());
    let request = request.map_err(io::Error::other)?;
    Ok(sender.send_request(request).await.map_err(io::Error::other)?.status())
}
