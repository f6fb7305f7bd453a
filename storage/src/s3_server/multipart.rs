//! Multipart uploads: each has a folder with a description and a file for each part, until it is completed or aborted.
//!
//! A completion writes the object beside its place, publishes it, and removes the upload. A crash leaves the upload as it
//! was, the object and the upload, which can be completed again, or the object.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::SystemTime;

use md5::{Digest, Md5};
use s3s::dto::CompletedPart;
use s3s::{S3Error, S3ErrorCode, S3Result, s3_error};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::durable::{self, TempFolder};
use super::error::{internal, read_error};
use super::object_file::ObjectFile;
use super::object_writer::{ObjectWriter, Parts, Written, copy};
use crate::hex::hex;

/// The smallest part but the last, in bytes.
const MIN_PART_BYTES: u64 = 5 * 1024 * 1024;
const DESCRIPTION: &str = "upload.json";

/// The uploads of all buckets.
pub struct Uploads {
    folder: PathBuf,
    temp: TempFolder,
}

/// An upload in progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Upload {
    #[serde(skip)]
    pub id: String,
    pub bucket: String,
    pub key: String,
    pub initiated: SystemTime,
}

impl Uploads {
    /// Opens the folder, and removes uploads that a crash left before they had a description.
    pub fn open(folder: PathBuf, temp: TempFolder) -> std::io::Result<Self> {
        std::fs::create_dir_all(&folder)?;
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if !path.join(DESCRIPTION).exists() {
                durable::remove_folder(&temp, &path)?;
            }
        }
        Ok(Self { folder, temp })
    }

    /// Begins an upload, and returns its id.
    pub fn create(&self, bucket: &str, key: &str) -> std::io::Result<String> {
        let id = Uuid::new_v4().to_string();
        let folder = self.folder.join(&id);
        let upload = Upload {
            id: id.clone(),
            bucket: bucket.to_owned(),
            key: key.to_owned(),
            initiated: SystemTime::now(),
        };
        let description = self.temp.file();
        std::fs::write(description.path(), serde_json::to_vec(&upload)?)?;
        std::fs::File::open(description.path())?.sync_all()?;
        std::fs::create_dir(&folder)?;
        description.publish_in(&folder, DESCRIPTION)?;
        durable::sync(&self.folder)?;
        Ok(id)
    }

    /// # Errors
    /// `NoSuchUpload` when there is no such upload to this key.
    pub fn check(&self, id: &str, bucket: &str, key: &str) -> S3Result<()> {
        let found = self.find(id).map_err(internal)?;
        let matches = found.is_some_and(|upload| upload.bucket == bucket && upload.key == key);
        if matches { Ok(()) } else { Err(S3ErrorCode::NoSuchUpload.into()) }
    }

    fn find(&self, id: &str) -> std::io::Result<Option<Upload>> {
        let Ok(id) = Uuid::parse_str(id).map(|id| id.to_string()) else { return Ok(None) };
        match std::fs::read(self.folder.join(&id).join(DESCRIPTION)) {
            Ok(json) => Ok(Some(Upload { id, ..serde_json::from_slice(&json)? })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// All uploads to a bucket, by key and id.
    pub fn list(&self, bucket: &str) -> std::io::Result<Vec<Upload>> {
        let mut uploads = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            uploads.extend(self.find(&name.to_string_lossy())?.filter(|upload| upload.bucket == bucket));
        }
        uploads.sort_by(|one, other| (&one.key, &one.id).cmp(&(&other.key, &other.id)));
        Ok(uploads)
    }

    /// Stores a part, or replaces that of the same number.
    ///
    /// # Errors
    /// `NoSuchUpload` when another request has ended the upload.
    pub fn add_part(&self, id: &str, number: i32, part: Written) -> S3Result<()> {
        match part.temp.publish_in(&self.folder.join(id), &part_name(number)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Err(S3ErrorCode::NoSuchUpload.into()),
            published => published.map_err(internal),
        }
    }

    /// Writes the object of these parts beside its place. The upload remains.
    ///
    /// # Errors
    /// When the parts are not in order, too small, or not those that the client names.
    pub async fn assemble(&self, id: &str, named: &[CompletedPart]) -> S3Result<Written> {
        let numbers = part_numbers(named)?;
        let mut writer = ObjectWriter::of_parts(self.temp.file());
        let (mut md5s, mut sizes) = (Md5::new(), Vec::with_capacity(named.len()));
        for (number, part) in numbers.into_iter().zip(named) {
            let opened = self.open_part(id, number).await?;
            if part.e_tag.as_ref().is_some_and(|tag| tag.value() != opened.e_tag) {
                return Err(S3ErrorCode::InvalidPart.into());
            }
            if opened.size < MIN_PART_BYTES && sizes.len() + 1 < named.len() {
                return Err(S3ErrorCode::EntityTooSmall.into());
            }
            md5s.update(md5_of(&opened)?);
            sizes.push(opened.size);
            let whole = 0..opened.size;
            writer = copy(opened, whole, writer).await.map_err(read_error)?;
        }
        let e_tag = format!("{}-{}", hex(&md5s.finalize()), sizes.len());
        writer.finish(Some(Parts { e_tag, sizes })).await.map_err(internal)
    }

    async fn open_part(&self, id: &str, number: i32) -> S3Result<ObjectFile> {
        let opened = ObjectFile::open(self.folder.join(id).join(part_name(number))).await;
        opened.map_err(|error| match read_error(error) {
            missing if *missing.code() == S3ErrorCode::NoSuchKey => self.missing_part(id),
            error => error,
        })
    }

    fn missing_part(&self, id: &str) -> S3Error {
        let is_there = self.folder.join(id).join(DESCRIPTION).exists();
        if is_there { S3ErrorCode::InvalidPart.into() } else { S3ErrorCode::NoSuchUpload.into() }
    }

    /// Removes an upload.
    ///
    /// # Errors
    /// `NoSuchUpload` when another request has ended it.
    pub fn remove(&self, id: &str) -> S3Result<()> {
        match durable::remove_folder(&self.temp, &self.folder.join(id)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Err(S3ErrorCode::NoSuchUpload.into()),
            removed => removed.map_err(internal),
        }
    }
}

/// The numbers of the named parts, which must be in order.
fn part_numbers(named: &[CompletedPart]) -> S3Result<Vec<i32>> {
    let numbers: Option<Vec<i32>> = named.iter().map(|part| part.part_number).collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty()).ok_or(S3ErrorCode::MalformedXML)?;
    if numbers.is_sorted_by(|one, other| one < other) {
        Ok(numbers)
    } else {
        Err(S3ErrorCode::InvalidPartOrder.into())
    }
}

fn part_name(number: i32) -> String {
    format!("part-{number}")
}

/// The MD5 of a part, which is its ETag.
fn md5_of(part: &ObjectFile) -> S3Result<Vec<u8>> {
    let digits = part.e_tag.as_bytes().chunks(2);
    let bytes = digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    bytes.collect::<Option<_>>().ok_or_else(|| s3_error!(InternalError, "the ETag of a part is not an MD5"))
}
