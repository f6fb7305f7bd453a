//! Rewrites connection strings: with another role's login, or with the password masked.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The same host, database and parameters with another login. As in tokio-postgres, the login is everything before the
/// first `@`. `user` and `password` parameters, which would override it, are removed.
pub fn as_role(url: &str, role: &str, password: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let address = rest.split_once('@').map_or(rest, |(_, address)| address);
    let (place, parameters) = address.split_once('?').unwrap_or((address, ""));
    let others: Vec<&str> =
        parameters.split('&').filter(|pair| !pair.is_empty() && !is_login_parameter(pair)).collect();
    let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    format!("{scheme}://{role}:{}@{place}{query}", utf8_percent_encode(password, NON_ALPHANUMERIC))
}

/// The same login and parameters with another database of the server.
pub fn as_database(url: &str, database: &str) -> String {
    let (address, parameters) = url.split_once('?').map_or((url, ""), |(address, rest)| (address, rest));
    let start = address.find("://").map_or(0, |end| end + 3);
    // A password may contain a slash, so the path begins after the host.
    let host = start + address[start..].rfind('@').map_or(0, |at| at + 1);
    let end = address[host..].find('/').map_or(address.len(), |slash| host + slash);
    let query = if parameters.is_empty() { String::new() } else { format!("?{parameters}") };
    format!("{}/{database}{query}", &address[..end])
}

fn is_login_parameter(pair: &str) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    let name = percent_decode_str(name).decode_utf8_lossy();
    matches!(name.as_ref(), "user" | "password")
}

/// Masks the password. If the string is ambiguous, it masks too much rather than too little.
pub fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let login = rest.rsplit_once('@').and_then(|(login, host)| Some((login.split_once(':')?.0, host)));
    let shown = match login {
        Some((role, host)) => format!("{role}:***@{host}"),
        None => rest.to_owned(),
    };
    format!("{scheme}://{}", hide_parameter(&shown))
}

/// Masks the `password` parameter.
fn hide_parameter(address: &str) -> String {
    let Some((path, query)) = address.split_once('?') else { return address.to_owned() };
    let hidden =
        query.split('&').map(|pair| if pair.starts_with("password=") { "password=***" } else { pair });
    format!("{path}?{}", hidden.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::{as_database, as_role, without_password};

    #[test]
    fn another_database_has_the_same_login_and_parameters() {
        let cases = [
            (
                "postgres://postgres:s/e@127.0.0.1:5432/postgres",
                "postgres://postgres:s/e@127.0.0.1:5432/other",
            ),
            ("postgresql://db.example?sslmode=disable", "postgresql://db.example/other?sslmode=disable"),
        ];
        for (url, expected) in cases {
            assert_eq!(as_database(url, "other"), expected);
        }
    }

    #[test]
    fn masks_the_password() {
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
    fn changes_only_the_login() {
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
