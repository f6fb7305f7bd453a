//! Which installation of Postgres `up` takes: one that has the extensions of the project's migrations.

use crate::project::{CONFIG, Finished, finish, project};
use crate::running::PROGRAM;
use postgres_server::{Auth, Binaries, Extension, Options, Server};
use serde_json::json;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

const HOURS: &str = "create extension hours; create table visits (opens int default hours());";

/// This machine's installation, with the extension `hours`.
struct WithHours {
    bin: PathBuf,
    /// Removes the installation when it ends.
    _server: Server,
    _folder: TempDir,
}

impl WithHours {
    /// A server with additional extensions runs from an installation of its own, which lacks only `initdb`.
    fn create() -> WithHours {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let (binaries, data_dir) = (Binaries::find().unwrap(), folder.path().join("postgres"));
        let hours = Extension {
            name: "hours".to_owned(),
            version: "1.0".to_owned(),
            comment: "Opening hours".to_owned(),
            schema: None,
            script: "create function @extschema@.hours() returns int language sql as 'select 8'".to_owned(),
            replaces_installed: false,
        };
        let options = Options {
            data_dir: data_dir.clone(),
            port: 0,
            auth: Auth::Trust,
            durable: false,
            settings: Vec::new(),
            extensions: vec![hours],
        };
        let server = Server::start(&binaries, options).unwrap();
        let bin = bin_below(&server.relocated_data().unwrap_or(&data_dir).join("installation")).unwrap();
        symlink(binaries.folder().join("initdb"), bin.join("initdb")).unwrap();
        WithHours { bin, _server: server, _folder: folder }
    }

    /// The command finds it after the installations of Debian's packages.
    fn on_path(&self, mut command: Command) -> Command {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = [self.bin.clone()].into_iter().chain(std::env::split_paths(&paths));
        command.env("PATH", std::env::join_paths(paths).unwrap());
        command
    }
}

/// The folder `bin` that has `postgres`, without following links.
fn bin_below(folder: &Path) -> Option<PathBuf> {
    if folder.ends_with("bin") && folder.join("postgres").is_file() {
        return Some(folder.to_owned());
    }
    let entries = fs::read_dir(folder).ok()?.flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    folders.map(|entry| entry.path()).find_map(|path| bin_below(&path))
}

#[tokio::test(flavor = "multi_thread")]
async fn up_finds_a_postgres_with_the_extensions_of_the_migrations() {
    let with_hours = WithHours::create();
    let place = project(&[("config.toml", CONFIG), ("migrations/1_hours.sql", HOURS)]);
    for _ in 0..2 {
        let mut stack = place.start_by(with_hours.on_path(place.up_command()));
        assert_eq!(stack.query("select hours()").await.unwrap(), "8");
        stack.end("TERM");
    }
}

#[test]
fn without_such_a_postgres_the_extension_is_named() {
    let place = project(&[("config.toml", CONFIG), ("migrations/1_hours.sql", HOURS)]);
    let output = place.up_command().output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{error}");
    assert!(
        error.contains("1_hours.sql:1: the extension hours is not installed for this Postgres"),
        "{error}"
    );
}

/// The data folder of a user who has installed a Postgres with `vector`. It is kept between the runs of the tests.
pub fn home_with_vector() -> &'static Path {
    static HOME: OnceLock<PathBuf> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/vector");
        let installed = install_vector(&home, &[]);
        assert!(installed.is_ok && installed.output.contains(" with vector is in "), "{}", installed.text());
        home
    })
}

/// `extensions install vector`, with npm's and pip's configuration of this machine.
fn install_vector(data_home: &Path, variables: &[(&str, &str)]) -> Finished {
    let mut command = Command::new(PROGRAM);
    command.args(["extensions", "install", "vector"]).env("XDG_DATA_HOME", data_home);
    finish(command.envs(variables.iter().copied()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_project_uses_the_installed_vector() {
    let data_home = home_with_vector();
    // Without npm and pip on the path.
    let again = install_vector(data_home, &[("PATH", "")]);
    assert!(again.is_ok && again.output.contains(" with vector is in "), "{}", again.text());

    let config = CONFIG.replace("major_version = 12", "major_version = 18");
    let places = "create extension vector;
                  create table places (id uuid default uuid_generate_v4(), at vector(2));
                  insert into places (at) values ('[3,4]');";
    let place = project(&[("config.toml", &config), ("migrations/1_places.sql", places)]);
    for _ in 0..2 {
        let mut command = place.up_command();
        command.env("XDG_DATA_HOME", data_home);
        let mut stack = place.start_by(command);
        assert_eq!(stack.query("select at <-> '[0,0]' from places").await.unwrap(), "5");
        stack.end("TERM");
    }
}

#[test]
fn a_package_with_another_checksum_is_not_installed() {
    let folder = tempfile::tempdir().unwrap();
    let (registry, cache) = (registry_with_another_package(), folder.path().join("cache"));
    let variables = [
        ("npm_config_registry", registry.as_str()),
        ("npm_config_cache", cache.to_str().unwrap()),
        ("npm_config_fetch_retries", "0"),
    ];
    let failed = install_vector(folder.path(), &variables);
    assert!(!failed.is_ok && failed.error.contains("EINTEGRITY"), "{}", failed.text());
    assert_eq!(fs::read_dir(folder.path().join("rest-gateway")).unwrap().count(), 0);
}

/// The address of an npm registry whose packages have the expected names and versions.
fn registry_with_another_package() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let tarball = format!("{address}/package.tgz");
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let head: Vec<String> = BufReader::new(&connection)
                .lines()
                .map_while(Result::ok)
                .take_while(|line| !line.is_empty())
                .collect();
            let path = head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
            let name = path.trim_start_matches('/').replace("%2f", "/");
            let version = "18.4.0-beta.17";
            let dist = json!({ "tarball": tarball });
            let versions = json!({ version: { "name": name, "version": version, "dist": dist } });
            let package = json!({ "name": name, "versions": versions }).to_string();
            let body = if path.ends_with(".tgz") { "another".to_owned() } else { package };
            let length = body.len();
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
            // npm may have given up.
            let _ = connection.write_all((head + &body).as_bytes());
        }
    });
    address
}
