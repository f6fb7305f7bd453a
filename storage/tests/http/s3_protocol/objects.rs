//! Objects: written, read, copied and deleted.

use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{ChecksumAlgorithm, Delete, MetadataDirective, ObjectIdentifier};
use serde_json::json;

use super::client::{bytes, error, put, read, service, start, start_with_bucket};

#[tokio::test]
async fn an_object_keeps_its_bytes_type_and_metadata() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let put = client
        .put_object()
        .bucket("files")
        .key("photos/one.txt")
        .content_type("text/plain")
        .cache_control("max-age=77")
        .metadata("author", "Anna")
        .body(ByteStream::from_static(b"the text"));
    let written = put.send().await.unwrap();
    let head = client.head_object().bucket("files").key("photos/one.txt").send().await.unwrap();
    assert_eq!(head.e_tag(), written.e_tag());
    assert_eq!((head.content_length(), head.content_type()), (Some(8), Some("text/plain")));
    assert_eq!(head.cache_control(), Some("max-age=77"));
    assert_eq!(head.metadata().unwrap()["author"], "Anna");
    assert!(head.last_modified().is_some());
    assert_eq!(read(&stack, "photos/one.txt").await, b"the text");

    // The rest of the API sees the same object.
    let info = stack.service().get("/object/info/files/photos/one.txt").await.expect(200).json();
    assert_eq!((&info["content_type"], &info["metadata"]["author"]), (&json!("text/plain"), &json!("Anna")));
    stack
        .service()
        .header("cache-control", "no-store")
        .upload("/object/files/two", "image/png", "x")
        .await
        .expect(200);
    let head = client.head_object().bucket("files").key("two").send().await.unwrap();
    assert_eq!((head.content_type(), head.cache_control()), (Some("image/png"), Some("no-store")));
}

#[tokio::test]
async fn writing_replaces_and_leaves_one_blob() {
    let stack = start_with_bucket().await;
    put(&stack, "a", b"first").await;
    put(&stack, "a", b"second").await;
    assert_eq!(read(&stack, "a").await, b"second");
    put(&stack, "empty", b"").await;
    assert_eq!(read(&stack, "empty").await, b"");
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn reads_ranges() {
    let stack = start_with_bucket().await;
    put(&stack, "a", b"0123456789abcdef").await;
    let client = service(&stack);
    for (range, expected, content_range) in [
        ("bytes=0-3", "0123", "bytes 0-3/16"),
        ("bytes=4-", "456789abcdef", "bytes 4-15/16"),
        ("bytes=-5", "bcdef", "bytes 11-15/16"),
        ("bytes=8-100", "89abcdef", "bytes 8-15/16"),
    ] {
        let found = client.get_object().bucket("files").key("a").range(range).send().await.unwrap();
        assert_eq!(found.content_range(), Some(content_range), "{range}");
        assert_eq!(found.body.collect().await.unwrap().to_vec(), expected.as_bytes(), "{range}");
    }
    for range in ["bytes=16-", "bytes=10000-20000"] {
        let outside = client.get_object().bucket("files").key("a").range(range).send().await;
        assert_eq!(error(outside), (416, "InvalidRange".to_owned()), "{range}");
    }
}

#[tokio::test]
async fn a_client_may_override_response_headers() {
    let stack = start_with_bucket().await;
    put(&stack, "a", b"text").await;
    let get = service(&stack)
        .get_object()
        .bucket("files")
        .key("a")
        .response_content_type("text/html")
        .response_cache_control("no-store")
        .response_content_disposition("attachment; filename=\"b.txt\"");
    let found = get.send().await.unwrap();
    assert_eq!((found.content_type(), found.cache_control()), (Some("text/html"), Some("no-store")));
    assert_eq!(found.content_disposition(), Some("attachment; filename=\"b.txt\""));
}

#[tokio::test]
async fn a_missing_object_is_a_404() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let get = client.get_object().bucket("files").key("none").send().await;
    assert_eq!(error(get), (404, "NoSuchKey".to_owned()));
    assert_eq!(error(client.head_object().bucket("files").key("none").send().await).0, 404);
    let bucket = client.get_object().bucket("none").key("none").send().await;
    assert_eq!(error(bucket), (404, "NoSuchBucket".to_owned()));
    let version = client.get_object().bucket("files").key("none").version_id("1").send().await;
    assert_eq!(error(version), (404, "NoSuchVersion".to_owned()));
}

