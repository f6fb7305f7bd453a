//! PgBouncer in transaction mode in front of a test's database, on a Unix socket.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

use tempfile::TempDir;
use tokio::net::UnixStream;

use crate::{Database, eventually};

/// Set where there is no PgBouncer: these tests then do nothing.
const WITHOUT: &str = "TEST_WITHOUT_PGBOUNCER";
/// The user and group that PgBouncer runs as if the tests run as root, which it refuses.
const NOBODY: u32 = 65534;
/// In the name of the socket.
const PORT: u16 = 6432;

/// A running PgBouncer. Dropping it ends it.
pub struct PgBouncer {
    program: PathBuf,
    process: Child,
    folder: TempDir,
    database: String,
}

impl PgBouncer {
    /// Its connections to Postgres.
    pub const SERVERS: i64 = 2;

    /// `None` if there is no `pgbouncer` and [`WITHOUT`] is set. `settings` are lines of its configuration.
    pub async fn start(database: &Database, settings: &str) -> Option<PgBouncer> {
        let Some(program) = find() else {
            assert!(
                std::env::var_os(WITHOUT).is_some(),
                "tests of poolers need pgbouncer: `just pgbouncer` installs it"
            );
            eprintln!("left out: there is no pgbouncer");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder for PgBouncer");
        let permissions = Permissions::from_mode(0o777);
        fs::set_permissions(folder.path(), permissions).expect("open the folder to its user");
        write_configuration(&folder, database, settings);
        let process = run(&program, &folder);
        let pooler = PgBouncer { program, process, folder, database: database.name().to_owned() };
        pooler.accepts().await;
        Some(pooler)
    }

    /// Whether the installed one passes prepared statements on: 1.21 and later.
    pub fn passes_prepared_statements() -> bool {
        let Some(program) = find() else { return false };
        let printed = Command::new(program).arg("--version").output().expect("ask PgBouncer for its version");
        let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
        let version = printed.strip_prefix("PgBouncer ").expect("the version of PgBouncer");
        let mut numbers = version.split('.').map(|number| number.trim().parse::<u32>().unwrap_or(0));
        (numbers.next(), numbers.next()) >= (Some(1), Some(21))
    }

    /// The URL to connect as `role` to the database through it.
    pub fn url(&self, role: &str) -> String {
        let folder = self.folder.path().to_string_lossy().replace('/', "%2F");
        format!("postgres://{role}@{folder}:{PORT}/{}", self.database)
    }

    /// Ends it with all its connections, and starts another one at the same address.
    pub async fn restart(&mut self) {
        self.end();
        self.start_again().await;
    }

    /// Starts another one at the same address, after [`PgBouncer::end`].
    pub async fn start_again(&mut self) {
        self.process = run(&self.program, &self.folder);
        self.accepts().await;
    }

    async fn accepts(&self) {
        let socket = self.folder.path().join(format!(".s.PGSQL.{PORT}"));
        eventually(async || UnixStream::connect(&socket).await.is_ok()).await;
    }

    /// Ends it with all its connections.
    pub fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        self.end();
    }
}

fn find() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    // Debian's folder of servers is not in every PATH.
    let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join("pgbouncer")).find(|program| program.exists())
}

fn write_configuration(folder: &TempDir, database: &Database, settings: &str) {
    let (host, port) = database.server.host.split_once(':').expect("the address of the server");
    let path = |name: &str| folder.path().join(name);
    let configuration = format!(
        "[databases]\n* = host={host} port={port}\n[pgbouncer]\nlisten_addr =\nlisten_port = {PORT}\n\
         unix_socket_dir = {}\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
         default_pool_size = {}\n{settings}\n",
        folder.path().display(),
        path("users").display(),
        PgBouncer::SERVERS
    );
    fs::write(path("pgbouncer.ini"), configuration).expect("write the configuration of PgBouncer");
    fs::write(path("users"), "\"authenticator\" \"\"\n").expect("write the users of PgBouncer");
}

fn run(program: &PathBuf, folder: &TempDir) -> Child {
    let path = |name: &str| folder.path().join(name);
    let log = File::options().append(true).create(true).open(path("log")).expect("the log of PgBouncer");
    let mut command = Command::new(program);
    command.arg(path("pgbouncer.ini")).stdout(log.try_clone().expect("the log of PgBouncer")).stderr(log);
    if fs::metadata(path("users")).expect("the users of PgBouncer").uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.spawn().expect("start PgBouncer")
}
