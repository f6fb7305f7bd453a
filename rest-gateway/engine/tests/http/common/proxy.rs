//! A TCP proxy in front of a test's database.

use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// Accepts connections on a free port, connects each to the database, and passes both ends, `client` and `server`, to
/// `forward`. `database`: the URL of the database. Returns the port.
pub async fn start(database: &str, forward: impl Fn(TcpStream, TcpStream) + Send + 'static) -> u16 {
    let database: Config = database.parse().unwrap();
    let Some(Host::Tcp(host)) = database.get_hosts().first() else { panic!("the database has no TCP host") };
    let server = (host.clone(), database.get_ports()[0]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect((server.0.as_str(), server.1)).await.unwrap();
            forward(client, server);
        }
    });
    port
}
