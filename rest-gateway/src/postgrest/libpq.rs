//! libpq's variables (`PGHOST` …), which say what a connection string leaves open, and its password file. A string that
//! cannot be read stays as it is, for the one who says why.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use postgres_connect::Connector;

use super::password_file;

/// The connection string with what libpq's variables say where it says nothing.
pub(super) fn complete(uri: &str, variables: &[(String, String)]) -> String {
    let uri = with_variables(uri, variables);
    match Connector::parse(&uri) {
        Ok(known) if known.config().get_password().is_none() => {
            let file = password_file::path(|name| variable(variables, name).map(str::to_owned));
            let password = file.and_then(|file| password_file::password(&file, known.config()));
            with_parameters(&uri, password.iter().map(|password| ("password", password.as_str())))
        }
        _ => uri,
    }
}

fn variable<'a>(variables: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = variables.iter().find(|(known, value)| known == name && !value.is_empty());
    found.map(|(_, value)| value.as_str())
}

fn with_variables(uri: &str, variables: &[(String, String)]) -> String {
    let Ok(known) = Connector::parse(uri) else { return uri.to_owned() };
    let known = known.config();
    let variable = |name: &str| variable(variables, name);
    let address = variable("PGHOSTADDR");
    let host = variable("PGHOST").or_else(|| address.is_none().then_some("localhost"));
    let open = [
        ("host", known.get_hosts().is_empty(), host),
        ("hostaddr", known.get_hostaddrs().is_empty(), address),
        ("port", known.get_ports().is_empty(), variable("PGPORT")),
        ("user", known.get_user().is_none(), variable("PGUSER")),
        ("password", known.get_password().is_none(), variable("PGPASSWORD")),
        ("dbname", known.get_dbname().is_none(), variable("PGDATABASE")),
        ("options", known.get_options().is_none(), variable("PGOPTIONS")),
        ("application_name", known.get_application_name().is_none(), variable("PGAPPNAME")),
        ("connect_timeout", known.get_connect_timeout().is_none(), variable("PGCONNECT_TIMEOUT")),
    ];
    let open = open.into_iter().filter(|(_, open, _)| *open);
    with_parameters(uri, open.filter_map(|(name, _, value)| Some((name, value?))))
}

/// A connection string, a URL or `name=value` pairs, with more parameters.
fn with_parameters<'a>(uri: &str, parameters: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let is_url = ["postgres://", "postgresql://"].iter().any(|scheme| uri.starts_with(scheme));
    if !is_url {
        let pairs = parameters
            .map(|(name, value)| format!(" {name}='{}'", value.replace('\\', "\\\\").replace('\'', "\\'")));
        return uri.to_owned() + &pairs.collect::<String>();
    }
    let pairs =
        parameters.map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)));
    let pairs = pairs.collect::<Vec<_>>().join("&");
    // A password may hold a question mark.
    let place = uri.find('@').unwrap_or_default();
    match uri[place..].split_once('?') {
        _ if pairs.is_empty() => uri.to_owned(),
        None => format!("{uri}?{pairs}"),
        Some((_, "")) => format!("{uri}{pairs}"),
        Some(_) => format!("{uri}&{pairs}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;
    use tokio_postgres::config::Host;

    /// Where the database is by a URI and libpq's variables.
    fn database(uri: &str, variables: &[(&str, &str)]) -> tokio_postgres::Config {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let uri = complete(uri, &variables.collect::<Vec<_>>());
        Connector::parse(&uri).unwrap().config().clone()
    }

    fn named(hosts: &[&str]) -> Vec<Host> {
        hosts.iter().map(|host| Host::Tcp((*host).to_owned())).collect()
    }

    #[test]
    fn what_the_uri_leaves_open_libpqs_variables_say() {
        let variables = [
            ("PGHOST", "db"),
            ("PGPORT", "5433"),
            ("PGUSER", "me"),
            ("PGPASSWORD", "a/b c"),
            ("PGDATABASE", "app"),
            ("PGOPTIONS", "-c jit=off"),
            ("PGAPPNAME", "it"),
            ("PGCONNECT_TIMEOUT", "3"),
        ];
        for text in [
            "",
            "postgresql://",
            "postgres://",
            "postgresql://?",
            "postgresql:///",
            "postgres:///?",
            "postgres:///app",
            "dbname=app",
            "postgres://?sslmode=disable",
        ] {
            let config = database(text, &variables);
            assert_eq!((config.get_hosts(), config.get_ports()), (&*named(&["db"]), &[5433][..]), "{text}");
            assert_eq!(config.get_user(), Some("me"), "{text}");
            assert_eq!(config.get_password(), Some(b"a/b c".as_slice()), "{text}");
            assert_eq!(config.get_dbname(), Some("app"), "{text}");
            assert_eq!(config.get_options(), Some("-c jit=off"), "{text}");
            assert_eq!(config.get_application_name(), Some("it"), "{text}");
            assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(3)), "{text}");
        }
        let config = database("postgres://you:what?@there/app", &variables);
        assert_eq!((config.get_user(), config.get_password()), (Some("you"), Some(b"what?".as_slice())));
        assert_eq!((config.get_hosts(), config.get_ports()), (&*named(&["there"]), &[5433][..]));
        assert_eq!(database("", &[]).get_hosts(), named(&["localhost"]));
        assert_eq!(database("", &[("PGHOSTADDR", "192.0.2.1")]).get_hosts(), named(&["192.0.2.1"]));
    }

    #[test]
    fn libpqs_variables_can_name_several_hosts() {
        for text in ["", "postgresql://?", "postgres://me@/app", "dbname=app"] {
            let config = database(text, &[("PGHOST", "one,two"), ("PGPORT", "5433,5434")]);
            assert_eq!(config.get_hosts(), named(&["one", "two"]), "{text}");
            assert_eq!(config.get_ports(), [5433, 5434], "{text}");
            let config = database(text, &[("PGHOST", "one,two"), ("PGPORT", "5433")]);
            assert_eq!(config.get_ports(), [5433], "{text}: one port for all");
        }
    }

    #[test]
    fn a_password_that_nothing_else_says_is_the_password_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pgpass");
        fs::write(&path, "db:*:app:me:of the file").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let file = ("PGPASSFILE", path.to_str().unwrap());
        let password =
            |uri, variables: &[(&str, &str)]| database(uri, variables).get_password().map(<[u8]>::to_vec);
        assert_eq!(password("postgres://me@db/app", &[file]), Some(b"of the file".to_vec()));
        assert_eq!(
            password("", &[file, ("PGUSER", "me"), ("PGHOST", "db"), ("PGDATABASE", "app")]),
            Some(b"of the file".to_vec())
        );
        assert_eq!(password("postgres://me:mine@db/app", &[file]), Some(b"mine".to_vec()));
        assert_eq!(password("postgres://me@db/app", &[file, ("PGPASSWORD", "mine")]), Some(b"mine".to_vec()));
        assert_eq!(password("postgres://me@other/app", &[file]), None);
    }
}
