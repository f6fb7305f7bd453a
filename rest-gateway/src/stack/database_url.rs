//! A connection string for another role of the same database, or for eyes that need no password.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The same host, database and parameters, with another login.
pub fn as_role(url: &str, role: &str, password: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    format!("{scheme}://{role}:{}@{host}{tail}", utf8_percent_encode(password, NON_ALPHANUMERIC))
}

/// The same, with stars for its password. Where the address is unclear, rather too much is hidden.
pub fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let login = rest.rsplit_once('@').and_then(|(login, host)| Some((login.split_once(':')?.0, host)));
    let shown = match login {
        Some((role, host)) => format!("{role}:***@{host}"),
        None => rest.to_owned(),
    };
    format!("{scheme}://{}", hide_parameter(&shown))
}

/// `?password=…` is another place where Postgres takes it from.
fn hide_parameter(address: &str) -> String {
    let Some((path, query)) = address.split_once('?') else { return address.to_owned() };
    let hidden =
        query.split('&').map(|pair| if pair.starts_with("password=") { "password=***" } else { pair });
    format!("{path}?{}", hidden.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::{as_role, without_password};

    #[test]
    fn a_password_is_not_shown() {
        let cases = [
            (
                "postgres://postgres:s/e@c:r?et@127.0.0.1:5432/postgres",
                "postgres://postgres:***@127.0.0.1:5432/postgres",
            ),
            ("postgres://postgres@127.0.0.1:5432/postgres", "postgres://postgres@127.0.0.1:5432/postgres"),
            (
                "postgresql://db.example/app?user=a&password=b",
                "postgresql://db.example/app?user=a&password=***",
            ),
        ];
        for (url, shown) in cases {
            assert_eq!(without_password(url), shown);
        }
    }

    #[test]
    fn only_the_login_changes() {
        let cases = [
            (
                "postgres://postgres:secret@127.0.0.1:5432/postgres",
                "postgres://anon:a%2Fb@127.0.0.1:5432/postgres",
            ),
            (
                "postgres://db.example/app?sslmode=disable",
                "postgres://anon:a%2Fb@db.example/app?sslmode=disable",
            ),
        ];
        for (url, expected) in cases {
            assert_eq!(as_role(url, "anon", "a/b"), expected);
        }
    }
}
