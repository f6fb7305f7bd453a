//! The parameters of a connection string that tokio-postgres does not read as libpq does: those of TLS, of keepalive,
//! of `target_session_attrs`, and the servers of a URL. tokio-postgres rejects some of their values and names, so they
//! are removed from the string before tokio-postgres parses the rest of it and reports what is wrong there.

use crate::host_list::Hosts;
use percent_encoding::percent_decode_str;

/// libpq's environment variables that set what a connection string leaves open, in the order of their parameters.
pub const VARIABLES: [&str; 6] =
    ["PGSSLMODE", "PGSSLROOTCERT", "PGSSLCERT", "PGSSLKEY", "PGTARGETSESSIONATTRS", "PGGSSENCMODE"];
/// In the order of [`Parameters::slots`].
const NAMES: [&str; 9] = [
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "target_session_attrs",
    "gssencmode",
    "keepalives_count",
    "keepalives_idle",
    "tcp_user_timeout",
];

/// Parameters of libpq that are accepted and change nothing: text is always UTF-8, TLS always sends the server's name
/// and never compresses, and Kerberos is not supported.
const WITHOUT_EFFECT: [&str; 7] = [
    "client_encoding",
    "fallback_application_name",
    "sslsni",
    "sslcompression",
    "krbsrvname",
    "gsslib",
    "gssdelegation",
];

/// A value with the name of its parameter or environment variable.
pub struct Setting {
    pub name: &'static str,
    pub value: String,
}

/// The parameters, each where the address or a variable sets it.
#[derive(Default)]
pub struct Parameters {
    pub mode: Option<Setting>,
    /// A file of certificates, or `system`.
    pub roots: Option<Setting>,
    pub certificate: Option<Setting>,
    pub key: Option<Setting>,
    pub target_session_attrs: Option<Setting>,
    pub gss: Option<Setting>,
    pub keepalives_count: Option<Setting>,
    pub keepalives_idle: Option<Setting>,
    pub tcp_user_timeout: Option<Setting>,
    /// The servers of a URL. Those of `name=value` pairs stay in the string: tokio-postgres reads them as libpq does.
    pub hosts: Hosts,
}

impl Parameters {
    /// Splits a connection string into the part that tokio-postgres reads and these parameters.
    pub fn split(address: &str) -> (String, Parameters) {
        match ["postgres://", "postgresql://"].iter().find(|scheme| address.starts_with(**scheme)) {
            Some(scheme) => split_url(address, scheme.len()),
            None => split_pairs(address),
        }
    }

    /// Fills in open parameters from environment variables. As with libpq, an empty variable counts as unset.
    pub fn complete(&mut self, variable: impl Fn(&str) -> Option<String>) {
        for (slot, name) in self.slots().into_iter().zip(VARIABLES) {
            if slot.is_none() {
                *slot = variable(name).filter(|value| !value.is_empty()).map(|value| Setting { name, value });
            }
        }
    }

    /// `sslrootcert=system`: the certificate authorities of the system.
    pub fn trusts_system(&self) -> bool {
        self.roots.as_ref().is_some_and(|roots| roots.value == "system")
    }

    fn slots(&mut self) -> [&mut Option<Setting>; 9] {
        [
            &mut self.mode,
            &mut self.roots,
            &mut self.certificate,
            &mut self.key,
            &mut self.target_session_attrs,
            &mut self.gss,
            &mut self.keepalives_count,
            &mut self.keepalives_idle,
            &mut self.tcp_user_timeout,
        ]
    }

    /// Takes a parameter's value, and returns whether it is removed from the string. The last occurrence counts.
    fn take(&mut self, name: &str, value: impl FnOnce() -> String) -> bool {
        for (slot, known) in self.slots().into_iter().zip(NAMES) {
            if name == known {
                *slot =
                    Some(Setting { name: known, value: value() }).filter(|setting| !setting.value.is_empty());
                return true;
            }
        }
        WITHOUT_EFFECT.contains(&name)
    }
}

