//! Multipart uploads: parts in any order, completion, crashes, and objects that are read by part.

use aws_sdk_s3::primitives::ByteStream;
use hyper::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client::{PART_BYTES, Raw, bytes, error, read, rows, service, start_with_bucket};
use super::parts::{complete, completed, create, part};
use crate::support::eventually;

#[tokio::test]
async fn parts_in_any_order_make_one_object() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let whole = bytes(PART_BYTES * 2 + 1000);
    let third = part(&client, "a", &id, 30, &whole[PART_BYTES * 2..]).await;
    let second = part(&client, "a", &id, 20, &whole[PART_BYTES..PART_BYTES * 2]).await;
    part(&client, "a", &id, 10, b"replaced").await;
    let first = part(&client, "a", &id, 10, &whole[..PART_BYTES]).await;

    let list = || client.list_parts().bucket("files").key("a").upload_id(&id);
    let page = list().max_parts(2).send().await.unwrap();
    let numbers: Vec<_> = page.parts().iter().filter_map(|part| part.part_number()).collect();
    assert_eq!((numbers, page.is_truncated()), (vec![10, 20], Some(true)));
    assert_eq!(page.parts()[0].size(), Some(i64::try_from(PART_BYTES).unwrap()));
    let page = list().part_number_marker(page.next_part_number_marker().unwrap()).send().await.unwrap();
    assert_eq!(page.parts()[0].e_tag(), third.e_tag());
    assert_eq!(page.is_truncated(), Some(false));

    assert_eq!(rows(&stack).await, json!({ "objects": 0, "uploads": 1, "parts": 3 }));
    let tag = complete(&client, "a", &id, &[first, second, third]).await.unwrap();
    assert!(tag.ends_with("-3\""), "{tag}");
    assert!(read(&stack, "a").await == whole);
    let head = client.head_object().bucket("files").key("a").send().await.unwrap();
    assert_eq!((head.e_tag(), head.content_type()), (Some(tag.as_str()), Some("image/png")));
    assert_eq!(head.metadata().unwrap()["author"], "Anna");
    assert_eq!(rows(&stack).await, json!({ "objects": 1, "uploads": 0, "parts": 0 }));
    assert_eq!(stack.objects().await.len(), 1);
    assert!(!stack.files().await.iter().any(|file| file.contains("upload")), "no part stays");
    let again = complete(&client, "a", &id, &[]).await;
    assert_eq!(again, Err((404, "NoSuchUpload".to_owned())));
}

#[tokio::test]
async fn rejects_parts_that_are_unknown_unordered_or_too_small() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let first = part(&client, "a", &id, 1, &bytes(1000)).await;
    let second = part(&client, "a", &id, 2, &bytes(1000)).await;
    for (parts, code) in [
        (vec![second.clone(), first.clone()], "InvalidPartOrder"),
        (vec![first.clone(), first.clone()], "InvalidPartOrder"),
        (vec![first.clone(), completed(3, "\"x\"")], "InvalidPart"),
        (vec![completed(1, "\"x\"")], "InvalidPart"),
        (vec![first.clone(), second.clone()], "EntityTooSmall"),
    ] {
        assert_eq!(complete(&client, "a", &id, &parts).await, Err((400, code.to_owned())));
    }
    for number in [0, 10_001] {
        let upload = client.upload_part().bucket("files").key("a").upload_id(&id).part_number(number);
        let uploaded = upload.body(ByteStream::from_static(b"x")).send().await;
        assert_eq!(error(uploaded), (400, "InvalidArgument".to_owned()), "{number}");
    }
    // The upload goes on.
    complete(&client, "a", &id, &[first]).await.unwrap();
    assert_eq!(read(&stack, "a").await.len(), 1000);
}

#[tokio::test]
async fn what_the_backing_s3_rejects_is_the_clients_error() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let first = part(&client, "a", &id, 1, &bytes(1000)).await;
    // As when the same part arrives again while the upload is completed.
    let (backing, bucket) = (stack.s3().client(), stack.s3().bucket());
    let uploads = backing.list_multipart_uploads().bucket(bucket).send().await.unwrap();
    let upload = &uploads.uploads()[0];
    let replaced = backing.upload_part().bucket(bucket).set_key(upload.key.clone()).part_number(1);
    let replaced = replaced.set_upload_id(upload.upload_id.clone()).body(ByteStream::from_static(b"x"));
    replaced.send().await.unwrap();
    let completed = complete(&client, "a", &id, std::slice::from_ref(&first)).await;
    assert_eq!(completed, Err((400, "InvalidPart".to_owned())));

    // As when another request has aborted the upload.
    stack.s3().abort_uploads().await;
    assert_eq!(complete(&client, "a", &id, &[first]).await, Err((404, "NoSuchUpload".to_owned())));
    let late = client.upload_part().bucket("files").key("a").upload_id(&id).part_number(2);
    let late = late.body(ByteStream::from_static(b"x")).send().await;
    assert_eq!(error(late), (404, "NoSuchUpload".to_owned()));
    assert_eq!(rows(&stack).await["objects"], 0);
}

