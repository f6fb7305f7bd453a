//! The size of an upload's parts. All but the last have the same size, which some S3 services require.

use crate::upload::part_buffers::PERMITS;

/// The chunk size that Supabase's clients use: such a chunk is one part.
const MIN_PART_BYTES: u64 = 6 * 1024 * 1024;
/// The most parts of an upload in S3.
const MAX_PARTS: u64 = 10_000;
/// The most bytes of an upload, whose parts then take all permits of the part buffers: about 500 GB.
pub const MAX_UPLOAD_BYTES: u64 = MAX_PARTS * MIN_PART_BYTES * PERMITS as u64;

/// The size of the parts of an upload of at most `bytes` bytes.
pub fn part_size(bytes: u64) -> u64 {
    bytes.min(MAX_UPLOAD_BYTES).div_ceil(MAX_PARTS).max(MIN_PART_BYTES)
}

/// The permits of the part buffers that a part of this size takes.
pub fn permits(part_bytes: u64) -> u32 {
    u32::try_from(part_bytes.div_ceil(MIN_PART_BYTES)).unwrap_or(PERMITS).clamp(1, PERMITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_upload_has_few_enough_parts_and_needs_few_enough_permits() {
        for bytes in [0, 1, MIN_PART_BYTES * MAX_PARTS, MIN_PART_BYTES * MAX_PARTS + 1, MAX_UPLOAD_BYTES] {
            let size = part_size(bytes);
            assert!(bytes.div_ceil(size) <= MAX_PARTS, "{bytes}");
            assert!(size.div_ceil(MIN_PART_BYTES) <= u64::from(PERMITS), "{bytes}");
        }
        assert_eq!((part_size(50 << 20), permits(part_size(50 << 20))), (MIN_PART_BYTES, 1));
        assert_eq!(permits(part_size(MAX_UPLOAD_BYTES)), PERMITS);
    }
}
