//! Checksums of PNG files.

use std::borrow::Cow;

const SIGNATURE_BYTES: usize = 8;
const LENGTH_BYTES: usize = 4;
const TYPE_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 4;

/// The file with the right checksum after each chunk. The decoder rejects wrong ones, which browsers and Supabase's
/// renderer ignore.
pub fn with_correct_checksums(file: &[u8]) -> Cow<'_, [u8]> {
    let mut corrected = Cow::Borrowed(file);
    let mut start = SIGNATURE_BYTES;
    while let Some(end) = chunk_end(file, start) {
        // The checksum covers the chunk's type and its data.
        let checksum = crc32fast::hash(&file[start + LENGTH_BYTES..end]).to_be_bytes();
        let next = end + CHECKSUM_BYTES;
        if file[end..next] != checksum {
            corrected.to_mut()[end..next].copy_from_slice(&checksum);
        }
        start = next;
    }
    corrected
}

/// The end of the data of the chunk that starts here, if the file contains all of it and its checksum.
fn chunk_end(file: &[u8], start: usize) -> Option<usize> {
    let length = *file.get(start..)?.first_chunk::<LENGTH_BYTES>()?;
    let length = usize::try_from(u32::from_be_bytes(length)).ok()?;
    let end = start.checked_add(LENGTH_BYTES + TYPE_BYTES)?.checked_add(length)?;
    if end.checked_add(CHECKSUM_BYTES)? <= file.len() { Some(end) } else { None }
}
