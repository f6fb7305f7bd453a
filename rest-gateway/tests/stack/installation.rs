//! Which installation of Postgres `up` takes: one that has the extensions of the project's migrations.

use crate::project::{CONFIG, project};
use postgres_server::{Auth, Binaries, Extension, Options, Server};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
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
