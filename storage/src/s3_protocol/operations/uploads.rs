//! Multipart uploads in progress: their lookup, the caller's permission, and their list.

use s3s::dto::{
    CommonPrefix, ListMultipartUploadsInput, ListMultipartUploadsOutput, MultipartUpload, StorageClass,
};
use s3s::{S3ErrorCode, S3Result, s3_error};
use uuid::Uuid;

use super::conditions::WriteCondition;
use super::convert::{NameEncoding, existing, existing_bucket, is_common_prefix, timestamp};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::objects::Metadata;
use crate::database::s3_listing::LAST;
use crate::database::s3_uploads::{self, ListedUpload, UPLOAD_LIFETIME, Upload};
use crate::database::{Operation, Transaction, assume_caller_role, buckets, orphans};
use crate::error::Error;
use crate::upload::reservation::{self, Description, Permission, Target};

/// The most uploads of a page.
const MAX_UPLOADS: i32 = 1000;

/// An upload in progress that the caller may continue.
pub struct Continued {
    pub upload: Upload,
    pub target: Target,
    /// What the object will be, without what only its content tells.
    pub metadata: Metadata,
    /// In bytes.
    pub size_limit: u64,
}

/// Finds an upload, and checks that the caller may write its object.
///
/// # Errors
/// `NoSuchUpload` when it was completed, aborted or removed, `AccessDenied` when the policies reject the object.
pub async fn continue_upload(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    (bucket, key, id): (&str, &str, &str),
    WriteCondition { mode, precondition }: WriteCondition,
) -> S3Result<Continued> {
    let (bucket, key) = existing(bucket, key)?;
    let upload = {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        buckets::find(&transaction, bucket.as_str()).await?;
        s3_uploads::find(&transaction, id, &bucket, &key).await?
    };
    let upload = upload.ok_or(S3ErrorCode::NoSuchUpload)?;
    let metadata: Metadata = serde_json::from_value(upload.metadata.clone()).map_err(Error::internal)?;
    let target = Target { bucket, key, owner: caller.owner(), mode, precondition };
    let description = Description {
        mimetype: &metadata.mimetype,
        size: None,
        user_metadata: upload.user_metadata.as_ref(),
    };
    let permission = Permission::Check(caller.clone(), operation);
    let size_limit = {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        let version = Uuid::new_v4();
        reservation::check(state, &transaction, &permission, &target, version, &description).await?
    };
    Ok(Continued { upload, target, metadata, size_limit })
}

/// Locks an upload and extends the lease of its bytes, in a transaction.
///
/// # Errors
/// `NoSuchUpload` when another request has completed, aborted or removed it.
pub async fn lock(transaction: &Transaction<'_>, upload: &Upload) -> S3Result<()> {
    let there = s3_uploads::lock(transaction, &upload.id).await?
        && orphans::reserve_for(transaction, std::slice::from_ref(&upload.blob), UPLOAD_LIFETIME).await?;
    if there { Ok(()) } else { Err(S3ErrorCode::NoSuchUpload.into()) }
}