#[tokio::test]
async fn keys_may_have_every_character_of_supabases_names() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let odd = "a folder/!-.*'() &$=@;:+,?_/..//end";
    put(&stack, odd, b"odd").await;
    assert_eq!(read(&stack, odd).await, b"odd");
    // Bucket, version and tenant belong to the key in the backing S3.
    let longest = "k".repeat(900);
    put(&stack, &longest, b"long").await;
    assert_eq!(read(&stack, &longest).await, b"long");
    let listed = client.list_objects_v2().bucket("files").send().await.unwrap();
    let keys: Vec<_> = listed.contents().iter().filter_map(|object| object.key()).collect();
    assert_eq!(keys, [odd, longest.as_str()]);
    let source = percent_encoding::utf8_percent_encode(odd, percent_encoding::NON_ALPHANUMERIC).to_string();
    client
        .copy_object()
        .bucket("files")
        .key("copy")
        .copy_source(format!("files/{source}"))
        .send()
        .await
        .unwrap();
    assert_eq!(read(&stack, "copy").await, b"odd");
    client.delete_object().bucket("files").key(odd).send().await.unwrap();

    for invalid in ["caf\u{e9}", "a[b]", "a|b", "a^b", "a\\b", "a%b", "a#b", "a~b", "a\u{1}b"] {
        let put = client.put_object().bucket("files").key(invalid).body(ByteStream::from_static(b"x"));
        assert_eq!(error(put.send().await), (400, "InvalidKey".to_owned()), "{invalid:?}");
        let get = client.get_object().bucket("files").key(invalid).send().await;
        assert_eq!(error(get), (404, "NoSuchKey".to_owned()), "{invalid:?}");
    }
    let long = client.put_object().bucket("files").key("k".repeat(1000)).body(ByteStream::from_static(b"x"));
    assert_eq!(error(long.send().await), (400, "InvalidKey".to_owned()));
    let too_long =
        client.put_object().bucket("files").key("k".repeat(1025)).body(ByteStream::from_static(b"x"));
    assert_eq!(error(too_long.send().await), (400, "KeyTooLongError".to_owned()));
}

#[tokio::test]
async fn an_empty_body_needs_no_length() {
    let stack = start_with_bucket().await;
    let put = super::client::Raw::new(&stack, hyper::Method::PUT, "/s3/files/empty");
    let put = super::client::Raw { payload: super::client::sha256(b""), ..put }.header("content-length", 0);
    let (mut headers, _) = put.signed();
    // As a proxy leaves it out.
    headers.retain(|(name, _)| *name != "content-length");
    put.send_with(&stack, headers, "").await.expect(200);
    assert_eq!(read(&stack, "empty").await, b"");
}

#[tokio::test]
async fn an_empty_folder_is_supabases_placeholder() {
    let stack = start_with_bucket().await;
    put(&stack, "folder/", b"").await;
    let names =
        stack.number("select count(*) from storage.objects where name = 'folder/.emptyFolderPlaceholder'");
    assert_eq!(names.await, 1);
}

#[tokio::test]
async fn copies_objects_with_or_without_their_metadata() {
    let stack = start_with_bucket().await;
    stack.bucket(json!({ "name": "others" })).await;
    let client = service(&stack);
    let put =
        client.put_object().bucket("files").key("a").content_type("text/plain").metadata("author", "Anna");
    put.body(ByteStream::from_static(b"text")).send().await.unwrap();

    let copied = client.copy_object().bucket("others").key("b").copy_source("files/a").send().await.unwrap();
    assert!(copied.copy_object_result().unwrap().e_tag().is_some());
    let head = client.head_object().bucket("others").key("b").send().await.unwrap();
    assert_eq!((head.content_type(), &*head.metadata().unwrap()["author"]), (Some("text/plain"), "Anna"));

    let replace = client
        .copy_object()
        .bucket("files")
        .key("a")
        .copy_source("/files/a")
        .metadata_directive(MetadataDirective::Replace)
        .content_type("text/css")
        .cache_control("max-age=9")
        .metadata("city", "Bastia");
    replace.send().await.unwrap();
    let head = client.head_object().bucket("files").key("a").send().await.unwrap();
    assert_eq!((head.content_type(), head.cache_control()), (Some("text/css"), Some("max-age=9")));
    assert_eq!(head.metadata().unwrap().get("author"), None);
    assert_eq!(read(&stack, "a").await, b"text");

    let tag = head.e_tag.unwrap();
    let copy = || client.copy_object().bucket("files").key("c").copy_source("files/a");
    copy().copy_source_if_match(&tag).send().await.unwrap();
    let other = copy().copy_source_if_none_match(&tag).send().await;
    assert_eq!(error(other), (412, "PreconditionFailed".to_owned()));
    let missing = client.copy_object().bucket("files").key("d").copy_source("files/none").send().await;
    assert_eq!(error(missing), (404, "NoSuchKey".to_owned()));
    assert_eq!(stack.objects().await.len(), 3);
}

