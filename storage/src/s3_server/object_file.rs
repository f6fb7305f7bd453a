//! The file of an object or of a part: its bytes, then a footer with its ETag and the checksums of its blocks. One file, so
//! that one rename publishes both.
//!
//! The footer is JSON, followed by its length, its CRC32C, and [`MAGIC`]. A file without it was written by an earlier
//! version of this server, and has only the bytes.

use std::collections::VecDeque;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, stream};
use s3s::crypto::{Checksum, Crc32c};
use serde::{Deserialize, Serialize};

/// The bytes that one checksum covers.
pub(super) const BLOCK_BYTES: usize = 256 * 1024;
/// The bytes of a block that are read and sent at once: so few that the allocator reuses their memory, while that of a whole
/// block would come from the system, and go back to it, each time. Pieces of 64 KiB are sent at half the rate: with them
/// the write buffer of actix grows beyond the 128 KiB that it keeps, and is allocated anew each time.
const PIECE_BYTES: usize = 48 * 1024;
const CHECKSUM_BYTES: usize = 4;
pub(super) const MAGIC: &[u8; 8] = b"\0S3BYTES";
/// The length and the CRC32C of the JSON, and the magic.
const TRAILER_BYTES: usize = 4 + 4 + 8;
/// The most bytes of the JSON, which has six for each block.
const MAX_JSON_BYTES: u64 = 1 << 30;
/// The bytes at the end of a file that are read when it is opened: in most files the footer, and all of a small object.
pub(super) const TAIL_BYTES: u64 = 32 * 1024;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("the bytes on disk differ from their checksum")]
    Damaged,
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Footer {
    pub size: u64,
    /// Without quotes.
    pub e_tag: String,
    /// The sizes of the parts that the object was uploaded in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<u64>,
    /// The CRC32C of each block, in base64.
    pub checksums: String,
}

/// An open file, whose bytes are verified as they are read.
pub struct ObjectFile {
    file: Arc<File>,
    tail: Tail,
    pub size: u64,
    /// Without quotes.
    pub e_tag: String,
    /// Empty for an object that was uploaded at once.
    pub parts: Vec<u64>,
    pub modified: SystemTime,
    /// None in a file without a footer.
    checksums: Option<Vec<u8>>,
    /// What [`ObjectFile::read_next`] has read and not yet returned.
    ready: VecDeque<Bytes>,
}

/// The end of a file, in memory.
struct Tail {
    start: u64,
    bytes: Bytes,
}

impl ObjectFile {
    /// # Errors
    /// When there is no such file, or its footer is damaged.
    pub async fn open(path: PathBuf) -> Result<Self, ReadError> {
        on_file_thread(move || Self::open_blocking(&path)).await
    }

    /// As [`ObjectFile::open`], on a thread that may wait for the disk.
    pub fn open_blocking(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(std::io::Error::from(ErrorKind::NotFound).into());
        }
        let (length, modified) = (metadata.len(), metadata.modified()?);
        let tail = Tail::read(&file, length)?;
        let Some(footer) = read_footer(&file, &tail, length)? else {
            let age = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let e_tag = format!("{length:x}-{:x}", age.as_nanos());
            let (file, parts) = (Arc::new(file), Vec::new());
            let ready = VecDeque::new();
            return Ok(Self { file, tail, size: length, e_tag, parts, modified, checksums: None, ready });
        };
        let Footer { size, e_tag, parts, checksums } = footer;
        let checksums = Some(BASE64_STANDARD.decode(checksums).map_err(|_| ReadError::Damaged)?);
        let (file, ready) = (Arc::new(file), VecDeque::new());
        Ok(Self { file, tail, size, e_tag, parts, modified, checksums, ready })
    }

    /// The bytes of a range within the object.
    pub fn stream(
        self,
        range: Range<u64>,
    ) -> impl Stream<Item = Result<Bytes, ReadError>> + Send + Sync + 'static {
        stream::try_unfold((self, range), async |(mut object, mut range)| {
            let bytes = object.read_next(&mut range).await?;
            Ok(bytes.map(|bytes| (bytes, (object, range))))
        })
    }

    /// The next bytes of a range within the object, until it returns None. It removes from the range what it has read.
    pub async fn read_next(&mut self, range: &mut Range<u64>) -> Result<Option<Bytes>, ReadError> {
        if self.ready.is_empty() && !range.is_empty() {
            let number = range.start / BLOCK_BYTES as u64;
            let mut at = number * BLOCK_BYTES as u64;
            for piece in self.read_block(number).await? {
                let end = at + piece.len() as u64;
                let wanted = range.start.max(at)..range.end.min(end);
                if !wanted.is_empty() {
                    self.ready.push_back(piece.slice(within(wanted.start - at)..within(wanted.end - at)));
                }
                at = end;
            }
            range.start = at.min(range.end);
        }
        Ok(self.ready.pop_front())
    }

    /// The verified pieces of a block.
    async fn read_block(&self, number: u64) -> Result<Vec<Bytes>, ReadError> {
        let start = number * BLOCK_BYTES as u64;
        let length = within(self.size.saturating_sub(start).min(BLOCK_BYTES as u64));
        let checksum = self.checksum(number, length)?;
        if let Some(block) = self.tail.get(start, length) {
            let pieces = vec![block];
            verify(&pieces, checksum)?;
            return Ok(pieces);
        }
        let cached = read_pieces(length, |piece, at| read_cached(&self.file, piece, start + at));
        let pieces = match cached {
            Ok(pieces) => pieces,
            Err(_) => {
                let file = self.file.clone();
                let read = move || read_pieces(length, |piece, at| file.read_exact_at(piece, start + at));
                on_file_thread(read).await?
            }
        };
        verify(&pieces, checksum)?;
        Ok(pieces)
    }

    /// The checksum of a block. None in a file without a footer.
    fn checksum(&self, number: u64, length: usize) -> Result<Option<[u8; CHECKSUM_BYTES]>, ReadError> {
        let Some(checksums) = &self.checksums else { return Ok(None) };
        let checksum = checksums.chunks_exact(CHECKSUM_BYTES).nth(within(number)).filter(|_| length > 0);
        let checksum = checksum.and_then(|bytes| bytes.try_into().ok());
        checksum.map(Some).ok_or(ReadError::Damaged)
    }
}

