//! Finds the ends of WebSocket frames (RFC 6455, 5.2) in a stream that is passed on as it is. The gateway may insert a frame
//! of its own only between two others.

/// Follows one direction of a connection.
#[derive(Debug, Default)]
pub(super) struct FrameBoundary {
    /// The part of a frame's header that was read.
    header: Vec<u8>,
    /// Bytes of the frame's payload that are still to come.
    payload: u64,
}

impl FrameBoundary {
    /// Whether no frame is in progress.
    pub(super) fn is_reached(&self) -> bool {
        self.header.is_empty() && self.payload == 0
    }

    /// Reads all bytes.
    pub(super) fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            bytes = &bytes[self.pass_frame(bytes)..];
        }
    }

    /// Reads bytes up to the end of the frame in progress. Returns their number.
    pub(super) fn pass_frame(&mut self, bytes: &[u8]) -> usize {
        let mut position = 0;
        while position < bytes.len() {
            if self.payload > 0 {
                let left = (bytes.len() - position) as u64;
                let part = self.payload.min(left);
                self.payload -= part;
                position += usize::try_from(part).unwrap_or(usize::MAX);
            } else {
                self.header.push(bytes[position]);
                position += 1;
                let Some(length) = payload_length(&self.header) else { continue };
                self.header.clear();
                self.payload = length;
            }
            if self.is_reached() {
                break;
            }
        }
        position
    }
}

/// The length of the payload, once the header is complete.
fn payload_length(header: &[u8]) -> Option<u64> {
    let second = *header.get(1)?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let (size, length) = match second & 0x7f {
        126 => (4, u64::from(u16::from_be_bytes(header.get(2..4)?.try_into().ok()?))),
        127 => (10, u64::from_be_bytes(header.get(2..10)?.try_into().ok()?)),
        short => (2, u64::from(short)),
    };
    (header.len() == size + mask).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(head: &[u8], payload: usize) -> Vec<u8> {
        [head, &vec![0x81; payload]].concat()
    }

    #[test]
    fn finds_the_end_of_every_kind_of_frame_however_it_is_cut() {
        let frames = [
            frame(&[0x81, 0], 0),
            frame(&[0x81, 5], 5),
            frame(&[0x82, 126, 1, 0], 256),
            frame(&[0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0], 65_536),
            frame(&[0x81, 0x85, 1, 2, 3, 4], 5),
        ];
        let all = frames.concat();
        for chunk in [1, 3, 7, 1000, all.len()] {
            let (mut boundary, mut ends, mut seen) = (FrameBoundary::default(), Vec::new(), 0);
            for mut bytes in all.chunks(chunk) {
                while !bytes.is_empty() {
                    let passed = boundary.pass_frame(bytes);
                    seen += passed;
                    bytes = &bytes[passed..];
                    if boundary.is_reached() {
                        ends.push(seen);
                    }
                }
            }
            let expected: Vec<usize> = frames
                .iter()
                .scan(0, |sum, frame| {
                    *sum += frame.len();
                    Some(*sum)
                })
                .collect();
            assert_eq!(ends, expected, "in chunks of {chunk}");
        }
    }
}