#[tokio::test]
async fn deletes_objects_one_by_one_and_in_bulk() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    for key in ["a", "b", "c & d"] {
        put(&stack, key, b"x").await;
    }
    client.delete_object().bucket("files").key("a").send().await.unwrap();
    client.delete_object().bucket("files").key("a").send().await.unwrap();
    let missing_bucket = client.delete_object().bucket("none").key("a").send().await;
    assert_eq!(error(missing_bucket), (404, "NoSuchBucket".to_owned()));

    let key = |key: &str| ObjectIdentifier::builder().key(key).build().unwrap();
    let keys =
        Delete::builder().objects(key("b")).objects(key("c & d")).objects(key("none")).build().unwrap();
    let deleted = client.delete_objects().bucket("files").delete(keys).send().await.unwrap();
    assert_eq!((deleted.deleted().len(), deleted.errors().len()), (3, 0));
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn verifies_every_checksum_algorithm() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    for (number, algorithm) in [
        ChecksumAlgorithm::Crc32,
        ChecksumAlgorithm::Crc32C,
        ChecksumAlgorithm::Crc64Nvme,
        ChecksumAlgorithm::Sha1,
        ChecksumAlgorithm::Sha256,
    ]
    .into_iter()
    .enumerate()
    {
        let put = client.put_object().bucket("files").key(number.to_string()).checksum_algorithm(algorithm);
        put.body(ByteStream::from(bytes(100_000))).send().await.unwrap();
    }
    let wrong = client.put_object().bucket("files").key("wrong").checksum_crc32("AAAAAA==");
    let wrong = wrong.body(ByteStream::from_static(b"text")).send().await;
    assert_eq!(error(wrong), (400, "BadDigest".to_owned()));
    let wrong = client.put_object().bucket("files").key("wrong").content_md5("1B2M2Y8AsgTpgAmY7PhCfg==");
    let wrong = wrong.body(ByteStream::from_static(b"text")).send().await;
    assert_eq!(error(wrong), (400, "BadDigest".to_owned()));
    assert_eq!(stack.objects().await.len(), 5);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 5);
}

#[tokio::test]
async fn limits_of_the_bucket_hold() {
    let stack = start().await;
    let limits = json!({ "name": "files", "file_size_limit": 1000, "allowed_mime_types": ["image/png"] });
    stack.bucket(limits).await;
    let client = service(&stack);
    let put = |kind: &str, size| {
        client
            .put_object()
            .bucket("files")
            .key("a")
            .content_type(kind)
            .body(ByteStream::from(bytes(size)))
            .send()
    };
    assert_eq!(error(put("image/png", 1001).await), (413, "EntityTooLarge".to_owned()));
    assert_eq!(error(put("text/html", 10).await), (415, "InvalidMimeType".to_owned()));
    put("image/png", 1000).await.unwrap();
    let created = client.create_multipart_upload().bucket("files").key("b").content_type("text/html");
    assert_eq!(error(created.send().await), (415, "InvalidMimeType".to_owned()));
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn a_page_in_a_presigned_url_does_not_run_as_one_of_this_origin() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let put = client.put_object().bucket("files").key("a.html").content_type("text/html");
    put.body(ByteStream::from_static(b"<script>")).send().await.unwrap();
    let path = super::client::Raw::new(&stack, hyper::Method::GET, "/s3/files/a.html").presigned(60);
    let found = stack.without_token().get(&path).await.expect(200);
    assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    assert_eq!(found.header("x-content-type-options"), "nosniff");
}
