//! Lists of objects, in both versions.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use s3s::dto::{
    CommonPrefix, ListObjectVersionsInput, ListObjectVersionsOutput, ListObjectsInput, ListObjectsOutput,
    ListObjectsV2Input, ListObjectsV2Output, Object, ObjectStorageClass, ObjectVersion,
    ObjectVersionStorageClass,
};
use s3s::{S3Result, s3_error};

use super::convert::{NameEncoding, e_tag, existing_bucket, is_common_prefix, length, timestamp};
use crate::app_state::AppState;
use crate::caller::Caller;
use crate::database::Operation;
use crate::database::bucket_read::{BucketRead, PublicBucket};
use crate::database::s3_listing::{self, LAST, ListedName, NameQuery};
use crate::error::Result;
use crate::names::BucketName;

/// The most entries of a page.
const MAX_KEYS: i32 = 1000;
/// The version id of an object in a bucket without versions.
const NO_VERSION: &str = "null";

/// One page of a list.
struct Page {
    entries: Vec<ListedName>,
    is_truncated: bool,
}

pub async fn list_objects_v2(
    state: &AppState,
    caller: &Caller,
    input: ListObjectsV2Input,
) -> S3Result<ListObjectsV2Output> {
    let bucket = existing_bucket(&input.bucket)?;
    let encoding = NameEncoding::new(input.encoding_type.as_ref())?;
    let max_keys = max_keys(input.max_keys)?;
    let after = match input.continuation_token.as_deref() {
        Some(token) => decode_token(token)?,
        None => input.start_after.clone().unwrap_or_default(),
    };
    let prefix = input.prefix.unwrap_or_default();
    let delimiter = input.delimiter.filter(|delimiter| !delimiter.is_empty());
    let page = page(state, caller, &bucket, (&prefix, delimiter.as_deref(), &after), max_keys).await?;
    let token = page.entries.last().filter(|_| page.is_truncated).map(|last| encode_token(&last.cursor()));
    let key_count = i32::try_from(page.entries.len()).unwrap_or(i32::MAX);
    let (contents, common_prefixes) = split(page.entries, &encoding);
    Ok(ListObjectsV2Output {
        name: Some(input.bucket),
        prefix: Some(encoding.encode(&prefix)),
        max_keys: Some(max_keys),
        key_count: Some(key_count),
        continuation_token: input.continuation_token,
        is_truncated: Some(page.is_truncated),
        next_continuation_token: token,
        contents: Some(contents),
        common_prefixes: Some(common_prefixes),
        delimiter: encoding.encode_option(delimiter),
        encoding_type: input.encoding_type,
        start_after: encoding.encode_option(input.start_after),
        request_charged: None,
    })
}

/// The first version: the marker is the last name of the previous page, which may be a common prefix.
pub async fn list_objects(
    state: &AppState,
    caller: &Caller,
    input: ListObjectsInput,
) -> S3Result<ListObjectsOutput> {
    let bucket = existing_bucket(&input.bucket)?;
    let encoding = NameEncoding::new(input.encoding_type.as_ref())?;
    let max_keys = max_keys(input.max_keys)?;
    let prefix = input.prefix.unwrap_or_default();
    let delimiter = input.delimiter.filter(|delimiter| !delimiter.is_empty());
    let marker = input.marker.unwrap_or_default();
    let is_common_prefix = is_common_prefix(&marker, &prefix, delimiter.as_deref());
    let after = if is_common_prefix { format!("{marker}{LAST}") } else { marker.clone() };
    let page = page(state, caller, &bucket, (&prefix, delimiter.as_deref(), &after), max_keys).await?;
    let next = page.entries.last().filter(|_| page.is_truncated && delimiter.is_some());
    let next_marker = next.map(|last| encoding.encode(&last.name));
    let (contents, common_prefixes) = split(page.entries, &encoding);
    Ok(ListObjectsOutput {
        name: Some(input.bucket),
        prefix: Some(encoding.encode(&prefix)),
        marker: Some(encoding.encode(&marker)),
        max_keys: Some(max_keys),
        is_truncated: Some(page.is_truncated),
        contents: Some(contents),
        common_prefixes: Some(common_prefixes),
        delimiter: encoding.encode_option(delimiter),
        next_marker,
        encoding_type: input.encoding_type,
        request_charged: None,
    })
}

