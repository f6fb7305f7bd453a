//! Checks URIs in settings: a scheme, and then characters that RFC 3986 allows.

/// StringOrURI of RFC 7519: a text with a colon must be a URI.
pub(super) fn is_string_or_uri(text: &str) -> bool {
    !text.contains(':') || scheme_and_rest(text).is_some()
}

/// The public address of an API behind a proxy: `http` or `https`, a host without user information, and a path.
pub(super) fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = scheme_and_rest(text) else { return false };
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let host = rest.strip_prefix("//").map(|rest| rest.split('/').next().unwrap_or_default());
    is_web && host.is_some_and(|host| !host.is_empty() && !host.contains('@')) && !rest.contains(['?', '#'])
}

fn scheme_and_rest(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let is_written = rest.chars().all(|c| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c));
    let escaped = |after: &str| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    (is_scheme && is_written && rest.split('%').skip(1).all(escaped)).then_some((scheme, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_a_colon_must_be_a_uri() {
        for text in ["app", "https://example.org/a%20b", "urn:example:a", "http://[::1]:3000"] {
            assert!(is_string_or_uri(text), "{text}");
        }
        for text in ["http://%%host", "1:2", ":x", "a b:c", "http://a b", "http://x%2"] {
            assert!(!is_string_or_uri(text), "{text}");
        }
    }

    #[test]
    fn an_address_is_http_and_has_a_host() {
        for text in ["http://example.org", "HTTPS://example.org:8443/api/", "http://[::1]:3000/"] {
            assert!(is_address(text), "{text}");
        }
        for text in
            ["example.org", "htp://example.org", "http:/@@host", "http://", "http://a@b/", "http://a/?b", ""]
        {
            assert!(!is_address(text), "{text}");
        }
    }
}
