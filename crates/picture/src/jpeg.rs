//! Whether a JPEG file is all there. Its decoder paints what is missing grey and says nothing.

const END_OF_IMAGE: u8 = 0xd9;

/// Whether the file goes on to its end marker. What follows that, such as a second picture of the same camera, is not
/// looked at.
pub fn is_whole(file: &[u8]) -> bool {
    let mut rest = file.get(2..).unwrap_or_default();
    while let Some((marker, after)) = next_marker(rest) {
        if marker == END_OF_IMAGE {
            return true;
        }
        // The image's own data come after the segment that announces them, up to the next marker.
        let Some(after) = skip_segment(after) else { return false };
        rest = after;
    }
    false
}

/// The next marker that is not a part of the image's data, and what follows it.
fn next_marker(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let at = bytes.windows(2).position(|pair| pair[0] == 0xff && is_marker(pair[1]))?;
    Some((bytes[at + 1], &bytes[at + 2..]))
}

/// In data, 0xff is followed by zero or by a restart marker; before a marker it may be repeated.
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
        END_OF_IMAGE, // a segment that only looks like the end
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
    fn the_end_is_the_end_of_the_image_and_not_of_a_thumbnail() {
        assert!(is_whole(&WHOLE));
        assert!(!is_whole(&WHOLE[..14]));
        assert!(!is_whole(&WHOLE[..8]));
        assert!(!is_whole(&[0xff]));
    }
}
