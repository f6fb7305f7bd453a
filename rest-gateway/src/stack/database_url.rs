//! A connection string for another role of the same database, or for eyes that need no password.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The same host, database and parameters, with another login. The address is read as tokio-postgres reads it: what is
/// before the first `@` is the login, and parameters could name another one after it.
pub fn as_role(url: &str, role: &str, password: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let address = rest.split_once('@').map_or(rest, |(_, address)| address);
    let (place, parameters) = address.split_once('?').unwrap_or((address, ""));
    let others: Vec<&str> =
        parameters.split('&').filter(|pair| !pair.is_empty() && !is_of_a_login(pair)).collect();
    let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    format!("{scheme}://{role}:{}@{place}{query}", utf8_percent_encode(password, NON_ALPHANUMERIC))
}

fn is_of_a_login(pair: &str) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    let name = percent_decode_str(name).decode_utf8_lossy();
    matches!(name.as_ref(), "user" | "password")
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
            (
                "postgresql://db.example/app?user=postgres&sslmode=require&pass%77ord=b",
                "postgresql://anon:a%2Fb@db.example/app?sslmode=require",
            ),
            ("postgres://db.example/app?user=postgres", "postgres://anon:a%2Fb@db.example/app"),
            ("postgres://me:s/e?c@db.example:5432/app", "postgres://anon:a%2Fb@db.example:5432/app"),
        ];
        for (url, expected) in cases {
            assert_eq!(as_role(url, "anon", "a/b"), expected);
        }
    }
}