/// Each object has one version, whose id is `null`.
pub async fn list_versions(
    state: &AppState,
    caller: &Caller,
    input: ListObjectVersionsInput,
) -> S3Result<ListObjectVersionsOutput> {
    let names = ListObjectsInput {
        bucket: input.bucket,
        delimiter: input.delimiter,
        encoding_type: input.encoding_type,
        expected_bucket_owner: None,
        marker: input.key_marker.clone(),
        max_keys: input.max_keys,
        optional_object_attributes: None,
        prefix: input.prefix,
        request_payer: None,
    };
    let listed = list_objects(state, caller, names).await?;
    let objects = listed.contents.unwrap_or_default();
    let is_truncated = listed.is_truncated.unwrap_or_default();
    let last = objects.last().and_then(|object| object.key.clone()).filter(|_| is_truncated);
    let versions = objects.into_iter().map(|object| ObjectVersion {
        e_tag: object.e_tag,
        is_latest: Some(true),
        key: object.key,
        last_modified: object.last_modified,
        size: object.size,
        storage_class: Some(ObjectVersionStorageClass::from_static(ObjectVersionStorageClass::STANDARD)),
        version_id: Some(NO_VERSION.to_owned()),
        ..ObjectVersion::default()
    });
    Ok(ListObjectVersionsOutput {
        common_prefixes: listed.common_prefixes,
        delete_markers: None,
        delimiter: listed.delimiter,
        encoding_type: listed.encoding_type,
        is_truncated: Some(is_truncated),
        key_marker: input.key_marker,
        max_keys: listed.max_keys,
        name: listed.name,
        next_key_marker: listed.next_marker.or(last),
        next_version_id_marker: is_truncated.then(|| NO_VERSION.to_owned()),
        prefix: listed.prefix,
        request_charged: None,
        version_id_marker: input.version_id_marker,
        versions: Some(versions.collect()),
    })
}

fn max_keys(wanted: Option<i32>) -> S3Result<i32> {
    match wanted.unwrap_or(MAX_KEYS) {
        wanted if wanted < 0 => Err(s3_error!(InvalidArgument, "max-keys is negative")),
        wanted => Ok(wanted.min(MAX_KEYS)),
    }
}

/// Reads a page of names: prefix, delimiter and cursor.
async fn page(
    state: &AppState,
    caller: &Caller,
    bucket: &BucketName,
    (prefix, delimiter, after): (&str, Option<&str>, &str),
    max_keys: i32,
) -> Result<Page> {
    // One extra entry shows whether there is a next page. A page of no entries is the last one.
    let extra = i64::from(max_keys > 0);
    let query = NameQuery { prefix, delimiter, after, limit: i64::from(max_keys) + extra };
    let read =
        BucketRead { caller, operation: Operation::S3_LIST_OBJECTS, bucket, public: PublicBucket::AsOthers };
    let listing = state.database.read(async |connection| s3_listing::list(connection, &read, &query).await);
    let mut entries = listing.await?;
    let is_truncated = entries.len() > max_keys.unsigned_abs() as usize;
    entries.truncate(max_keys.unsigned_abs() as usize);
    Ok(Page { entries, is_truncated })
}

fn split(entries: Vec<ListedName>, encoding: &NameEncoding) -> (Vec<Object>, Vec<CommonPrefix>) {
    let mut objects = Vec::new();
    let mut prefixes = Vec::new();
    for ListedName { name, object } in entries {
        let name = encoding.encode(&name);
        match object {
            None => prefixes.push(CommonPrefix { prefix: Some(name) }),
            Some(object) => objects.push(Object {
                key: Some(name),
                e_tag: Some(e_tag(&object.e_tag)),
                last_modified: Some(timestamp(object.last_modified)),
                size: Some(length(object.size)),
                storage_class: Some(ObjectStorageClass::from_static(ObjectStorageClass::STANDARD)),
                ..Object::default()
            }),
        }
    }
    (objects, prefixes)
}

/// Tokens are opaque to clients, but need no signature, because the next page is read with the caller's rights too.
fn encode_token(cursor: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(cursor)
}

fn decode_token(token: &str) -> S3Result<String> {
    let cursor = BASE64_URL_SAFE_NO_PAD.decode(token).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let cursor = cursor.filter(|cursor| !cursor.contains('\0'));
    cursor.ok_or_else(|| s3_error!(InvalidArgument, "The continuation token provided is incorrect"))
}
