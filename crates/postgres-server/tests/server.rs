//! A real server on real folders, among them folders that the unprivileged user cannot reach.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use postgres_server::{Auth, Binaries, Error, Extension, Options, Server};
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio_postgres::NoTls;

fn options(data_dir: &Path) -> Options {
    Options {
        data_dir: data_dir.to_owned(),
        port: 0,
        auth: Auth::Trust,
        durable: true,
        settings: Vec::new(),
        extensions: Vec::new(),
    }
}

fn start(options: Options) -> Server {
    let binaries = Binaries::find_for(&options.data_dir, None).unwrap();
    Server::start(&binaries, options).unwrap()
}

/// A folder that every user can enter, like `/tmp`.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    folder
}

fn query(url: &str, sql: &str) -> Result<Option<String>, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.map_err(describe)?;
        tokio::spawn(connection);
        let messages = client.simple_query(sql).await.map_err(describe)?;
        Ok(messages.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        }))
    })
}

fn describe(error: tokio_postgres::Error) -> String {
    error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

fn superuser(server: &Server) -> String {
    server.url("postgres", None, "postgres")
}

fn has_exited(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.contains(") Z ")
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{what} within 20 s");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn data_survives_a_restart_and_a_crash() {
    let folder = open_folder();
    let server = start(options(folder.path()));
    query(&superuser(&server), "create table kept (n int); insert into kept values (41)").unwrap();
    server.stop().unwrap();

    let mut server = start(options(folder.path()));
    query(&superuser(&server), "update kept set n = n + 1").unwrap();
    Command::new("kill").args(["-KILL", &server.pid().to_string()]).status().unwrap();
    wait_until("the server has ended", || has_exited(server.pid()));
    assert!(server.try_wait().unwrap().is_some());
    drop(server);

    let server = start(options(folder.path()));
    assert_eq!(query(&superuser(&server), "select n from kept").unwrap().as_deref(), Some("42"));
    server.stop().unwrap();
}

#[test]
fn text_is_unicode_and_sorts_by_code_point() {
    let folder = open_folder();
    let server = start(Options { durable: false, ..options(folder.path()) });
    let query = |sql| query(&superuser(&server), sql).unwrap().unwrap();
    assert_eq!(query("show server_encoding"), "UTF8");
    assert_eq!(query("select lower('ÎLE')"), "île");
    assert_eq!(query("select 'Z' < 'a'"), "t");
}

#[test]
fn a_data_folder_has_one_server() {
    let folder = open_folder();
    let server = start(Options { durable: false, ..options(folder.path()) });
    let second = Server::start(&Binaries::find().unwrap(), options(folder.path()));
    assert!(matches!(second, Err(Error::InUse(_))));
    drop(server);
    start(Options { durable: false, ..options(folder.path()) });
}

#[test]
fn rejects_a_login_without_the_password() {
    let folder = open_folder();
    let password = "a/b?c d%'é";
    let server = start(Options { auth: Auth::Password(password.into()), ..options(folder.path()) });
    let with = |password| query(&server.url("postgres", password, "postgres"), "select current_user");
    assert_eq!(with(Some(password)).unwrap().as_deref(), Some("postgres"));
    assert_eq!(with(Some("wrong")).unwrap_err(), "password authentication failed for user \"postgres\"");
    assert!(with(None).is_err());
    let socket = server.socket_dir().display().to_string().replace('/', "%2F");
    let over_socket = query(&format!("postgres://postgres@{socket}:{}/postgres", server.port()), "select 1");
    assert!(over_socket.is_err(), "the socket asks for the password too");
    for entry in fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().starts_with("password"), "the password's file is removed");
    }
}

#[test]
fn rejects_a_port_that_is_in_use() {
    let folder = open_folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let outcome = Server::start(&Binaries::find().unwrap(), Options { port, ..options(folder.path()) });
    assert!(matches!(outcome, Err(Error::PortInUse(reported)) if reported == port));
}

