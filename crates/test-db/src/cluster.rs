//! A Postgres server for one test, because roles belong to the whole cluster and other tests have the platform's.

use crate::server::Address;
use crate::{Database, Template, connect_to};
use child_process::{Signal, signal};
use postgres_server::{Auth, Binaries, Options, Server};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use tempfile::TempDir;
use tokio_postgres::Client;

/// A server with no role but its superuser `postgres`. Dropping the value stops the server and removes its data.
pub struct Cluster {
    /// `None` while it is killed.
    pub(crate) server: Option<Server>,
    pub(crate) binaries: Binaries,
    pub(crate) options: Options,
    password: Option<String>,
    _folder: TempDir,
}

impl Cluster {
    /// Starts a server whose logins need no password.
    pub fn start() -> Cluster {
        Cluster::start_from(&Binaries::find().expect("a Postgres for the tests"))
    }

    /// The same with an installation of Postgres.
    pub fn start_from(binaries: &Binaries) -> Cluster {
        Cluster::start_with(binaries, Auth::Trust, None)
    }

    /// Starts a server whose superuser has a password.
    pub fn with_password(password: &str) -> Cluster {
        let binaries = Binaries::find().expect("a Postgres for the tests");
        Cluster::start_with(&binaries, Auth::Password(password.to_owned()), Some(password.to_owned()))
    }

    fn start_with(binaries: &Binaries, auth: Auth, password: Option<String>) -> Cluster {
        let (folder, data_dir) = new_folder();
        // What was committed before the server is killed is there when it starts again.
        let settings = vec![("synchronous_commit".to_owned(), "on".to_owned())];
        let options = Options { data_dir, port: 0, auth, durable: false, settings, extensions: Vec::new() };
        Cluster::start_in(folder, binaries, options, password)
    }

    /// Starts a server on the data in a folder, or on new data if there is none.
    pub(crate) fn start_in(
        folder: TempDir,
        binaries: &Binaries,
        options: Options,
        password: Option<String>,
    ) -> Cluster {
        let server = Server::start(binaries, options.clone()).expect("start the cluster");
        let (options, binaries) = (Options { port: server.port(), ..options }, binaries.clone());
        Cluster { server: Some(server), binaries, options, password, _folder: folder }
    }

    /// Kills the server with SIGKILL, as a crash would.
    pub fn kill(&mut self) {
        let server = self.server.take().expect("the server runs");
        signal(server.pid(), Signal::KILL);
    }

    /// Starts the server after [`Cluster::kill`], with the same data and on the same port.
    pub fn restart(&mut self) {
        let server = Server::start(&self.binaries, self.options.clone());
        self.server = Some(server.expect("start the cluster again"));
    }

    /// A database with the platform's migrations alone.
    pub async fn database(&self) -> Database {
        let address = Address { host: self.host(), parameters: String::new() };
        Database::create_on(address, Template::Platform).await
    }

    /// `host:port`.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.options.port)
    }

    /// The URL to connect as `role`, with the password of the superuser if there is one.
    pub fn url(&self, role: &str, database: &str) -> String {
        let server = self.server.as_ref().expect("the server runs");
        server.url(role, self.password.as_deref(), database)
    }

    /// A connection as the superuser.
    pub async fn superuser(&self, database: &str) -> Client {
        connect_to(&self.url("postgres", database)).await
    }
}

/// A folder that is removed with the cluster, and in it the path of its data.
pub(crate) fn new_folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the cluster");
    // Postgres may run as another user.
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("open the folder");
    let data_dir = folder.path().join("postgres");
    (folder, data_dir)
}
