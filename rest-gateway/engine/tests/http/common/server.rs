//! The engine on a TCP socket, for tests that write raw bytes.

use std::net::{SocketAddr, TcpListener};

use actix_web::{App, HttpServer, rt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::Api;

/// Serves the engine until the test ends. As in the gateway, half-closed connections are dropped.
pub fn serve(api: &Api) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let engine = api.engine.clone();
    let server = HttpServer::new(move || App::new().configure(rest_engine::configure(engine.clone())))
        .workers(2)
        .h1_allow_half_closed(false)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
    rt::spawn(server);
    address
}

/// Connects and sends the request.
pub async fn send(server: SocketAddr, request: &str) -> TcpStream {
    let mut client = TcpStream::connect(server).await.unwrap();
    client.write_all(request.as_bytes()).await.unwrap();
    client
}
