//! The embedded S3 server by itself.

use std::time::Duration;

use crate::support::{Client, S3, eventually};
use aws_sdk_s3::error::ProvideErrorMetadata;
use aws_sdk_s3::primitives::{ByteStream, SdkBody};
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http_body_util::StreamBody;
use hyper::Method;
use hyper::body::Frame;

const BUCKET: &str = "bytes";
const PART: usize = 5 * 1024 * 1024;

async fn put(client: &aws_sdk_s3::Client, key: &str, bytes: &[u8]) {
    let body = ByteStream::from(bytes.to_vec());
    client.put_object().bucket(BUCKET).key(key).body(body).send().await.unwrap();
}

async fn get(client: &aws_sdk_s3::Client, key: &str) -> Bytes {
    let found = client.get_object().bucket(BUCKET).key(key).send().await.unwrap();
    found.body.collect().await.unwrap().into_bytes()
}

#[tokio::test]
async fn rejects_unsigned_requests() {
    let s3 = S3::embedded().await;
    let client = Client::new(s3.address());
    for path in ["/", "/bytes", "/bytes/ab/anything"] {
        assert_eq!(client.get(path).await.status, 403, "{path}");
    }
    assert_eq!(client.send(Method::PUT, "/bytes/ab/anything", "x").await.status, 403);
    assert_eq!(client.delete("/bytes").await.status, 403);
}

#[tokio::test]
async fn a_crash_in_the_middle_of_a_write_leaves_the_old_object() {
    let mut s3 = S3::embedded().await;
    let client = s3.client();
    put(&client, "tenant/files/a.txt/1", b"old").await;
    let half = stream::iter([Ok::<_, std::io::Error>(Frame::data(Bytes::from(vec![7; PART])))]);
    let body = StreamBody::new(half.chain(stream::pending()));
    let writing = client
        .put_object()
        .bucket(BUCKET)
        .key("tenant/files/a.txt/1")
        .content_length(2 * PART as i64)
        .body(ByteStream::new(SdkBody::from_body_1_x(body)));
    let writing = tokio::spawn(writing.send());
    let temp = s3.folder().join(".temp");
    let bytes = || {
        let files = std::fs::read_dir(&temp).unwrap().filter_map(|file| file.ok()?.metadata().ok());
        files.map(|file| file.len()).sum::<u64>()
    };
    eventually(async || bytes() > 1024 * 1024).await;
    s3.crash().await;
    writing.abort();
    assert_eq!(bytes(), 0, "what the crash left is removed");
    assert_eq!(get(&s3.client(), "tenant/files/a.txt/1").await, "old");
}

#[tokio::test]
async fn damaged_bytes_are_not_delivered() {
    let s3 = S3::embedded().await;
    let client = s3.client();
    put(&client, "a/1", &[7; 1000]).await;
    let file = s3.folder().join("bytes/a/1");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[500] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    // The connection ends before the announced length, or before the answer.
    if let Ok(found) = client.get_object().bucket(BUCKET).key("a/1").send().await {
        assert!(found.body.collect().await.is_err());
    }
}

#[tokio::test]
async fn names_are_sorted_and_paged() {
    let s3 = S3::embedded().await;
    let client = s3.client();
    let mut keys = ["t/b/.hidden/1", "t/b/a b/1", "t/b/a-b/1", "t/b/a/1", "t/b/a/b/1", "t/c/x/1", "u/b/a/1"];
    for key in keys {
        put(&client, key, key.as_bytes()).await;
        assert_eq!(get(&client, key).await, key);
    }
    keys.sort_unstable();
    let pages = client.list_objects_v2().bucket(BUCKET).prefix("t/").max_keys(2).into_paginator().send();
    let pages = pages.try_collect().await.unwrap();
    let listed: Vec<&str> =
        pages.iter().flat_map(|page| page.contents()).map(|object| object.key().unwrap()).collect();
    assert_eq!((listed.as_slice(), pages.len()), (&keys[..6], 3));
    let top = client.list_objects_v2().bucket(BUCKET).delimiter("/").send().await.unwrap();
    let prefixes: Vec<&str> = top.common_prefixes().iter().map(|prefix| prefix.prefix().unwrap()).collect();
    assert_eq!(prefixes, ["t/", "u/"]);
    client.delete_object().bucket(BUCKET).key("t/b/a/b/1").send().await.unwrap();
    assert_eq!(get(&client, "t/b/a/1").await, "t/b/a/1");
}

