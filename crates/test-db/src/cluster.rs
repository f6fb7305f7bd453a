//! A Postgres server for one test, because roles belong to the whole cluster and other tests have the platform's.

use crate::connect_to;
use postgres_server::{Auth, Binaries, Options, Server};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;
use tokio_postgres::Client;

/// A server with no role but its superuser `postgres`. Dropping the value stops the server and removes its data.
pub struct Cluster {
    server: Server,
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
        let folder = tempfile::tempdir().expect("a folder for the cluster");
        // Postgres may run as another user.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("open the folder");
        let data_dir = folder.path().join("postgres");
        let (settings, extensions) = (Vec::new(), Vec::new());
        let options = Options { data_dir, port: 0, auth, durable: false, settings, extensions };
        let server = Server::start(binaries, options).expect("start the cluster");
        Cluster { server, password, _folder: folder }
    }

    /// The URL to connect as `role`, with the password of the superuser if there is one.
    pub fn url(&self, role: &str, database: &str) -> String {
        self.server.url(role, self.password.as_deref(), database)
    }

    /// A connection as the superuser.
    pub async fn superuser(&self, database: &str) -> Client {
        connect_to(&self.url("postgres", database)).await
    }
}
