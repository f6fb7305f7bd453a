//! The file of an object or of a part: its bytes, then a footer with its ETag and the checksums of its blocks. One file, so
//! that one rename publishes both.
//!
//! The footer is JSON, followed by its length, its CRC32C, and [`MAGIC`]. A file without it was written by an earlier
//! version of this server, and has only the bytes.

use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};
use md5::{Digest, Md5};
use s3s::crypto::{Checksum, Crc32c};
use serde::{Deserialize, Serialize};
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};

use super::durable::TempFile;

/// The bytes that one checksum covers.
const BLOCK_BYTES: usize = 256 * 1024;
const CHECKSUM_BYTES: usize = 4;
const MAGIC: &[u8; 8] = b"\0S3BYTES";
/// The length and the CRC32C of the JSON, and the magic.
const TRAILER_BYTES: usize = 4 + 4 + 8;
/// The most bytes of the JSON, which has six for each block.
const MAX_JSON_BYTES: u64 = 1 << 30;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("the bytes on disk differ from their checksum")]
    Damaged,
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Footer {
    size: u64,
    /// Without quotes.
    e_tag: String,
    /// The sizes of the parts that the object was uploaded in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<u64>,
    /// The CRC32C of each block, in base64.
    checksums: String,
}

/// An open file, whose bytes are verified as they are read.
pub struct ObjectFile {
    file: File,
    /// Where the next read begins.
    position: u64,
    pub size: u64,
    /// Without quotes.
    pub e_tag: String,
    /// Empty for an object that was uploaded at once.
    pub parts: Vec<u64>,
    pub modified: SystemTime,
    /// None in a file without a footer.
    checksums: Option<Vec<u8>>,
}

impl ObjectFile {
    /// # Errors
    /// When there is no such file, or its footer is damaged.
    pub async fn open(path: PathBuf) -> Result<Self, ReadError> {
        let opened = tokio::task::spawn_blocking(move || Self::open_blocking(&path)).await;
        opened.map_err(std::io::Error::other)?
    }

    /// As [`ObjectFile::open`], on a thread that may wait for the disk.
    pub fn open_blocking(path: &Path) -> Result<Self, ReadError> {
        let mut file = std::fs::File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(std::io::Error::from(ErrorKind::NotFound).into());
        }
        let (length, modified) = (metadata.len(), metadata.modified()?);
        let footer = read_footer(&mut file, length)?;
        let position = file.stream_position()?;
        let file = File::from_std(file);
        let Some(Footer { size, e_tag, parts, checksums }) = footer else {
            let age = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            let e_tag = format!("{length:x}-{:x}", age.as_nanos());
            return Ok(Self {
                file,
                position,
                size: length,
                e_tag,
                parts: Vec::new(),
                modified,
                checksums: None,
            });
        };
        let checksums = BASE64_STANDARD.decode(checksums).map_err(|_| ReadError::Damaged)?;
        Ok(Self { file, position, size, e_tag, parts, modified, checksums: Some(checksums) })
    }

    /// The bytes of a range within the object.
    pub fn stream(
        self,
        range: Range<u64>,
    ) -> impl Stream<Item = Result<Bytes, ReadError>> + Send + Sync + 'static {
        stream::try_unfold((self, range), async |(mut object, range)| {
            if range.is_empty() {
                return Ok::<_, ReadError>(None);
            }
            let number = range.start / BLOCK_BYTES as u64;
            let start = number * BLOCK_BYTES as u64;
            let block = object.read_block(number).await?;
            let end = (start + block.len() as u64).min(range.end);
            let wanted = within(range.start - start)..within(end - start);
            Ok(Some((block.slice(wanted), (object, end..range.end))))
        })
    }

    async fn read_block(&mut self, number: u64) -> Result<Bytes, ReadError> {
        let start = number * BLOCK_BYTES as u64;
        let length = within(self.size.saturating_sub(start).min(BLOCK_BYTES as u64));
        let mut block = BytesMut::zeroed(length);
        if self.position != start {
            self.file.seek(SeekFrom::Start(start)).await?;
        }
        self.file.read_exact(&mut block).await?;
        self.position = start + block.len() as u64;
        if let Some(checksums) = &self.checksums {
            let place = within(number) * CHECKSUM_BYTES;
            let expected = checksums.get(place..place + CHECKSUM_BYTES);
            if length == 0 || expected != Some(Crc32c::checksum(&block).as_slice()) {
                return Err(ReadError::Damaged);
            }
        }
        Ok(block.freeze())
    }
}