#[tokio::test]
async fn an_upload_in_parts_is_atomic() {
    let mut s3 = S3::embedded().await;
    let client = s3.client();
    let created = client.create_multipart_upload().bucket(BUCKET).key("a/1").send().await.unwrap();
    let id = created.upload_id().unwrap().to_owned();
    for (number, bytes) in [(2, vec![b'a'; PART]), (5, b"not named".to_vec()), (9, b"end".to_vec())] {
        let part = client.upload_part().bucket(BUCKET).key("a/1").upload_id(&id).part_number(number);
        part.body(ByteStream::from(bytes)).send().await.unwrap();
    }
    s3.crash().await;
    let client = s3.client();
    let uploads = client.list_multipart_uploads().bucket(BUCKET).prefix("a/").send().await.unwrap();
    assert_eq!(uploads.uploads().iter().map(|one| one.upload_id()).collect::<Vec<_>>(), [Some(id.as_str())]);

    let complete = async |numbers: &[i32]| {
        let parts = numbers.iter().map(|number| CompletedPart::builder().part_number(*number).build());
        let parts = CompletedMultipartUpload::builder().set_parts(Some(parts.collect())).build();
        let request = client.complete_multipart_upload().bucket(BUCKET).key("a/1").upload_id(&id);
        let completed = request.multipart_upload(parts).send().await;
        completed.map(drop).map_err(|error| error.code().unwrap_or_default().to_owned())
    };
    assert_eq!(complete(&[2, 7]).await, Err("InvalidPart".to_owned()));
    assert_eq!(complete(&[9, 2]).await, Err("InvalidPartOrder".to_owned()));
    assert_eq!(complete(&[5, 9]).await, Err("EntityTooSmall".to_owned()));
    assert_eq!(complete(&[2, 9]).await, Ok(()));
    assert_eq!(complete(&[2, 9]).await, Err("NoSuchUpload".to_owned()));
    let object = get(&client, "a/1").await;
    assert!(object.len() == PART + 3 && object.ends_with(b"aend"));
    assert_eq!(s3.files().await.len(), 1, "the upload is removed");

    let part = client.get_object().bucket(BUCKET).key("a/1").part_number(2).send().await.unwrap();
    assert_eq!((part.parts_count(), part.content_range()), (Some(2), Some("bytes 5242880-5242882/5242883")));
    assert_eq!(part.body.collect().await.unwrap().into_bytes(), "end");
    let missing = client.get_object().bucket(BUCKET).key("a/1").part_number(3).send().await;
    assert_eq!(missing.unwrap_err().code(), Some("InvalidPartNumber"));
}

#[tokio::test]
async fn a_file_of_an_earlier_version_is_readable() {
    let s3 = S3::embedded().await;
    std::fs::create_dir_all(s3.folder().join("bytes/ab")).unwrap();
    std::fs::write(s3.folder().join("bytes/ab/abcd"), "as it stood").unwrap();
    let client = s3.client();
    let copied = client.copy_object().bucket(BUCKET).key("t/a/1").copy_source("bytes/ab/abcd");
    tokio::time::timeout(Duration::from_secs(30), copied.send()).await.unwrap().unwrap();
    assert_eq!(get(&client, "ab/abcd").await, "as it stood");
    assert_eq!(get(&client, "t/a/1").await, "as it stood");
}
