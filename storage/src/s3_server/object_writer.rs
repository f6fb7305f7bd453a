//! Writes the file of an object or of a part, in the format of `object_file`.

use std::fs::File;
use std::io::Write;
use std::ops::Range;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::StreamExt;
use md5::{Digest, Md5};
use s3s::crypto::{Checksum, Crc32c};

use super::durable::TempFile;
use super::object_file::{BLOCK_BYTES, Footer, MAGIC, ObjectFile, ReadError, on_file_thread};
use crate::hex::hex;

/// Writes an object beside its place.
pub struct ObjectWriter {
    target: Target,
    block: Vec<u8>,
    checksums: Vec<u8>,
    /// None for an object of parts, whose ETag is that of their MD5s.
    md5: Option<Md5>,
    size: u64,
}

/// A file that is created by its first write.
struct Target {
    temp: TempFile,
    file: Option<File>,
}

impl Target {
    fn append(&mut self, bytes: &[u8]) -> std::io::Result<&File> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => File::create_new(self.temp.path())?,
        };
        file.write_all(bytes)?;
        Ok(self.file.insert(file))
    }
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
    pub fn new(temp: TempFile) -> Self {
        Self::begin(temp, Some(Md5::new()))
    }

    /// Begins an object of parts.
    pub fn of_parts(temp: TempFile) -> Self {
        Self::begin(temp, None)
    }

    fn begin(temp: TempFile, md5: Option<Md5>) -> Self {
        let target = Target { temp, file: None };
        Self { target, block: Vec::new(), checksums: Vec::new(), md5, size: 0 }
    }

    /// Appends bytes, and returns the writer.
    pub async fn write(mut self, mut bytes: &[u8]) -> std::io::Result<Self> {
        if let Some(md5) = &mut self.md5 {
            md5.update(bytes);
        }
        self.size += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK_BYTES - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == BLOCK_BYTES {
                self = self.write_block().await?;
            }
        }
        Ok(self)
    }

    /// The thread owns the file while it writes, so that an abandoned one is removed after the write.
    async fn write_block(mut self) -> std::io::Result<Self> {
        on_file_thread(move || {
            self.checksums.extend_from_slice(&Crc32c::checksum(&self.block));
            self.target.append(&self.block)?;
            self.block.clear();
            Ok(self)
        })
        .await
    }

    /// Writes the footer, and syncs the file to disk. The ETag of an object of one part is the MD5 of its bytes.
    pub async fn finish(self, parts: Option<Parts>) -> std::io::Result<Written> {
        on_file_thread(move || self.finish_blocking(parts)).await
    }

    fn finish_blocking(mut self, parts: Option<Parts>) -> std::io::Result<Written> {
        let mut end = self.block;
        if !end.is_empty() {
            self.checksums.extend_from_slice(&Crc32c::checksum(&end));
        }
        let md5: [u8; 16] = self.md5.take().unwrap_or_default().finalize().into();
        let (e_tag, parts) = match parts {
            Some(Parts { e_tag, sizes }) => (e_tag, sizes),
            None => (hex(&md5), Vec::new()),
        };
        let checksums = BASE64_STANDARD.encode(&self.checksums);
        let footer = Footer { size: self.size, e_tag: e_tag.clone(), parts, checksums };
        let json = serde_json::to_vec(&footer)?;
        let length = u32::try_from(json.len()).map_err(std::io::Error::other)?;
        end.extend_from_slice(&json);
        end.extend_from_slice(&length.to_be_bytes());
        end.extend_from_slice(&Crc32c::checksum(&json));
        end.extend_from_slice(MAGIC);
        self.target.append(&end)?.sync_all()?;
        Ok(Written { temp: self.target.temp, size: self.size, e_tag, md5 })
    }
}

/// The parts of an object that was uploaded in parts.
pub struct Parts {
    /// Without quotes.
    pub e_tag: String,
    pub sizes: Vec<u64>,
}

/// Copies a range of an object to a writer, and returns the writer.
pub async fn copy(
    from: ObjectFile,
    range: Range<u64>,
    mut to: ObjectWriter,
) -> Result<ObjectWriter, ReadError> {
    let mut bytes = std::pin::pin!(from.stream(range));
    while let Some(block) = bytes.next().await {
        to = to.write(&block?).await?;
    }
    Ok(to)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bytes::Bytes;
    use futures_util::TryStreamExt;

    use super::*;
    use crate::s3_server::durable::TempFolder;
    use crate::s3_server::object_file::{TAIL_BYTES, within};

    async fn write(folder: &TempFolder, bytes: &[u8]) -> Written {
        let mut writer = ObjectWriter::new(folder.file());
        for piece in bytes.chunks(100_000) {
            writer = writer.write(piece).await.unwrap();
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
    async fn objects_around_the_size_of_the_tail_are_read_as_they_were_written() {
        let root = tempfile::tempdir().unwrap();
        let folder = TempFolder::open(root.path().join("temp")).unwrap();
        let tail = within(TAIL_BYTES);
        for length in [tail - 200, tail - 1, tail, tail + 1, BLOCK_BYTES, BLOCK_BYTES + 100] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let written = write(&folder, &bytes).await;
            assert!(read(written.temp.path(), 0..length as u64).await.unwrap() == bytes, "{length}");
        }
    }

    #[tokio::test]
    async fn a_footer_that_is_longer_than_the_tail_is_read() {
        let root = tempfile::tempdir().unwrap();
        let folder = TempFolder::open(root.path().join("temp")).unwrap();
        let sizes = vec![1; within(TAIL_BYTES)];
        let writer = ObjectWriter::of_parts(folder.file()).write(b"bytes").await.unwrap();
        let parts = Parts { e_tag: "tag".to_owned(), sizes: sizes.clone() };
        let written = writer.finish(Some(parts)).await.unwrap();
        let object = ObjectFile::open(written.temp.path().to_owned()).await.unwrap();
        assert_eq!((object.e_tag.as_str(), object.size), ("tag", 5));
        assert_eq!(object.parts, sizes);
        assert_eq!(read(written.temp.path(), 0..5).await.unwrap(), b"bytes");
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