#[tokio::test]
async fn an_upload_goes_on_after_a_crash() {
    let mut stack = start_with_bucket().await;
    let whole = bytes(PART_BYTES + 1000);
    let id = create(&service(&stack), "a").await;
    let first = part(&service(&stack), "a", &id, 1, &whole[..PART_BYTES]).await;
    stack.kill_service().await;
    stack.restart_service().await;
    let client = service(&stack);
    let second = part(&client, "a", &id, 2, &whole[PART_BYTES..]).await;
    complete(&client, "a", &id, &[first, second]).await.unwrap();
    assert!(read(&stack, "a").await == whole);
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn an_object_is_read_by_part() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let whole = bytes(PART_BYTES + 1000);
    let id = create(&client, "a").await;
    let first = part(&client, "a", &id, 1, &whole[..PART_BYTES]).await;
    let second = part(&client, "a", &id, 2, &whole[PART_BYTES..]).await;
    complete(&client, "a", &id, &[first, second]).await.unwrap();
    let get = |key: &str, number| client.get_object().bucket("files").key(key).part_number(number);
    let last = get("a", 2).send().await.unwrap();
    let range = format!("bytes {PART_BYTES}-{}/{}", whole.len() - 1, whole.len());
    assert_eq!((last.parts_count(), last.content_range()), (Some(2), Some(range.as_str())));
    assert!(last.body.collect().await.unwrap().to_vec() == whole[PART_BYTES..]);
    let head = client.head_object().bucket("files").key("a").part_number(1).send().await.unwrap();
    assert_eq!((head.parts_count(), head.content_length()), (Some(2), i64::try_from(PART_BYTES).ok()));
    assert_eq!(error(get("a", 3).send().await), (416, "InvalidPartNumber".to_owned()));
    assert_eq!(error(get("a", 1).range("bytes=0-1").send().await), (400, "InvalidRequest".to_owned()));

    let put = client.put_object().bucket("files").key("b").body(ByteStream::from_static(b"at once"));
    put.send().await.unwrap();
    let only = get("b", 1).send().await.unwrap();
    assert_eq!((only.parts_count(), only.content_length()), (None, Some(7)));
    assert_eq!(error(get("b", 2).send().await), (416, "InvalidPartNumber".to_owned()));
}

#[tokio::test]
async fn a_completion_that_crashed_before_its_row_is_repeated() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let first = part(&client, "a", &id, 1, &bytes(1000)).await;
    // The backing S3 completes the upload, and its row is put back as before.
    stack.sql("create table upload_before as select * from storage.s3_multipart_uploads").await;
    stack.sql("create table parts_before as select * from storage.s3_multipart_uploads_parts").await;
    stack.sql("create table orphan_before as select * from storage.orphaned_blobs").await;
    complete(&client, "a", &id, std::slice::from_ref(&first)).await.unwrap();
    stack
        .sql(
            "set storage.allow_delete_query = 'true';
             delete from storage.objects;
             insert into storage.orphaned_blobs select * from orphan_before;
             insert into storage.s3_multipart_uploads select * from upload_before;
             insert into storage.s3_multipart_uploads_parts select * from parts_before",
        )
        .await;
    complete(&client, "a", &id, &[first]).await.unwrap();
    assert!(read(&stack, "a").await == bytes(1000));
    assert_eq!(rows(&stack).await, json!({ "objects": 1, "uploads": 0, "parts": 0 }));
}

#[tokio::test]
async fn concurrent_completions_make_one_object() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let first = part(&client, "a", &id, 1, &bytes(1000)).await;
    let all = (0..5).map(|_| complete(&client, "a", &id, std::slice::from_ref(&first)));
    let all = futures_util::future::join_all(all).await;
    assert!(all.iter().any(Result::is_ok), "{all:?}");
    assert!(read(&stack, "a").await == bytes(1000));
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn a_part_that_is_sent_again_before_it_has_arrived_is_kept() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let body = bytes(1000);
    let query = vec![("partNumber", "1".to_owned()), ("uploadId", id.clone())];
    let slow = Raw { query, ..Raw::new(&stack, Method::PUT, "/s3/files/a") };
    let lines: String = slow.signed().0.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let target = format!("/s3/files/a?partNumber=1&uploadId={id}");
    let head = format!(
        "PUT {target} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n{lines}\r\n",
        slow.host,
        body.len()
    );
    let mut connection = TcpStream::connect(&slow.host).await.unwrap();
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&body[..500]).await.unwrap();
    eventually(async || rows(&stack).await["parts"] == 1).await;
    let again = part(&client, "a", &id, 1, &body).await;
    connection.write_all(&body[500..]).await.unwrap();
    let mut status = vec![0; 12];
    connection.read_exact(&mut status).await.unwrap();
    assert_eq!(status, b"HTTP/1.1 200");
    assert_eq!(rows(&stack).await["parts"], 1);
    complete(&client, "a", &id, &[again]).await.unwrap();
    assert!(read(&stack, "a").await == body);
}

#[tokio::test]
async fn copies_parts_from_objects() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let whole = bytes(PART_BYTES + 100);
    client.put_object().bucket("files").key("source").body(whole.clone().into()).send().await.unwrap();
    let id = create(&client, "a").await;
    let copy = |number| {
        client
            .upload_part_copy()
            .bucket("files")
            .key("a")
            .upload_id(&id)
            .part_number(number)
            .copy_source("files/source")
    };
    let first = copy(1).send().await.unwrap().copy_part_result.unwrap();
    let second = copy(2).copy_source_range("bytes=10-19").send().await.unwrap().copy_part_result.unwrap();
    for range in ["bytes=-5", "bytes=5-", "bytes=0-99999999"] {
        let invalid = copy(3).copy_source_range(range).send().await;
        assert_eq!(error(invalid), (400, "InvalidArgument".to_owned()), "{range}");
    }
    let missing = client.upload_part_copy().bucket("files").key("a").upload_id(&id).part_number(3);
    assert_eq!(error(missing.copy_source("files/none").send().await), (404, "NoSuchKey".to_owned()));
    let parts = [completed(1, first.e_tag().unwrap()), completed(2, second.e_tag().unwrap())];
    complete(&client, "a", &id, &parts).await.unwrap();
    assert!(read(&stack, "a").await == [&whole[..], &whole[10..20]].concat());
}
