//! Completes a connection string with libpq's environment variables (`PGHOST` …) and password file. A string that
//! cannot be parsed stays unchanged; the engine reports the error when it connects.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use postgres_connect::Connector;

use super::password_file;

/// Adds the values of libpq's variables for parameters that the string does not have, and the password from the
/// password file if there is none.
pub(super) fn complete(uri: &str, variables: &[(String, String)]) -> String {
    let uri = with_variables(uri, variables);
    match Connector::parse(&uri) {
        Ok(parsed) if parsed.config().get_password().is_none() => {
            let file = password_file::path(|name| variable(variables, name).map(str::to_owned));
            let password = file.and_then(|file| password_file::password(&file, parsed.config()));
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
    let Ok(parsed) = Connector::parse(uri) else { return uri.to_owned() };
    let parsed = parsed.config();
    let variable = |name: &str| variable(variables, name);
    let address = variable("PGHOSTADDR");
    let host = variable("PGHOST").or_else(|| address.is_none().then_some("localhost"));
    let parameters = [
        ("host", parsed.get_hosts().is_empty(), host),
        ("hostaddr", parsed.get_hostaddrs().is_empty(), address),
        ("port", parsed.get_ports().is_empty(), variable("PGPORT")),
        ("user", parsed.get_user().is_none(), variable("PGUSER")),
        ("password", parsed.get_password().is_none(), variable("PGPASSWORD")),
        ("dbname", parsed.get_dbname().is_none(), variable("PGDATABASE")),
        ("options", parsed.get_options().is_none(), variable("PGOPTIONS")),
        ("application_name", parsed.get_application_name().is_none(), variable("PGAPPNAME")),
        ("connect_timeout", parsed.get_connect_timeout().is_none(), variable("PGCONNECT_TIMEOUT")),
    ];
    let missing = parameters.into_iter().filter(|(_, is_missing, _)| *is_missing);
    with_parameters(uri, missing.filter_map(|(name, _, value)| Some((name, value?))))
}

/// Appends parameters to a connection string, which is a URL or `name=value` pairs.
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
    // A question mark before the `@` is part of the password.
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

    /// The connection parameters of a URI completed with libpq's variables.
    fn database(uri: &str, variables: &[(&str, &str)]) -> tokio_postgres::Config {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let uri = complete(uri, &variables.collect::<Vec<_>>());
        Connector::parse(&uri).unwrap().config().clone()
    }

    fn named(hosts: &[&str]) -> Vec<Host> {
        hosts.iter().map(|host| Host::Tcp((*host).to_owned())).collect()
    }

    #[test]
    fn variables_complete_the_uri() {
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
    fn variables_may_name_several_hosts() {
        for text in ["", "postgresql://?", "postgres://me@/app", "dbname=app"] {
            let config = database(text, &[("PGHOST", "one,two"), ("PGPORT", "5433,5434")]);
            assert_eq!(config.get_hosts(), named(&["one", "two"]), "{text}");
            assert_eq!(config.get_ports(), [5433, 5434], "{text}");
            let config = database(text, &[("PGHOST", "one,two"), ("PGPORT", "5433")]);
            assert_eq!(config.get_ports(), [5433], "{text}: one port for all");
        }
    }

    #[test]
    fn the_password_file_is_used_if_there_is_no_other_password() {
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
