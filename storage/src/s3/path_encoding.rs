//! The encoding of paths, in a URL and in the header `x-amz-copy-source`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

/// What stays unencoded.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

pub(super) fn encoded(path: &str) -> PercentEncode<'_> {
    utf8_percent_encode(path, PATH)
}