fn split_url(address: &str, scheme: usize) -> (String, Parameters) {
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    // As in tokio-postgres, the login ends at the first @, and the list of servers at the path or the parameters.
    let login = address.find('@').map_or(scheme, |end| end + 1);
    let servers = address[login..].find(['/', '?']).map_or(address.len(), |end| login + end);
    let (path, pairs) = address[servers..].split_once('?').unwrap_or((&address[servers..], ""));
    let hosts = Hosts::parse_authority(&decode(&address[login..servers]));
    let mut parameters = Parameters { hosts, ..Parameters::default() };
    let others = pairs.split('&').filter(|pair| {
        let Some((name, value)) = pair.split_once('=') else { return !pair.is_empty() };
        let (name, value) = (decode(name), || decode(value));
        !parameters.take(&name, value) && !parameters.hosts.take(&name, value)
    });
    let others: Vec<&str> = others.collect();
    let login = &address[..login];
    let rest = match others.is_empty() {
        true => format!("{login}{path}"),
        false => format!("{login}{path}?{}", others.join("&")),
    };
    (rest, parameters)
}

fn split_pairs(address: &str) -> (String, Parameters) {
    let mut parameters = Parameters::default();
    let mut rest = String::new();
    let mut unread = address.trim_start();
    while let Some((name, value)) = unread.split_once('=') {
        let value = value.trim_start();
        let (text, after) = value_of_pair(value);
        if !parameters.take(name.trim_end(), || text) {
            rest.push_str(&unread[..unread.len() - after.len()]);
            rest.push(' ');
        }
        unread = after.trim_start();
    }
    rest.push_str(unread);
    (rest, parameters)
}

/// The value at the beginning of a text and the rest after it. A value in quotes ends at the closing quote, another one
/// at white space. A backslash escapes the next character.
fn value_of_pair(text: &str) -> (String, &str) {
    let (quoted, body) = text.strip_prefix('\'').map_or((false, text), |body| (true, body));
    let mut value = String::new();
    let mut letters = body.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            '\'' if quoted => return (value, &body[at + 1..]),
            _ if !quoted && letter.is_whitespace() => return (value, &body[at..]),
            _ => value.push(letter),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(address: &str) -> (String, [Option<String>; 4]) {
        let (rest, Parameters { mode, roots, certificate, key, .. }) = Parameters::split(address);
        let values = [mode, roots, certificate, key].map(|slot| slot.map(|setting| setting.value));
        (rest.trim_end().to_owned(), values)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_url_keeps_its_other_parameters() {
        assert_eq!(
            split("postgres://me:a%3Fb@/app?connect_timeout=5&sslmode=verify-full&options=-c%20jit%3Doff"),
            (
                "postgres://me:a%3Fb@/app?connect_timeout=5&options=-c%20jit%3Doff".to_owned(),
                [some("verify-full"), None, None, None]
            )
        );
        assert_eq!(
            split("postgresql:///app?sslrootcert=%2Fetc%2Fa%20b.crt&sslcert=c&sslkey=k"),
            ("postgresql:///app".to_owned(), [None, some("/etc/a b.crt"), some("c"), some("k")])
        );
        // A `?` in the password should have been encoded; tokio-postgres reads it as part of the password too.
        assert_eq!(split("postgres://me:?sslmode=allow@db/app").1, [None, None, None, None]);
    }

    #[test]
    fn pairs_keep_their_other_parameters_verbatim() {
        assert_eq!(
            split(
                r"host=db  sslmode = require password='a \' sslmode=no' sslrootcert='/etc/a b.crt' user=me"
            ),
            (
                r"host=db password='a \' sslmode=no' user=me".to_owned(),
                [some("require"), some("/etc/a b.crt"), None, None]
            )
        );
        assert_eq!(
            split(r"sslkey=/a\ b dbname=app"),
            ("dbname=app".to_owned(), [None, None, None, some("/a b")])
        );
    }

    #[test]
    fn malformed_text_is_left_for_tokio_postgres_to_reject() {
        for address in ["", "host", "host=", "host='db", "postgres://?sslmode", "a b=c"] {
            let (rest, _) = split(address);
            assert_eq!(rest, address);
        }
    }

    #[test]
    fn the_last_occurrence_counts_and_an_empty_value_is_unset() {
        assert_eq!(split("postgres://db?sslmode=allow&sslmode=require").1[0], some("require"));
        assert_eq!(split("postgres://db?sslmode=").1[0], None);
    }
}