/// A number of bytes within a block, or of blocks.
fn within(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn read_footer(file: &mut std::fs::File, length: u64) -> Result<Option<Footer>, ReadError> {
    let Some(end) = length.checked_sub(TRAILER_BYTES as u64) else { return Ok(None) };
    let mut trailer = [0; TRAILER_BYTES];
    file.seek(SeekFrom::Start(end))?;
    file.read_exact(&mut trailer)?;
    let [l0, l1, l2, l3, c0, c1, c2, c3, magic @ ..] = trailer;
    if magic != *MAGIC {
        return Ok(None);
    }
    let json_length = u64::from(u32::from_be_bytes([l0, l1, l2, l3]));
    let start =
        end.checked_sub(json_length).filter(|_| json_length <= MAX_JSON_BYTES).ok_or(ReadError::Damaged)?;
    let mut json = vec![0; within(json_length)];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut json)?;
    if Crc32c::checksum(&json) != [c0, c1, c2, c3] {
        return Err(ReadError::Damaged);
    }
    let footer: Footer = serde_json::from_slice(&json).map_err(|_| ReadError::Damaged)?;
    if footer.size == start { Ok(Some(footer)) } else { Err(ReadError::Damaged) }
}

/// Writes an object beside its place.
pub struct ObjectWriter {
    file: File,
    temp: TempFile,
    block: BytesMut,
    checksums: Vec<u8>,
    /// None for an object of parts, whose ETag is that of their MD5s.
    md5: Option<Md5>,
    size: u64,
}

/// A written file that is on disk and can be published.
pub struct Written {
    pub temp: TempFile,
    pub size: u64,
    /// Without quotes.
    pub e_tag: String,
    /// Of an object or a part that was written at once.
    pub md5: [u8; 16],
}

impl ObjectWriter {
    /// Begins an object or a part that is written at once.
    pub async fn create(temp: TempFile) -> std::io::Result<Self> {
        Self::begin(temp, Some(Md5::new())).await
    }

    /// Begins an object of parts.
    pub async fn create_of_parts(temp: TempFile) -> std::io::Result<Self> {
        Self::begin(temp, None).await
    }

    async fn begin(temp: TempFile, md5: Option<Md5>) -> std::io::Result<Self> {
        let file = File::create_new(temp.path()).await?;
        Ok(Self { file, temp, block: BytesMut::new(), checksums: Vec::new(), md5, size: 0 })
    }

    pub async fn write(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        if let Some(md5) = &mut self.md5 {
            md5.update(bytes);
        }
        self.size += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK_BYTES - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == BLOCK_BYTES {
                self.write_block().await?;
            }
        }
        Ok(())
    }

    async fn write_block(&mut self) -> std::io::Result<()> {
        self.checksums.extend_from_slice(&Crc32c::checksum(&self.block));
        self.file.write_all(&self.block).await?;
        self.block.clear();
        Ok(())
    }

    /// Writes the footer, and syncs the file to disk. The ETag of an object of one part is the MD5 of its bytes.
    pub async fn finish(mut self, parts: Option<Parts>) -> std::io::Result<Written> {
        if !self.block.is_empty() {
            self.write_block().await?;
        }
        let md5: [u8; 16] = self.md5.take().unwrap_or_default().finalize().into();
        let (e_tag, parts) = match parts {
            Some(Parts { e_tag, sizes }) => (e_tag, sizes),
            None => (hex(&md5), Vec::new()),
        };
        let checksums = BASE64_STANDARD.encode(&self.checksums);
        let footer = Footer { size: self.size, e_tag: e_tag.clone(), parts, checksums };
        let mut end = serde_json::to_vec(&footer)?;
        let length = u32::try_from(end.len()).map_err(std::io::Error::other)?;
        let checksum = Crc32c::checksum(&end);
        end.extend_from_slice(&length.to_be_bytes());
        end.extend_from_slice(&checksum);
        end.extend_from_slice(MAGIC);
        self.file.write_all(&end).await?;
        // `sync_all` does not return the error of the last write, for example of a full disk. `flush` does.
        self.file.flush().await?;
        self.file.sync_all().await?;
        Ok(Written { temp: self.temp, size: self.size, e_tag, md5 })
    }
}

