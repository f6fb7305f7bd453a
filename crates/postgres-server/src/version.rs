//! Versions of Postgres.

/// The oldest major version that the migrations and the REST engine work with.
pub const MIN_MAJOR_VERSION: u32 = 15;

/// The major version and the whole version in the output of `postgres --version`: `15` and `15.14` of
/// `postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)`.
pub fn parse(text: &str) -> Option<(u32, &str)> {
    let version = text.split_once("(PostgreSQL) ")?.1.split_whitespace().next()?;
    let digits = version.find(|c: char| !c.is_ascii_digit()).map_or(version, |end| &version[..end]);
    Some((digits.parse().ok()?, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_the_output_of_postgres() {
        assert_eq!(parse("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n"), Some((15, "15.14")));
        assert_eq!(parse("postgres (PostgreSQL) 18beta1\n"), Some((18, "18beta1")));
        assert_eq!(parse("bash: postgres: not found"), None);
    }
}
