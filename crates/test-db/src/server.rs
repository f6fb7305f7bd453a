//! The Postgres server of the tests: the one of `TEST_DATABASE_URL`, or one of this process's own.

use postgres_server::{Auth, Binaries, Options, Server};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The environment variable with the URL of a running server, e.g. `postgres://postgres@127.0.0.1:40123`.
pub const VARIABLE: &str = "TEST_DATABASE_URL";

/// The environment variable with the `bin` folders of other installations of Postgres, separated by colons.
const INSTALLATIONS: &str = "TEST_POSTGRES_BINARIES";

/// Folders of test servers begin with this, followed by the id of the process that owns them.
pub(crate) const PREFIX: &str = "isula-test-postgres-";

/// The address of a server.
#[derive(Clone)]
pub struct Address {
    /// `host:port`.
    pub host: String,
    /// The query part of its URLs, e.g. `?sslmode=require`; may be empty.
    pub parameters: String,
}

impl Address {
    /// The URL to connect as `role` to `database`.
    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@{}/{database}{}", self.host, self.parameters)
    }
}

/// The server's address. Starts a server on the first call if the environment names none.
pub fn address() -> Address {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    let host = ADDRESS
        .get_or_init(|| match std::env::var(VARIABLE) {
            Ok(url) => host(&url),
            Err(_) => {
                let (server, _) = start();
                let address = format!("127.0.0.1:{}", server.port());
                // A static is never dropped; the server ends with this process by the parent-death signal.
                static SERVER: OnceLock<Server> = OnceLock::new();
                let _ = SERVER.set(server);
                address
            }
        })
        .clone();
    Address { host, parameters: String::new() }
}

/// The installations of Postgres on which tests of several versions run: that of this machine, and those of
/// `TEST_POSTGRES_BINARIES`.
pub fn installations() -> Vec<Binaries> {
    let others = std::env::var_os(INSTALLATIONS).unwrap_or_default();
    let others = std::env::split_paths(&others).filter(|path| !path.as_os_str().is_empty());
    let others = others.map(|folder| Binaries::at(&folder).expect("an installation of Postgres"));
    [Binaries::find().expect("a Postgres for the tests")].into_iter().chain(others).collect()
}

/// Starts a private server in a temporary folder. The caller removes the folder after the server has stopped.
pub fn start() -> (Server, PathBuf) {
    remove_abandoned();
    let folder = std::env::temp_dir().join(format!("{PREFIX}{}", std::process::id()));
    let binaries = Binaries::find().expect("a Postgres for the tests");
    let options = Options {
        data_dir: folder.clone(),
        port: 0,
        auth: Auth::Trust,
        durable: false,
        // Each test with the realtime service has slots of its own.
        settings: [("max_connections", "500"), ("shared_buffers", "64MB"), ("max_replication_slots", "100")]
            .map(|(name, value)| (name.into(), value.into()))
            .into(),
        extensions: Vec::new(),
    };
    (Server::start(&binaries, options).expect("start the test server"), folder)
}

/// `host:port` out of `postgres://user@host:port[/database]`.
fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split('/').next().unwrap_or(rest);
    rest.rsplit('@').next().unwrap_or(rest).to_owned()
}

/// Removes the folders of test processes that have ended.
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