/// The parts of an object that was uploaded in parts.
pub struct Parts {
    /// Without quotes.
    pub e_tag: String,
    pub sizes: Vec<u64>,
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies a range of an object to a writer.
pub async fn copy(from: ObjectFile, range: Range<u64>, to: &mut ObjectWriter) -> Result<(), ReadError> {
    let mut bytes = std::pin::pin!(from.stream(range));
    while let Some(block) = bytes.next().await {
        to.write(&block?).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;

    use super::*;
    use crate::s3_server::durable::TempFolder;

    async fn write(folder: &TempFolder, bytes: &[u8]) -> Written {
        let mut writer = ObjectWriter::create(folder.file()).await.unwrap();
        for piece in bytes.chunks(100_000) {
            writer.write(piece).await.unwrap();
        }
        writer.finish(None).await.unwrap()
    }

    async fn read(path: &Path, range: Range<u64>) -> Result<Vec<u8>, ReadError> {
        let object = ObjectFile::open(path.to_owned()).await?;
        let append = async |all: Vec<u8>, bytes: Bytes| Ok([&all[..], &bytes[..]].concat());
        object.stream(range).try_fold(Vec::new(), append).await
    }

    #[tokio::test]
    async fn each_range_is_read_as_it_was_written() {
        let root = tempfile::tempdir().unwrap();
        let folder = TempFolder::open(root.path().join("temp")).unwrap();
        let bytes: Vec<u8> = (0..2 * BLOCK_BYTES + 10).map(|at| (at % 251) as u8).collect();
        let length = bytes.len() as u64;
        let written = write(&folder, &bytes).await;
        assert_eq!((written.size, written.e_tag), (length, hex(&Md5::digest(&bytes))));
        let block = BLOCK_BYTES as u64;
        for range in [0..length, 0..1, 5..5, block - 1..block + 1, block..2 * block, length - 1..length] {
            let expected = &bytes[within(range.start)..within(range.end)];
            assert!(read(written.temp.path(), range.clone()).await.unwrap() == expected, "{range:?}");
        }
        let empty = write(&folder, b"").await;
        assert_eq!(read(empty.temp.path(), 0..0).await.unwrap(), b"");
    }

    #[tokio::test]
    async fn a_changed_byte_is_noticed_wherever_it_is() {
        let root = tempfile::tempdir().unwrap();
        let folder = TempFolder::open(root.path().join("temp")).unwrap();
        let written = write(&folder, &[7; 1000]).await;
        let whole = std::fs::read(written.temp.path()).unwrap();
        for place in [0, 999, 1000, 1020, whole.len() - 17, whole.len() - 12] {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            std::fs::write(written.temp.path(), &changed).unwrap();
            let read = read(written.temp.path(), 0..1000).await;
            assert!(matches!(read, Err(ReadError::Damaged)), "{place}: {read:?}");
        }
        std::fs::write(written.temp.path(), &whole[1..]).unwrap();
        assert!(matches!(read(written.temp.path(), 0..999).await, Err(ReadError::Damaged)));
    }

    #[tokio::test]
    async fn a_file_without_footer_is_an_object() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("file");
        for text in [&b""[..], b"short", b"longer than the trailer of a footer"] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(read(&path, 0..text.len() as u64).await.unwrap(), text);
        }
    }
}
