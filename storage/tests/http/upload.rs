//! Uploads: raw bodies and forms, metadata, overwriting and concurrency.

use crate::support::{Form, Stack};
use hyper::Method;
use serde_json::json;

const PATH: &str = "/object/files/photos/one.png";
/// The signature of a PNG, and arbitrary bytes.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

#[tokio::test]
async fn stores_a_raw_body_with_its_type_and_cache_control() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();

    let response = service
        .header("cache-control", "max-age=60")
        .upload(PATH, "image/png", "bytes")
        .await
        .expect(200)
        .json();
    assert_eq!(response["Key"], "files/photos/one.png");
    assert!(response["Id"].is_string());

    let found = service.get(PATH).await.expect(200);
    assert_eq!(found.body, "bytes");
    assert_eq!(found.header("content-type"), "image/png");
    assert_eq!(found.header("cache-control"), "max-age=60");
}

#[tokio::test]
async fn stores_a_form_with_the_fields_before_its_file() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();

    let form = Form::default().field("cacheControl", "3600").field("metadata", r#"{"author":"Anna"}"#).file(
        "",
        "blob",
        "image/jpeg",
        b"a picture",
    );
    service.upload_form(Method::POST, PATH, &form).await.expect(200);

    let info = service.get("/object/info/files/photos/one.png").await.expect(200).json();
    assert_eq!(info["content_type"], "image/jpeg");
    assert_eq!(info["cache_control"], "max-age=3600");
    assert_eq!(info["metadata"], json!({ "author": "Anna" }));
    assert_eq!(info["size"], 9);
    assert_eq!(service.get(PATH).await.expect(200).body, "a picture");
}

#[tokio::test]
async fn reads_user_metadata_of_a_raw_body_from_a_header() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    // {"author":"Anna"}
    service.header("x-metadata", "eyJhdXRob3IiOiJBbm5hIn0=").upload(PATH, "image/png", "x").await.expect(200);
    let info = service.get("/object/info/files/photos/one.png").await.json();
    assert_eq!(info["metadata"], json!({ "author": "Anna" }));

    let response =
        service.header("x-metadata", "{not base64}").upload("/object/files/b", "image/png", "x").await;
    assert_eq!(response.expect_error("400", "InvalidParameter"), "Invalid Parameter x-metadata");
}

#[tokio::test]
async fn stores_x_robots_tag() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let tagged = stack.service().header("x-robots-tag", "googlebot: noindex, nofollow");
    tagged.upload("/object/files/raw", "text/plain", "x").await.expect(200);
    let form = Form::default().file("", "blob", "text/plain", b"x");
    tagged.upload_form(Method::POST, "/object/files/form", &form).await.expect(200);
    for path in ["/object/files/raw", "/object/files/form"] {
        let found = stack.service().get(path).await.expect(200);
        assert_eq!(found.header("x-robots-tag"), "googlebot: noindex, nofollow");
    }
    let kept = "select count(*) from storage.objects where metadata ->> 'xRobotsTag' = 'googlebot: noindex, nofollow'";
    assert_eq!(stack.number(kept).await, 2);

    let unknown =
        stack.service().header("x-robots-tag", "index").upload("/object/files/b", "text/plain", "b").await;
    let message = unknown.expect_error("400", "InvalidRequest");
    assert_eq!(message, "Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: \"index\"");
    let silent = stack.service().header("x-robots-tag", " ").header("x-upsert", "true");
    silent.upload("/object/files/raw", "text/plain", "x").await.expect(200);
    assert_eq!(stack.service().get("/object/files/raw").await.expect(200).header("x-robots-tag"), "none");
    let long = stack.service().header("x-robots-tag", &"a".repeat(256));
    long.upload("/object/files/long", "text/plain", "x").await.expect_error("400", "InvalidRequest");
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn stores_empty_files() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    service.upload("/object/files/raw", "text/plain", "").await.expect(200);
    service
        .upload_form(Method::POST, "/object/files/form", &Form::default().file("", "blob", "text/plain", b""))
        .await
        .expect(200);
    for path in ["/object/files/raw", "/object/files/form"] {
        let found = service.get(path).await.expect(200);
        assert_eq!((found.body.len(), found.header("content-length")), (0, "0"));
    }
}

