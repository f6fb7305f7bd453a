//! Paths of the site in the configuration. Rejects texts that are no path.

use std::fmt;
use std::str::FromStr;

/// A path of the site, in which `*` stands for one segment: `/*/hotel-detail`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathPattern(String);

/// A text that is not a path.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a path of the site: it begins with `/`, does not end with one, and has no `?` or `#`")]
pub struct PathPatternError(String);

impl PathPattern {
    pub(super) fn matches(&self, path: &str) -> bool {
        let (mut pattern, mut path) = (self.0.split('/'), path.split('/'));
        loop {
            match (pattern.next(), path.next()) {
                (None, None) => return true,
                (Some("*"), Some(segment)) if !segment.is_empty() => {}
                (Some(expected), Some(segment)) if expected == segment => {}
                _ => return false,
            }
        }
    }
}

impl FromStr for PathPattern {
    type Err = PathPatternError;

    fn from_str(text: &str) -> Result<PathPattern, PathPatternError> {
        let whole = text == "/" || !text.ends_with('/');
        if text.starts_with('/') && whole && !text.contains(['?', '#']) {
            Ok(PathPattern(text.to_owned()))
        } else {
            Err(PathPatternError(text.to_owned()))
        }
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asterisk_stands_for_one_segment() {
        let pattern: PathPattern = "/*/hotel-detail".parse().unwrap();
        assert!(pattern.matches("/de/hotel-detail"));
        for path in
            ["/hotel-detail", "//hotel-detail", "/de/fr/hotel-detail", "/de/hotel-detail/1", "/de/hotels"]
        {
            assert!(!pattern.matches(path), "{path}");
        }
    }

    #[test]
    fn rejects_texts_that_are_no_path() {
        for text in ["", "hotels", "/hotels/", "/hotels?id=1", "/hotels#a"] {
            assert!(text.parse::<PathPattern>().is_err(), "{text}");
        }
        assert!("/".parse::<PathPattern>().unwrap().matches("/"));
    }
}
