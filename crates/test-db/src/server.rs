//! The Postgres server under the tests: the one that `TEST_DATABASE_URL` names, or one of this process's own.

use postgres_server::{Auth, Binaries, Options, Server};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The environment variable that names a running server, e.g. `postgres://postgres@127.0.0.1:40123`.
pub const VARIABLE: &str = "TEST_DATABASE_URL";

pub(crate) const PREFIX: &str = "isula-test-postgres-";

/// Where a server is.
#[derive(Clone)]
pub struct Address {
    /// Its name and its port.
    pub host: String,
    /// How it is connected to, e.g. `?sslmode=require`.
    pub parameters: String,
}

impl Address {
    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@{}/{database}{}", self.host, self.parameters)
    }
}

/// Where the server is, which is started if need be.
pub fn address() -> Address {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    let host = ADDRESS
        .get_or_init(|| match std::env::var(VARIABLE) {
            Ok(url) => host(&url),
            Err(_) => {
                let (server, _) = start();
                let address = format!("127.0.0.1:{}", server.port());
                // It ends with this process: a static is never dropped, but the server watches its parent.
                static SERVER: OnceLock<Server> = OnceLock::new();
                let _ = SERVER.set(server);
                address
            }
        })
        .clone();
    Address { host, parameters: String::new() }
}

/// Starts a private server in a temporary folder, which the caller removes when the server has stopped.
pub fn start() -> (Server, PathBuf) {
    remove_abandoned();
    let folder = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
    let binaries = Binaries::find().expect("a Postgres for the tests");
    let options = Options {
        data_dir: folder.clone(),
        port: 0,
        auth: Auth::Trust,
        durable: false,
        settings: vec![("max_connections".into(), "500".into()), ("shared_buffers".into(), "64MB".into())],
    };
    (Server::start(&binaries, options).expect("start the test server"), folder)
}

/// `host:port` out of `postgres://user@host:port[/database]`.
fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split('/').next().unwrap_or(rest);
    rest.rsplit('@').next().unwrap_or(rest).to_owned()
}

/// Removes the folders of test processes that are no more.
pub(crate) fn remove_abandoned() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)) else { continue };
        let pid = pid.split('-').next().unwrap_or(pid);
        if pid.parse::<u32>().is_ok() && !std::path::Path::new("/proc").join(pid).exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
