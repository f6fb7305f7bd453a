//! The protocol: creation, bytes, offsets, and malformed requests.

use hyper::Method;
use serde_json::json;

use super::{CREATION, PART, bytes, expect_text, stack};
use crate::support::{Stack, TusUpload, creation, metadata_header};

#[tokio::test]
async fn options_say_what_is_supported() {
    let stack = Stack::start_with(&[("FILE_SIZE_LIMIT", "12345")]).await;
    for path in ["/upload/resumable", "/upload/resumable/sign", "/upload/resumable/some-upload"] {
        let options = stack.without_token().send(Method::OPTIONS, path, "").await.expect(204);
        assert_eq!(options.header("tus-version"), "1.0.0");
        assert_eq!(options.header("tus-max-size"), "12345");
        assert_eq!(
            options.header("tus-extension"),
            "creation,creation-with-upload,creation-defer-length,termination,expiration"
        );
    }
}

#[tokio::test]
async fn a_file_is_uploaded_in_pieces() {
    let stack = stack().await;
    let service = stack.service();
    let file = bytes(2 * PART + 100);
    let upload = TusUpload::create(&service, "files", "a/b.txt", file.len()).await;
    let mut offset = 0;
    // Less than a part, across a part's end, exactly a part's rest, the rest.
    for length in [100, PART, PART - 100, 100] {
        let patched = upload.patch(&service, offset, &file[offset..offset + length]).await.expect(204);
        offset += length;
        assert_eq!(patched.header("upload-offset"), offset.to_string());
        let is_complete = patched.headers.contains_key("tus-complete");
        assert_eq!(is_complete, offset == file.len());
        assert_eq!(patched.headers.contains_key("upload-expires"), !is_complete);
        let head = upload.head(&service).await.expect(200);
        assert_eq!(head.header("upload-offset"), offset.to_string());
        assert_eq!(head.header("upload-length"), file.len().to_string());
        assert_eq!(head.header("cache-control"), "no-store");
        assert!(head.header("upload-metadata").contains("objectName YS9iLnR4dA=="));
    }
    let found = service.get("/object/files/a/b.txt").await.expect(200);
    assert!(found.body == file);
    assert_eq!(found.header("content-type"), "text/plain");
    assert_eq!(found.header("cache-control"), "max-age=3600");
    assert_eq!(stack.objects().await.len(), 1, "neither parts nor remainders are left");
    assert_eq!(stack.number("select count(*) from storage.resumable_upload_parts").await, 0);

    // What is complete stays complete.
    assert_eq!(upload.patch(&service, offset, b"").await.expect(204).header("tus-complete"), "1");
    expect_text(&upload.patch(&service, offset, b"x").await, 413, "upload's size exceeded\n");
    let text = "Cannot terminate an already completed upload";
    expect_text(&upload.delete(&service).await, 400, text);
}

#[tokio::test]
async fn a_creation_may_bring_bytes() {
    let stack = stack().await;
    let service = stack.service();
    let with_bytes = |name: &str, length: &str| {
        creation(&service, "files", name)
            .header("upload-length", length)
            .header("content-type", "application/offset+octet-stream")
    };
    let created = with_bytes("part.txt", "10").send(Method::POST, CREATION, "12345").await.expect(201);
    assert_eq!(created.header("upload-offset"), "5");
    let upload = TusUpload::of(&created);
    upload.patch(&service, 5, b"67890").await.expect(204);
    assert_eq!(service.get("/object/files/part.txt").await.expect(200).body, "1234567890");

    let whole = with_bytes("whole.txt", "5").send(Method::POST, CREATION, "12345").await.expect(201);
    assert_eq!((whole.header("upload-offset"), whole.header("tus-complete")), ("5", "1"));
    assert_eq!(service.get("/object/files/whole.txt").await.expect(200).body, "12345");

    let empty = creation(&service, "files", "empty.txt").header("upload-length", "0");
    empty.send(Method::POST, CREATION, "").await.expect(201);
    assert_eq!(service.get("/object/files/empty.txt").await.expect(200).body, "");

    let large = with_bytes("large.txt", "4").send(Method::POST, CREATION, "12345").await;
    expect_text(&large, 413, "upload's size exceeded\n");
    service.get("/object/files/large.txt").await.expect_error("404", "NoSuchKey");
}

#[tokio::test]
async fn the_length_may_be_declared_later() {
    let stack = stack().await;
    let service = stack.service();
    let created = creation(&service, "files", "a.txt")
        .header("upload-defer-length", "1")
        .send(Method::POST, CREATION, "")
        .await;
    let upload = TusUpload::of(&created.expect(201));
    upload.patch(&service, 0, b"12345").await.expect(204);
    let head = upload.head(&service).await.expect(200);
    assert_eq!((head.header("upload-offset"), head.header("upload-defer-length")), ("5", "1"));
    let text = "Upload-Length or Upload-Defer-Length header required\n";
    let shorter = service.header("upload-length", "4");
    expect_text(&upload.patch(&shorter, 5, b"").await, 400, text);
    let declared = service.header("upload-length", "8");
    upload.patch(&declared, 5, b"67").await.expect(204);
    expect_text(&upload.patch(&declared, 7, b"8").await, 400, text);
    assert_eq!(upload.head(&service).await.header("upload-length"), "8");
    upload.patch(&service, 7, b"8").await.expect(204);
    assert_eq!(service.get("/object/files/a.txt").await.expect(200).body, "12345678");
}

