//! A connection string as the environment variables of libpq. Every user of the machine can see the arguments of a
//! process, which must therefore not contain a password.

use percent_encoding::percent_decode_str;
use tokio_postgres::config::Host;

/// Parameters of libpq that are about TLS. tokio-postgres does not know them all.
const TLS: [(&str, &str); 5] = [
    ("sslmode", "PGSSLMODE"),
    ("sslrootcert", "PGSSLROOTCERT"),
    ("sslcert", "PGSSLCERT"),
    ("sslkey", "PGSSLKEY"),
    ("channel_binding", "PGCHANNELBINDING"),
];

/// The variables for `pg_dump`.
///
/// # Errors
/// When the string is invalid.
pub fn connection(url: &str) -> Result<Vec<(&'static str, String)>, tokio_postgres::Error> {
    let (address, parameters) = url.split_once('?').unwrap_or((url, ""));
    let mut variables = Vec::new();
    let mut others = Vec::new();
    for pair in parameters.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match TLS.iter().find(|(parameter, _)| *parameter == name) {
            Some((_, variable)) => {
                variables.push((*variable, percent_decode_str(value).decode_utf8_lossy().into_owned()));
            }
            None => others.push(pair),
        }
    }
    let config: tokio_postgres::Config = format!("{address}?{}", others.join("&")).parse()?;
    let hosts: Vec<String> = config.get_hosts().iter().map(name).collect();
    let ports: Vec<String> = config.get_ports().iter().map(ToString::to_string).collect();
    let password = config.get_password().map(|password| String::from_utf8_lossy(password).into_owned());
    let pairs = [
        ("PGHOST", Some(hosts.join(",")).filter(|hosts| !hosts.is_empty())),
        ("PGPORT", Some(ports.join(",")).filter(|ports| !ports.is_empty())),
        ("PGUSER", config.get_user().map(str::to_owned)),
        ("PGDATABASE", config.get_dbname().map(str::to_owned)),
        ("PGPASSWORD", password),
    ];
    variables.extend(pairs.into_iter().filter_map(|(name, value)| Some((name, value?))));
    Ok(variables)
}

fn name(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(path) => path.display().to_string(),
    }
}

#[cfg(test)]
// A test whose arrangement fails can only stop.
#[allow(clippy::unwrap_used)]
mod tests {
    use super::connection;

    #[test]
    fn every_part_becomes_a_variable() {
        let url = "postgres://me:s%2Fe@db.example:6543/app?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.crt&connect_timeout=3";
        let mut variables = connection(url).unwrap();
        variables.sort();
        let expected = [
            ("PGDATABASE", "app"),
            ("PGHOST", "db.example"),
            ("PGPASSWORD", "s/e"),
            ("PGPORT", "6543"),
            ("PGSSLMODE", "verify-full"),
            ("PGSSLROOTCERT", "/etc/ca.crt"),
            ("PGUSER", "me"),
        ];
        assert_eq!(variables, expected.map(|(name, value)| (name, value.to_owned())));
    }
}
