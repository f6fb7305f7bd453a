//! A connection string for another role of the same database.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The same host, database and parameters, with another login.
pub fn as_role(url: &str, role: &str, password: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    format!("{scheme}://{role}:{}@{host}{tail}", utf8_percent_encode(password, NON_ALPHANUMERIC))
}

#[cfg(test)]
mod tests {
    use super::as_role;

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