#[test]
fn listens_on_loopback_only() {
    let folder = open_folder();
    let server = start(Options { durable: false, ..options(folder.path()) });
    let listens = query(&superuser(&server), "show listen_addresses").unwrap();
    assert_eq!(listens.as_deref(), Some("127.0.0.1"));
    let mode = fs::metadata(server.socket_dir()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_long_data_path_puts_the_socket_into_tmp() {
    let folder = open_folder();
    let long = folder.path().join("d".repeat(120));
    let server = start(Options { durable: false, ..options(&long) });
    assert!(server.socket_dir().as_os_str().len() < 90);
    let socket = server.socket_dir().to_owned();
    drop(server);
    assert!(!socket.exists());
}

/// A clone under `/root` that holds the binaries of the npm package: root can read it, the user of Postgres cannot.
#[test]
fn starts_from_a_folder_that_only_root_can_reach() {
    let clone = tempfile::tempdir().unwrap();
    fs::set_permissions(clone.path(), Permissions::from_mode(0o700)).unwrap();
    let binaries = Binaries::at(&install_into(clone.path())).unwrap();
    let data_dir = clone.path().join("data");

    let server = Server::start(&binaries, options(&data_dir)).unwrap();
    query(&superuser(&server), "create table kept as select 42 as n").unwrap();
    server.stop().unwrap();

    let is_root = std::os::unix::fs::MetadataExt::uid(&fs::metadata("/proc/self").unwrap()) == 0;
    let relocated = fs::read_to_string(data_dir.join("location")).ok().map(|path| PathBuf::from(path.trim()));
    assert_eq!(relocated.is_some(), is_root, "the data is relocated only where it must be");
    if let Some(folder) = &relocated {
        assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(
            folder.join(format!("postgresql-{}", binaries.version())).is_dir(),
            "the binaries are copied too"
        );
    }

    let server = Server::start(&binaries, options(&data_dir)).unwrap();
    assert_eq!(query(&superuser(&server), "select n from kept").unwrap().as_deref(), Some("42"));
    server.stop().unwrap();

    if let Some(folder) = relocated {
        fs::remove_dir_all(&folder).unwrap();
        let lost = Server::start(&binaries, options(&data_dir)).err().unwrap().to_string();
        assert!(lost.contains("is gone"), "a lost database is not replaced by an empty one: {lost}");
    }
}

/// Copies the machine's installation; returns its `bin`.
fn install_into(clone: &Path) -> PathBuf {
    let bin = Binaries::find().unwrap().folder().to_owned();
    let native = clone.join("native");
    fs::create_dir(&native).unwrap();
    let copied = Command::new("cp").arg("-r").arg(&bin).arg(&native).status().unwrap();
    assert!(copied.success());
    let prefix = bin.parent().unwrap();
    for part in ["lib", "share"] {
        let from = prefix.join(part);
        if from.is_dir() {
            assert!(Command::new("cp").arg("-r").arg(&from).arg(&native).status().unwrap().success());
        } else {
            // Debian keeps this part where every user can read it.
            fs::create_dir(native.join(part)).unwrap();
        }
    }
    native.join("bin")
}

#[cfg(target_os = "linux")]
#[test]
fn the_server_ends_when_its_parent_is_killed() {
    let folder = open_folder();
    let example = std::env::current_exe().unwrap().parent().unwrap().join("../examples/serve");
    let mut parent = Command::new(example).arg(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(parent.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let postgres: u32 = line.trim().parse().unwrap();
    assert!(!has_exited(postgres));

    parent.kill().unwrap();
    parent.wait().unwrap();
    wait_until("Postgres ends", || has_exited(postgres));
    let server = start(options(folder.path()));
    assert!(query(&superuser(&server), "select 1").is_ok());
}

#[test]
fn extensions_of_the_caller_are_created_like_those_of_the_installation() {
    let folder = open_folder();
    let extension = |name: &str, value: u8, replaces_installed| Extension {
        name: name.to_owned(),
        version: "1.5".to_owned(),
        comment: "the caller's".to_owned(),
        schema: (name == "jobs").then(|| "jobs".to_owned()),
        script: format!(
            "create function @extschema@.{name}_value() returns int language sql as 'select {value}'"
        ),
        replaces_installed,
    };
    let with = |extensions: Vec<Extension>| Options { extensions, ..options(&folder.path().join("data")) };
    let extensions =
        vec![extension("jobs", 1, false), extension("hstore", 2, false), extension("citext", 3, true)];
    let server = start(with(extensions));
    let url = superuser(&server);
    let value = "create extension jobs; select jobs.jobs_value()";
    assert_eq!(query(&url, value).unwrap().as_deref(), Some("1"));
    let installed = "create extension hstore; select 'a=>1'::hstore -> 'a'";
    assert_eq!(query(&url, installed).unwrap().as_deref(), Some("1"), "it has this one itself");
    let replaced = "create extension citext; select citext_value()";
    assert_eq!(query(&url, replaced).unwrap().as_deref(), Some("3"));
    let known = "select comment from pg_available_extensions where name = 'jobs'";
    assert_eq!(query(&url, known).unwrap().as_deref(), Some("the caller's"));
    assert_eq!(query(&url, "drop extension jobs; select to_regproc('jobs.jobs_value')").unwrap(), None);
    drop(server);

    let server = start(with(vec![extension("jobs", 4, false)]));
    let changed = "create extension jobs; select jobs.jobs_value()";
    assert_eq!(query(&superuser(&server), changed).unwrap().as_deref(), Some("4"), "a new script");
}
