//! Gzip compression of a whole body in memory.

use std::io::Write;

use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// `None` if the encoder fails.
pub(super) fn gzip(bytes: &[u8], level: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}