/// Lists the uploads that the caller's policies on `storage.s3_multipart_uploads` show.
pub async fn list(
    state: &AppState,
    caller: &Caller,
    input: ListMultipartUploadsInput,
) -> S3Result<ListMultipartUploadsOutput> {
    let bucket = existing_bucket(&input.bucket)?;
    let encoding = NameEncoding::new(input.encoding_type.as_ref())?;
    let max_uploads = input.max_uploads.unwrap_or(MAX_UPLOADS);
    if !(1..=MAX_UPLOADS).contains(&max_uploads) {
        return Err(s3_error!(InvalidArgument, "max-uploads is not between 1 and {MAX_UPLOADS}"));
    }
    let prefix = input.prefix.unwrap_or_default();
    let delimiter = input.delimiter.filter(|delimiter| !delimiter.is_empty());
    let mut found = Found::default();
    {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        buckets::find(&transaction, bucket.as_str()).await?;
        assume_caller_role(&transaction, caller, Operation::S3_LIST_MULTIPART).await?;
        let key = input.key_marker.as_deref().unwrap_or_default();
        let mut after = match is_common_prefix(key, &prefix, delimiter.as_deref()) {
            true => behind(key),
            false => first_cursor(key, input.upload_id_marker.as_deref()),
        };
        let wanted = max_uploads.unsigned_abs() as usize;
        loop {
            let limit = i64::try_from(wanted + 1 - found.len()).unwrap_or(1);
            let batch = s3_uploads::list(&transaction, &bucket, &prefix, (&after.0, &after.1), limit).await?;
            let is_last = i64::try_from(batch.len()).unwrap_or(limit) < limit;
            let skipped = found.add(batch, &prefix, delimiter.as_deref());
            if is_last && skipped.is_none() {
                break;
            }
            if found.len() > wanted {
                found.truncate(wanted);
                break;
            }
            after = skipped.unwrap_or_else(|| found.cursor());
        }
    }
    let next = found.is_truncated.then(|| found.cursor());
    let uploads = found.uploads.into_iter().map(|upload| MultipartUpload {
        initiated: Some(timestamp(upload.created_at)),
        key: Some(encoding.encode(&upload.key)),
        storage_class: Some(StorageClass::from_static(StorageClass::STANDARD)),
        upload_id: Some(upload.id),
        ..MultipartUpload::default()
    });
    let prefixes =
        found.prefixes.into_iter().map(|prefix| CommonPrefix { prefix: Some(encoding.encode(&prefix)) });
    Ok(ListMultipartUploadsOutput {
        bucket: Some(input.bucket),
        common_prefixes: Some(prefixes.collect()),
        delimiter: encoding.encode_option(delimiter),
        encoding_type: input.encoding_type,
        is_truncated: Some(found.is_truncated),
        key_marker: encoding.encode_option(input.key_marker),
        max_uploads: Some(max_uploads),
        next_key_marker: next.as_ref().map(|(key, _)| encoding.encode(key.trim_end_matches(LAST))),
        next_upload_id_marker: next.map(|(_, id)| id).filter(|id| !id.contains(LAST)),
        prefix: Some(encoding.encode(&prefix)),
        upload_id_marker: input.upload_id_marker,
        uploads: Some(uploads.collect()),
        request_charged: None,
    })
}

/// The cursor of a request: behind all uploads to the key if it names no upload.
fn first_cursor(key: &str, id: Option<&str>) -> (String, String) {
    let key = key.to_owned();
    match id.filter(|id| !id.is_empty()) {
        Some(id) => (key, id.to_owned()),
        None if key.is_empty() => (key, String::new()),
        None => (key, LAST.to_string()),
    }
}

/// The cursor behind all uploads whose keys begin with a common prefix.
fn behind(prefix: &str) -> (String, String) {
    (format!("{prefix}{LAST}"), LAST.to_string())
}

/// Uploads and common prefixes, in order.
#[derive(Default)]
struct Found {
    uploads: Vec<ListedUpload>,
    prefixes: Vec<String>,
    /// The cursor behind each entry.
    cursors: Vec<(String, String)>,
    is_truncated: bool,
}

impl Found {
    fn len(&self) -> usize {
        self.cursors.len()
    }

    fn cursor(&self) -> (String, String) {
        self.cursors.last().cloned().unwrap_or_default()
    }

    /// Adds uploads up to the first that belongs to a common prefix. Returns the cursor behind that prefix, where the
    /// list continues.
    fn add(
        &mut self,
        batch: Vec<ListedUpload>,
        prefix: &str,
        delimiter: Option<&str>,
    ) -> Option<(String, String)> {
        for upload in batch {
            let rest = &upload.key[prefix.len().min(upload.key.len())..];
            let cut = delimiter.and_then(|delimiter| Some(rest.find(delimiter)? + delimiter.len()));
            if let Some(cut) = cut {
                let common = upload.key[..prefix.len() + cut].to_owned();
                let cursor = behind(&common);
                self.prefixes.push(common);
                self.cursors.push(cursor.clone());
                return Some(cursor);
            }
            self.cursors.push((upload.key.clone(), upload.id.clone()));
            self.uploads.push(upload);
        }
        None
    }

    /// Removes the entry that shows that there is a next page.
    fn truncate(&mut self, length: usize) {
        self.is_truncated = true;
        while self.cursors.len() > length {
            match self.cursors.pop() {
                Some((key, _)) if key.ends_with(LAST) => drop(self.prefixes.pop()),
                _ => drop(self.uploads.pop()),
            }
        }
    }
}
