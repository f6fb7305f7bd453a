//! PgBouncer in transaction mode, in front of the tests' Postgres.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Duration;

use tempfile::TempDir;
use test_db::Database;
use tokio::net::TcpStream;
use tokio::sync::Mutex;

/// Set where there is no PgBouncer: these tests then do nothing.
const WITHOUT: &str = "TEST_WITHOUT_PGBOUNCER";
/// The user and group that PgBouncer runs as if the tests run as root, which it refuses.
const NOBODY: u32 = 65534;
/// Held while a server starts.
static STARTING: Mutex<()> = Mutex::const_new(());

/// A server with two connections to Postgres. Dropping it ends it.
pub struct PgBouncer {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl PgBouncer {
    /// `None` if there is no `pgbouncer` and [`WITHOUT`] is set. `settings` are lines of its configuration.
    pub async fn start(database: &Database, settings: &str) -> Option<PgBouncer> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&folders)
            .chain([PathBuf::from("/usr/sbin")])
            .map(|folder| folder.join("pgbouncer"))
            .find(|program| program.exists());
        let Some(program) = program else {
            assert!(
                std::env::var_os(WITHOUT).is_some(),
                "tests of poolers need pgbouncer: `just pgbouncer` installs it"
            );
            eprintln!("left out: there is no pgbouncer");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        // A free port may be taken before PgBouncer takes it: not by another of these tests, but by another process.
        let _starting = STARTING.lock().await;
        for _ in 0..10 {
            let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let mut process = run(&program, &folder, database, port, settings);
            while process.try_wait().unwrap().is_none() {
                if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                    return Some(PgBouncer { process, port, _folder: folder });
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
        panic!(
            "pgbouncer does not start: {}",
            fs::read_to_string(folder.path().join("log")).unwrap_or_default()
        );
    }

    /// The URL of the superuser. `parameters` begin with `?` if there are any.
    pub fn url(&self, database: &Database, parameters: &str) -> String {
        format!("postgres://postgres@localhost:{}/{}{parameters}", self.port, database.name())
    }
}

fn run(program: &PathBuf, folder: &TempDir, database: &Database, port: u16, settings: &str) -> Child {
    let superuser = database.superuser_url();
    let (_, server) = superuser.split_once('@').unwrap();
    let (host, server_port) = server.split_once('/').unwrap().0.split_once(':').unwrap();
    let path = |name: &str| folder.path().join(name);
    let configuration = format!(
        "[databases]\n* = host={host} port={server_port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
         listen_port = {port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
         default_pool_size = 2\n{settings}\n",
        path("users").display()
    );
    fs::write(path("pgbouncer.ini"), configuration).unwrap();
    fs::write(path("users"), "\"postgres\" \"\"\n").unwrap();
    let log = fs::File::create(path("log")).unwrap();
    let mut command = Command::new(program);
    command.arg(path("pgbouncer.ini")).stdout(log.try_clone().unwrap()).stderr(log);
    if fs::metadata(path("users")).unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.spawn().unwrap()
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
