//! Reads from the folder of an embedded S3 server on the same machine.

use std::path::PathBuf;

use crate::support::{Call, FaultyS3, Stack, images};
use serde_json::json;

const PATH: &str = "/object/files/a%20b/letters.txt";
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

async fn stack() -> (Stack, FaultyS3) {
    let (stack, s3) = Stack::start_on_folder().await;
    stack.bucket(json!({ "name": "files", "public": true })).await;
    (stack, s3)
}

/// The file of the only object.
async fn only_file(stack: &Stack) -> PathBuf {
    let objects = stack.objects().await;
    assert_eq!(objects.len(), 1, "{objects:?}");
    PathBuf::from(&objects[0])
}

#[tokio::test]
async fn objects_are_read_without_a_request_to_s3() {
    let (stack, s3) = stack().await;
    let service = stack.service();
    service.upload(PATH, "text/plain", LETTERS).await.expect(200);
    assert_eq!(service.get(PATH).await.expect(200).body, LETTERS);
    assert_eq!(
        stack.without_token().get("/object/public/files/a%20b/letters.txt").await.expect(200).body,
        LETTERS
    );
    assert_eq!(service.header("range", "bytes=-3").get(PATH).await.expect(206).body, "xyz");
    assert_eq!(service.header("range", "bytes=0-0").get(PATH).await.expect(206).body, "a");

    // Of several blocks.
    let large: Vec<u8> = (0..1_000_000).map(|at| (at % 251) as u8).collect();
    service.upload("/object/files/large", "text/plain", large.clone()).await.expect(200);
    assert!(service.get("/object/files/large").await.expect(200).body == large);
    let middle = service.header("range", "bytes=262143-524288").get("/object/files/large").await.expect(206);
    assert!(middle.body == large[262_143..=524_288]);
    service.upload("/object/files/empty", "text/plain", "").await.expect(200);
    assert_eq!(service.get("/object/files/empty").await.expect(200).body, "");

    service
        .upload("/object/files/photo.png", "image/png", images::photo(40, 20, image::ImageFormat::Png))
        .await
        .expect(200);
    service.get("/render/image/authenticated/files/photo.png?width=10").await.expect(200);
    assert_eq!(s3.calls(Call::Get), 0);
}

#[tokio::test]
async fn an_overwritten_object_is_read_as_it_is_now() {
    let (stack, _) = stack().await;
    let service = stack.service().header("x-upsert", "true");
    for text in ["one", "two"] {
        service.upload(PATH, "text/plain", text).await.expect(200);
        assert_eq!(service.get(PATH).await.expect(200).body, text);
    }
}

#[tokio::test]
async fn missing_bytes_are_an_error_as_with_s3() {
    let (stack, _) = stack().await;
    let service = stack.service();
    service.upload(PATH, "text/plain", LETTERS).await.expect(200);
    std::fs::remove_file(only_file(&stack).await).unwrap();
    service.get(PATH).await.expect_error("404", "NoSuchKey");
}

#[tokio::test]
async fn damaged_bytes_are_not_delivered() {
    let (stack, _) = stack().await;
    let service = stack.service();
    service.upload(PATH, "text/plain", LETTERS).await.expect(200);
    let file = only_file(&stack).await;
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[5] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let response = service.try_send(hyper::Method::GET, PATH, "").await;
    assert!(response.is_none_or(|response| response.status == 500));
}

#[tokio::test]
async fn a_folder_without_the_bucket_is_an_error_of_the_configuration() {
    let nowhere = tempfile::tempdir().unwrap();
    let stack = Stack::start_with(&[("STORAGE_S3_FOLDER", nowhere.path().to_str().unwrap())]).await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload(PATH, "text/plain", LETTERS).await.expect(200);
    stack.service().get(PATH).await.expect(500);
}