impl Tail {
    fn read(file: &File, length: u64) -> std::io::Result<Self> {
        let start = length.saturating_sub(TAIL_BYTES);
        let mut bytes = BytesMut::zeroed(within(length - start));
        file.read_exact_at(&mut bytes, start)?;
        Ok(Self { start, bytes: bytes.freeze() })
    }

    /// The bytes of a place in the file, if they are here.
    fn get(&self, start: u64, length: usize) -> Option<Bytes> {
        let start = within(start.checked_sub(self.start)?);
        let end = start.checked_add(length).filter(|end| *end <= self.bytes.len())?;
        Some(self.bytes.slice(start..end))
    }
}

/// Reads a block, each piece with the function, which gets its place in the block.
fn read_pieces(
    length: usize,
    read: impl Fn(&mut [u8], u64) -> std::io::Result<()>,
) -> std::io::Result<Vec<Bytes>> {
    let pieces = (0..length).step_by(PIECE_BYTES).map(|at| {
        let mut piece = BytesMut::zeroed(PIECE_BYTES.min(length - at));
        read(&mut piece, at as u64)?;
        Ok(piece.freeze())
    });
    pieces.collect()
}

/// Reads bytes that the system has in memory, which takes less time than a change of the thread. Fails where it would wait
/// for the disk.
#[cfg(target_os = "linux")]
fn read_cached(file: &File, bytes: &mut [u8], offset: u64) -> std::io::Result<()> {
    let length = bytes.len();
    let buffer = std::io::IoSliceMut::new(bytes);
    let read = rustix::io::preadv2(file, &mut [buffer], offset, rustix::io::ReadWriteFlags::NOWAIT)?;
    if read == length { Ok(()) } else { Err(ErrorKind::WouldBlock.into()) }
}

/// Always fails: only Linux can tell.
#[cfg(not(target_os = "linux"))]
fn read_cached(_: &File, _: &mut [u8], _: u64) -> std::io::Result<()> {
    Err(ErrorKind::WouldBlock.into())
}

/// Compares the pieces of a block with its checksum, if it has one.
fn verify(pieces: &[Bytes], checksum: Option<[u8; CHECKSUM_BYTES]>) -> Result<(), ReadError> {
    let Some(expected) = checksum else { return Ok(()) };
    let mut checksum = Crc32c::new();
    pieces.iter().for_each(|piece| checksum.update(piece));
    if checksum.finalize() == expected { Ok(()) } else { Err(ReadError::Damaged) }
}

/// A number of bytes within a block, or of blocks.
pub(super) fn within(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Runs calls of the file system, which may wait for the disk.
pub async fn on_file_thread<T: Send + 'static, E: From<std::io::Error> + Send + 'static>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    tokio::task::spawn_blocking(work).await.map_err(std::io::Error::other)?
}

fn read_footer(file: &File, tail: &Tail, length: u64) -> Result<Option<Footer>, ReadError> {
    let Some(end) = length.checked_sub(TRAILER_BYTES as u64) else { return Ok(None) };
    let trailer = tail.get(end, TRAILER_BYTES);
    let trailer = trailer.and_then(|bytes| <[u8; TRAILER_BYTES]>::try_from(&bytes[..]).ok());
    let [l0, l1, l2, l3, c0, c1, c2, c3, magic @ ..] = trailer.ok_or(ReadError::Damaged)?;
    if magic != *MAGIC {
        return Ok(None);
    }
    let json_length = u64::from(u32::from_be_bytes([l0, l1, l2, l3]));
    let start =
        end.checked_sub(json_length).filter(|_| json_length <= MAX_JSON_BYTES).ok_or(ReadError::Damaged)?;
    let json = match tail.get(start, within(json_length)) {
        Some(json) => json,
        None => {
            let mut json = BytesMut::zeroed(within(json_length));
            file.read_exact_at(&mut json, start)?;
            json.freeze()
        }
    };
    if Crc32c::checksum(&json) != [c0, c1, c2, c3] {
        return Err(ReadError::Damaged);
    }
    let footer: Footer = serde_json::from_slice(&json).map_err(|_| ReadError::Damaged)?;
    if footer.size == start { Ok(Some(footer)) } else { Err(ReadError::Damaged) }
}
