//! `Accept-Encoding`: which content codings a client accepts (RFC 9110, 12.5.3).

use actix_web::http::header::HeaderValue;

/// Whether `coding` is named, or matched by `*`, with a quality above zero.
pub(super) fn accepts<'a>(values: impl Iterator<Item = &'a HeaderValue>, coding: &str) -> bool {
    let mut any = false;
    for item in values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')) {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let refused = parts.any(|part| {
            part.strip_prefix("q=")
                .is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0))
        });
        if name.eq_ignore_ascii_case(coding) {
            return !refused;
        }
        any |= name == "*" && !refused;
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts_gzip(header: &'static str) -> bool {
        accepts([HeaderValue::from_static(header)].iter(), "gzip")
    }

    #[test]
    fn accepts_a_coding_that_is_named_or_matched_by_the_wildcard() {
        for header in ["gzip", "br, GZIP;q=0.5", "*", "br;q=0, *;q=0.1"] {
            assert!(accepts_gzip(header), "{header}");
        }
    }

    #[test]
    fn rejects_a_coding_that_is_missing_or_has_quality_zero() {
        for header in ["", "br", "identity", "gzip;q=0", "*, gzip; q=0.0", "xgzip"] {
            assert!(!accepts_gzip(header), "{header}");
        }
    }
}
