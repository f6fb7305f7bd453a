//! libpq's password file (`PGPASSFILE`, else `~/.pgpass`). Lines are `host:port:database:user:password`; the first
//! matching line applies, `*` matches everything, and a backslash escapes the next character. Ignores a file that
//! others than its owner can access, with a warning in the log.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

const DEFAULT_PORT: u16 = 5432;

/// The path of the file. `variable` looks up an environment variable.
pub(super) fn path(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let named = variable("PGPASSFILE").map(PathBuf::from);
    named.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".pgpass")))
}

/// The password for the first of the servers that has a matching line.
pub(super) fn password(path: &Path, database: &Config) -> Option<String> {
    let lines = read(path)?;
    let user = database.get_user()?;
    let name = database.get_dbname().unwrap_or(user);
    let ports = database.get_ports();
    let hosts = database.get_hosts().iter().enumerate().map(|(place, host)| {
        let port = ports.get(place).or(ports.first()).copied().unwrap_or(DEFAULT_PORT);
        (host_name(host), port.to_string())
    });
    let mut targets = hosts.map(|(host, port)| [host, port, name.to_owned(), user.to_owned()]);
    targets.find_map(|target| lines.lines().find_map(|line| password_in(line, &target)))
}

/// The host name in the file; Unix sockets are `localhost`.
fn host_name(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(_) => "localhost".to_owned(),
    }
}

fn read(path: &Path) -> Option<String> {
    let data = fs::metadata(path).ok()?;
    if !data.is_file() || data.permissions().mode() & 0o077 != 0 {
        tracing::warn!(file = %path.display(), "the password file is ignored: it is not a plain file, or not private to its owner");
        return None;
    }
    fs::read_to_string(path).ok()
}

/// The password of a line whose first four fields match.
fn password_in(line: &str, target: &[String; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut rest = line;
    for expected in target {
        let (field, after) = field(rest);
        let after = after.strip_prefix(':')?;
        if !rest.starts_with("*:") && field != *expected {
            return None;
        }
        rest = after;
    }
    Some(field(rest).0)
}

/// The unescaped text up to the next colon, and the rest, which begins with that colon.
fn field(text: &str) -> (String, &str) {
    let mut field = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => field.extend(letters.next().map(|(_, escaped)| escaped)),
            ':' => return (field, &text[at..]),
            _ => field.push(letter),
        }
    }
    (field, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "# for the API\nother:5432:app:web:wrong\ndb:5433:*:web:one\n*:*:app:web:a\\:b\\\\c\n\
                         localhost:*:*:local:here\n";

    fn found(mode: u32, database: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pgpass");
        fs::write(&path, LINES).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        password(&path, &database.parse().unwrap())
    }

    #[test]
    fn the_first_matching_line_applies() {
        for (database, password) in [
            ("host=db port=5433 user=web dbname=app", Some("one")),
            ("host=db user=web dbname=app", Some("a:b\\c")),
            ("host=db user=web dbname=second", None),
            ("host=second,db port=5434,5433 user=web dbname=x", Some("one")),
            ("host=/run/postgresql user=local", Some("here")),
            ("host=db user=me", None),
        ] {
            assert_eq!(found(0o600, database).as_deref(), password, "{database}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_ignored() {
        assert_eq!(found(0o640, "host=db user=web dbname=app"), None);
    }

    #[test]
    fn the_path_is_the_variable_or_in_the_home_folder() {
        let of = |name: &'static str, value: &'static str| {
            path(|asked| {
                (asked == name || asked == "HOME")
                    .then(|| if asked == name { value } else { "/home/me" }.to_owned())
            })
        };
        assert_eq!(of("PGPASSFILE", "/run/secret"), Some(PathBuf::from("/run/secret")));
        assert_eq!(of("HOME", "/home/me"), Some(PathBuf::from("/home/me/.pgpass")));
    }
}