#[tokio::test]
async fn rejects_a_second_upload_without_x_upsert() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    service.upload(PATH, "image/png", "first").await.expect(200);
    let response = service.upload(PATH, "image/png", "second").await;
    assert_eq!(response.expect_error("409", "ResourceAlreadyExists"), "The resource already exists");
    assert_eq!(response.json()["error"], "Duplicate");
    assert_eq!(service.get(PATH).await.body, "first");
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn overwriting_keeps_only_the_last_version() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let first = service.upload(PATH, "image/png", "first").await.expect(200).json();
    let second =
        service.header("x-upsert", "true").upload(PATH, "text/plain", "second").await.expect(200).json();
    assert_eq!(first["Id"], second["Id"]);
    let third = service.header("content-type", "text/css").send(Method::PUT, PATH, "third").await.expect(200);
    assert_eq!(third.json()["Id"], first["Id"]);

    let found = service.get(PATH).await;
    assert_eq!((found.body.as_ref(), found.header("content-type")), (b"third".as_ref(), "text/css"));
    assert_eq!(stack.objects().await.len(), 1);
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
}

#[tokio::test]
async fn concurrent_overwrites_leave_one_row_and_one_blob() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service().header("x-upsert", "true");
    let uploads = (0..20).map(|number| {
        let service = service.clone();
        tokio::spawn(
            async move { service.upload(PATH, "text/plain", format!("number {number}")).await.status },
        )
    });
    for upload in uploads.collect::<Vec<_>>() {
        assert_eq!(upload.await.unwrap(), 200);
    }
    stack.sweep_all_orphans().await;
    assert_eq!(stack.objects().await.len(), 1);
    assert!(service.get(PATH).await.expect(200).body.starts_with(b"number "));
}

#[tokio::test]
async fn exactly_one_of_concurrent_uploads_of_a_name_succeeds() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let uploads = (0..20).map(|_| {
        let service = service.clone();
        tokio::spawn(async move { service.upload(PATH, "text/plain", "x").await.status })
    });
    let mut won = 0;
    for upload in uploads.collect::<Vec<_>>() {
        won += usize::from(upload.await.unwrap() == 200);
    }
    stack.sweep_all_orphans().await;
    assert_eq!((won, stack.objects().await.len()), (1, 1));
}

#[tokio::test]
async fn stores_a_form_of_several_parts() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let bytes: Vec<u8> = (0..13_000_001_u32).map(|number| (number % 251) as u8).collect();
    service
        .upload_form(Method::POST, PATH, &Form::default().file("", "blob", "image/png", &bytes))
        .await
        .expect(200);
    let found = service.get(PATH).await.expect(200);
    assert!(found.body == bytes);
    assert!(found.header("etag").ends_with("-3\""));
    // No part and no multipart upload is left.
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
    assert!(!stack.files().await.iter().any(|file| file.contains("upload")));
}

#[tokio::test]
async fn stores_a_large_raw_body() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let bytes: Vec<u8> = (0..13_000_001_u32).map(|number| (number % 251) as u8).collect();
    stack.service().upload(PATH, "image/png", bytes.clone()).await.expect(200);
    assert!(stack.service().get(PATH).await.expect(200).body == bytes);
}

#[tokio::test]
async fn stores_a_form_with_a_tiny_file() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.bucket(json!({ "name": "images", "allowed_mime_types": ["image/png"] })).await;
    let service = stack.service();
    let beginning = PNG;
    for length in [0, 1, 7, 8, 9, 11, 12] {
        let form = Form::default().file("", "blob", "image/png", &beginning[..length]);
        for bucket in ["files", "images"] {
            let path = format!("/object/{bucket}/{length}.png");
            service.upload_form(Method::POST, &path, &form).await.expect(200);
            assert_eq!(service.get(&path).await.expect(200).body, beginning[..length]);
        }
    }
}

#[tokio::test]
async fn works_with_a_database_that_requires_tls() {
    let stack = Stack::start_on(test_db::Database::encrypted().await, &[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload("/object/files/a.txt", "text/plain", "x").await.expect(200);
    let listed = stack.service().post("/object/list/files", json!({ "prefix": "" })).await.expect(200);
    assert_eq!(listed.json()[0]["name"], "a.txt");
}
