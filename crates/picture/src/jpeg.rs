//! Detection of truncated JPEG files. The decoder fills the missing part with grey instead of failing.

use memchr::memchr_iter;

const END_OF_IMAGE: u8 = 0xd9;

/// Whether the file contains its end-of-image marker. What follows the marker, e.g. the second image of some cameras'
/// files, is ignored.
pub fn is_complete(file: &[u8]) -> bool {
    let mut rest = file.get(2..).unwrap_or_default();
    while let Some((marker, after)) = next_marker(rest) {
        if marker == END_OF_IMAGE {
            return true;
        }
        // A segment's length excludes the entropy-coded data after it, which extends to the next marker.
        let Some(after) = skip_segment(after) else { return false };
        rest = after;
    }
    false
}

/// The next marker outside of entropy-coded data, and the bytes after it.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let at = memchr_iter(0xff, bytes).find(|at| bytes.get(at + 1).is_some_and(|byte| is_marker(*byte)))?;
    Some((bytes[at + 1], &bytes[at + 2..]))
}

/// Within entropy-coded data, 0xff is followed by 0x00 or by a restart marker. Before a marker, 0xff may be repeated as
/// fill bytes.
fn is_marker(byte: u8) -> bool {
    !matches!(byte, 0x00 | 0x01 | 0xd0..=0xd7 | 0xff)
}

fn skip_segment(bytes: &[u8]) -> Option<&[u8]> {
    let length = u16::from_be_bytes([*bytes.first()?, *bytes.get(1)?]);
    bytes.get(usize::from(length)..)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: [u8; 17] = [
        0xff,
        0xd8, // start
        0xff,
        0xe1,
        0,
        4,
        0xff,
        END_OF_IMAGE, // a segment whose content looks like the end marker
        0xff,
        0xda,
        0,
        2, // a scan, and its data with a stuffed byte
        0xff,
        0x00,
        0xff,
        END_OF_IMAGE, // the end
        0x00,
    ];

    #[test]
    fn an_end_marker_inside_a_segment_does_not_count() {
        assert!(is_complete(&WHOLE));
        assert!(!is_complete(&WHOLE[..14]));
        assert!(!is_complete(&WHOLE[..8]));
        assert!(!is_complete(&[0xff]));
    }
}
