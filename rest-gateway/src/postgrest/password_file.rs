//! libpq's password file (`PGPASSFILE`, else `~/.pgpass`): lines `host:port:database:user:password`, of which the first
//! that fits counts; `*` fits everything, and a backslash takes the next letter as it is. Refuses, with a word in the
//! log, a file that others than its owner may read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

const USUAL_PORT: u16 = 5432;

/// Where libpq would look, by the variables of a process.
pub(super) fn path(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let named = variable("PGPASSFILE").map(PathBuf::from);
    named.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".pgpass")))
}

/// What it has for the first of the servers that it names.
pub(super) fn password(path: &Path, database: &Config) -> Option<String> {
    let lines = read(path)?;
    let user = database.get_user()?;
    let name = database.get_dbname().unwrap_or(user);
    let ports = database.get_ports();
    let hosts = database.get_hosts().iter().enumerate().map(|(place, host)| {
        let port = ports.get(place).or(ports.first()).copied().unwrap_or(USUAL_PORT);
        (host_name(host), port.to_string())
    });
    let asked = hosts.map(|(host, port)| [host, port, name.to_owned(), user.to_owned()]);
    asked.into_iter().find_map(|asked| lines.lines().find_map(|line| fitting(line, &asked)))
}

/// A socket of this machine goes by the name of the machine itself.
fn host_name(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(_) => "localhost".to_owned(),
    }
}

fn read(path: &Path) -> Option<String> {
    let data = fs::metadata(path).ok()?;
    if !data.is_file() || data.permissions().mode() & 0o077 != 0 {
        tracing::warn!(file = %path.display(), "the password file is passed over: it is none, or others may read it");
        return None;
    }
    fs::read_to_string(path).ok()
}

fn fitting(line: &str, asked: &[String; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut rest = line;
    for asked in asked {
        let (field, after) = field(rest);
        let after = after.strip_prefix(':')?;
        if !rest.starts_with("*:") && field != *asked {
            return None;
        }
        rest = after;
    }
    Some(field(rest).0)
}

/// Up to a colon, which stays with what is after it.
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
    fn the_first_line_that_fits_has_the_password() {
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
    fn a_file_that_others_may_read_is_passed_over() {
        assert_eq!(found(0o640, "host=db user=web dbname=app"), None);
    }

    #[test]
    fn it_is_where_a_variable_says_or_at_home() {
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
