//! PgBouncer in transaction mode in front of a test's database, on a Unix socket.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};

use tempfile::TempDir;
use test_db::Database;
use tokio::net::UnixStream;

use super::eventually;

/// Set where there is no PgBouncer: these tests then do nothing.
const WITHOUT: &str = "TEST_WITHOUT_PGBOUNCER";
/// The user and group that PgBouncer runs as if the tests run as root, which it refuses.
const NOBODY: u32 = 65534;
/// In the name of the socket.
const PORT: u16 = 6432;

/// Connections of PgBouncer to Postgres.
pub const SERVERS: i64 = 2;

/// Dropping it ends it.
pub struct PgBouncer {
    program: PathBuf,
    process: Child,
    folder: TempDir,
    database: String,
}

impl PgBouncer {
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
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        write_configuration(&folder, database, settings);
        let process = run(&program, &folder);
        let pooler = PgBouncer { program, process, folder, database: database.name().to_owned() };
        pooler.accepts().await;
        Some(pooler)
    }

    pub fn url(&self, role: &str) -> String {
        let folder = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://{role}@{folder}:{PORT}/{}", self.database)
    }

    /// Ends it with all its connections, and starts another one at the same address.
    pub async fn restart(&mut self) {
        self.end();
        self.process = run(&self.program, &self.folder);
        self.accepts().await;
    }

    async fn accepts(&self) {
        let socket = self.folder.path().join(format!(".s.PGSQL.{PORT}"));
        eventually(async || UnixStream::connect(&socket).await.is_ok()).await;
    }

    fn end(&mut self) {
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

/// Whether prepared statements pass: PgBouncer 1.21 and later.
pub fn passes_prepared_statements() -> bool {
    let Some(program) = find() else { return false };
    let printed = Command::new(program).arg("--version").output().unwrap().stdout;
    let printed = String::from_utf8(printed).unwrap();
    let version = printed.strip_prefix("PgBouncer ").unwrap();
    let mut numbers = version.split('.').map(|number| number.trim().parse::<u32>().unwrap_or(0));
    (numbers.next(), numbers.next()) >= (Some(1), Some(21))
}

fn write_configuration(folder: &TempDir, database: &Database, settings: &str) {
    let superuser = database.superuser_url();
    let (_, server) = superuser.split_once('@').unwrap();
    let (host, port) = server.split_once('/').unwrap().0.split_once(':').unwrap();
    let path = |name: &str| folder.path().join(name);
    let configuration = format!(
        "[databases]\n* = host={host} port={port}\n[pgbouncer]\nlisten_addr =\nlisten_port = {PORT}\n\
         unix_socket_dir = {}\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
         default_pool_size = {SERVERS}\n{settings}\n",
        folder.path().display(),
        path("users").display()
    );
    fs::write(path("pgbouncer.ini"), configuration).unwrap();
    fs::write(path("users"), "\"authenticator\" \"\"\n").unwrap();
}

fn run(program: &PathBuf, folder: &TempDir) -> Child {
    let path = |name: &str| folder.path().join(name);
    let log = File::options().append(true).create(true).open(path("log")).unwrap();
    let mut command = Command::new(program);
    command.arg(path("pgbouncer.ini")).stdout(log.try_clone().unwrap()).stderr(log);
    if fs::metadata(path("users")).unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.spawn().unwrap()
}
