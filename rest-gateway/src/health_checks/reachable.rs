//! Whether a server accepts connections. Some requests need it and others do not, so a gateway is ready without it.

use std::io;

use futures_util::future::BoxFuture;
use tokio::net::{TcpStream, UnixStream};
use url::Url;

use crate::front_door::Check;

/// The default port of Redis.
const REDIS_PORT: u16 = 6379;

/// A check of the server at `url`, an address of HTTP or of Redis.
pub(super) fn check(name: &'static str, url: &str) -> Check {
    let url = Url::parse(url);
    let probe = move || {
        let url = url.clone();
        async move {
            let url = url.map_err(|_| "its address cannot be parsed".to_owned())?;
            connect(&url).await.map_err(|error| {
                tracing::debug!(check = name, %error, "cannot connect");
                "it does not accept connections".to_owned()
            })
        }
    };
    Check {
        name,
        required: false,
        probe: Box::new(move || -> BoxFuture<'static, Result<(), String>> { Box::pin(probe()) }),
    }
}

async fn connect(url: &Url) -> io::Result<()> {
    if url.scheme().ends_with("unix") {
        return UnixStream::connect(url.path()).await.map(drop);
    }
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let port = url.port_or_known_default().unwrap_or(REDIS_PORT);
    TcpStream::connect((host, port)).await.map(drop)
}