#[tokio::test]
async fn rejects_malformed_requests() {
    let stack = stack().await;
    let service = stack.service();
    let upload = TusUpload::create(&service, "files", "a.txt", 10).await;
    let post = async |headers: &[(&str, &str)]| {
        let client = headers.iter().fold(service.clone(), |client, (name, value)| client.header(name, value));
        client.send(Method::POST, CREATION, "").await
    };
    let version = ("tus-resumable", "1.0.0");
    let length = ("upload-length", "1");
    let metadata = metadata_header(&[("bucketName", "files"), ("objectName", "a")]);
    let named = ("upload-metadata", metadata.as_str());
    let both = "Upload-Length or Upload-Defer-Length header required\n";
    expect_text(&post(&[length, named]).await, 412, "Tus-Resumable Required\n");
    expect_text(&post(&[("tus-resumable", "0.2"), length, named]).await, 400, "Invalid tus-resumable\n");
    expect_text(&post(&[version, named]).await, 400, both);
    expect_text(&post(&[version, length, ("upload-defer-length", "1"), named]).await, 400, both);
    expect_text(&post(&[version, ("upload-length", "-1"), named]).await, 400, "Invalid upload-length\n");
    let unreadable = ("upload-metadata", "bucketName files!");
    expect_text(&post(&[version, length, unreadable]).await, 400, "Invalid upload-metadata\n");
    expect_text(&post(&[version, length]).await, 400, "Metadata header is required");
    let concatenation = post(&[version, length, named, ("upload-concat", "partial")]).await;
    assert_eq!(concatenation.status, 501);
    let key = metadata_header(&[("bucketName", "files"), ("objectName", "a\\b")]);
    expect_text(&post(&[version, length, ("upload-metadata", &key)]).await, 400, "Invalid key: a\\b");

    let patch = service.header("tus-resumable", "1.0.0");
    let octets = patch.header("content-type", "application/offset+octet-stream");
    let no_offset = octets.send(Method::PATCH, &upload.path, "x").await;
    expect_text(&no_offset, 403, "Upload-Offset header required\n");
    let no_type = patch.header("upload-offset", "0").send(Method::PATCH, &upload.path, "x").await;
    expect_text(&no_type, 403, "Content-Type header required\n");
    let other_type = patch.header("upload-offset", "0").header("content-type", "text/plain");
    let other_type = other_type.send(Method::PATCH, &upload.path, "x").await;
    expect_text(&other_type, 400, "Invalid content-type\n");
    expect_text(&upload.patch(&service, 1, b"x").await, 409, "Upload-Offset conflict\n");
    expect_text(&upload.patch(&service, 0, b"12345678901").await, 413, "upload's size exceeded\n");
    assert_eq!(upload.offset(&service).await, 0);
}

#[tokio::test]
async fn an_unknown_upload_is_not_found() {
    let stack = stack().await;
    let service = stack.service();
    let upload = TusUpload::create(&service, "files", "a.txt", 10).await;
    for path in [format!("{CREATION}/nonsense"), format!("{CREATION}/ZmlsZXMvYS50eHQvbWlzc2luZw")] {
        let unknown = TusUpload { path };
        assert_eq!(unknown.head(&service).await.status, 404);
        let text = "The file for this url was not found\n";
        expect_text(&unknown.patch(&service, 0, b"x").await, 404, text);
        expect_text(&unknown.delete(&service).await, 404, text);
    }
    upload.delete(&service).await.expect(204);
    assert_eq!(upload.head(&service).await.status, 404);
}

#[tokio::test]
async fn user_metadata_is_kept() {
    let stack = stack().await;
    let service = stack.service();
    for (name, metadata, kept) in
        [("a", r#"{"place":"Bonifacio"}"#, json!({ "place": "Bonifacio" })), ("b", "no JSON", json!({}))]
    {
        let header =
            metadata_header(&[("bucketName", "files"), ("objectName", name), ("metadata", metadata)]);
        let client = service.header("tus-resumable", "1.0.0").header("upload-metadata", &header);
        let client = client.header("content-type", "application/offset+octet-stream");
        client.header("upload-length", "1").send(Method::POST, CREATION, "x").await.expect(201);
        let info = service.get(&format!("/object/info/files/{name}")).await.expect(200).json();
        assert_eq!(info["metadata"], kept);
        assert_eq!(info["content_type"], "application/octet-stream");
    }
}

#[tokio::test]
async fn the_location_names_the_clients_host() {
    let variables =
        [("TUS_URL_PATH", "/storage/v1/upload/resumable"), ("REQUEST_ALLOW_X_FORWARDED_PATH", "true")];
    let stack = Stack::start_with(&variables).await;
    stack.bucket(json!({ "name": "files" })).await;
    let proxied = stack
        .service()
        .header("x-forwarded-host", "shop.example")
        .header("x-forwarded-proto", "https")
        .header("x-forwarded-port", "8443")
        .header("x-forwarded-prefix", "/api");
    let create = creation(&proxied, "files", "a.txt").header("upload-length", "1");
    let created = create.send(Method::POST, CREATION, "").await.expect(201);
    let expected = "https://shop.example:8443/api/storage/v1/upload/resumable/";
    assert!(created.header("location").starts_with(expected), "{}", created.header("location"));
}

#[tokio::test]
async fn a_method_can_be_overridden() {
    let stack = stack().await;
    let service = stack.service().header("tus-resumable", "1.0.0");
    let upload = TusUpload::create(&stack.service(), "files", "a.txt", 5).await;
    let patch = service
        .header("x-http-method-override", "PATCH")
        .header("upload-offset", "0")
        .header("content-type", "application/offset+octet-stream");
    patch.send(Method::POST, &upload.path, "123").await.expect(204);
    let delete = service.header("x-http-method-override", "DELETE");
    delete.send(Method::POST, &upload.path, "").await.expect(204);
    assert_eq!(upload.head(&stack.service()).await.status, 404);
}
