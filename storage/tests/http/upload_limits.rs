//! Rejected uploads: limits of size and type, permissions, and malformed requests.

use crate::support::{Form, Stack};
use hyper::Method;
use serde_json::json;

const PATH: &str = "/object/files/photos/one.png";
/// The signature of a PNG, and arbitrary bytes.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

#[tokio::test]
async fn rejects_metadata_with_nul_before_writing_bytes() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    // The last one is an escaped backslash, followed by letters.
    for (metadata, kept) in [
        (r#"{"author":"\u0000"}"#, false),
        (r#"{"authors":[{"\u0000":1}]}"#, false),
        (r#"{"author":"\\u0000"}"#, true),
    ] {
        let form = Form::default().field("metadata", metadata).file("", "blob", "image/png", b"x");
        let response = service.upload_form(Method::POST, PATH, &form).await;
        if kept {
            response.expect(200);
        } else {
            assert_eq!(response.expect_error("400", "InvalidParameter"), "Invalid Parameter metadata");
            assert!(stack.objects().await.is_empty());
        }
    }
    let search = json!({ "prefix": "", "search": "\0" });
    service.post("/object/list/files", search).await.expect_error("400", "InvalidParameter");
}

#[tokio::test]
async fn enforces_the_size_limit_of_the_bucket() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "file_size_limit": "1kb" })).await;
    let service = stack.service();
    service.upload("/object/files/fits", "text/plain", vec![b'x'; 1000]).await.expect(200);

    let raw = service.upload("/object/files/raw", "text/plain", vec![b'x'; 1001]).await;
    assert_eq!(raw.expect_error("413", "EntityTooLarge"), "The object exceeded the maximum allowed size");
    let form = Form::default().file("", "blob", "text/plain", &[b'x'; 1001]);
    let form = service.upload_form(Method::POST, "/object/files/form", &form).await;
    form.expect_error("413", "EntityTooLarge");
    assert_eq!(stack.objects().await.len(), 1);
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
}

#[tokio::test]
async fn enforces_the_size_limit_of_the_service_during_a_multipart_upload() {
    let stack = Stack::start_with(&[("FILE_SIZE_LIMIT", "11000000")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = Form::default().file("", "blob", "image/png", &vec![0; 12_000_000]);
    let response = stack.service().upload_form(Method::POST, PATH, &form).await;
    response.expect_error("413", "EntityTooLarge");
    assert_eq!(stack.files().await, Vec::<String>::new());
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn enforces_the_mime_types_of_the_bucket() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "allowed_mime_types": ["image/*"] })).await;
    let service = stack.service();
    service.upload(PATH, "image/png", PNG).await.expect(200);
    let response = service.upload("/object/files/page", "text/html", "x").await;
    assert_eq!(response.expect_error("415", "InvalidMimeType"), "mime type text/html is not supported");
    assert_eq!(response.json()["error"], "invalid_mime_type");
}

#[tokio::test]
async fn the_type_is_the_declared_one_without_content_sniffing() {
    let stack = Stack::start().await;
    stack
        .bucket(json!({ "name": "files", "public": true, "allowed_mime_types": ["image/png", "image/jpeg"] }))
        .await;
    let service = stack.service();
    let page = "<script>alert(1)</script>";
    service.upload("/object/files/page.png", "image/png", page).await.expect(200);
    service.upload("/object/files/one.jpg", "image/png", PNG).await.expect(200);
    let form =
        Form::default().field("contentType", "image/jpeg").file("", "blob", "text/html", page.as_bytes());
    service.upload_form(Method::POST, "/object/files/form.jpg", &form).await.expect(200);
    for (name, mimetype) in [("page.png", "image/png"), ("one.jpg", "image/png"), ("form.jpg", "image/jpeg")]
    {
        let found = stack.without_token().get(&format!("/object/public/files/{name}")).await.expect(200);
        assert_eq!(found.header("content-type"), mimetype);
        // The headers disable content sniffing and scripts in browsers.
        assert_eq!(found.header("x-content-type-options"), "nosniff");
        assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    }
    service.upload("/object/files/page", "text/html", page).await.expect_error("415", "InvalidMimeType");
}

#[tokio::test]
async fn rejects_an_upload_to_an_unknown_bucket() {
    let stack = Stack::start().await;
    let response = stack.service().upload("/object/nowhere/a.png", "image/png", "x").await;
    assert_eq!(response.expect_error("404", "NoSuchBucket"), "Bucket not found");
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn other_roles_upload_what_policies_allow() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files", "public": true })).await;
    let (anna, ben) = (uuid::Uuid::new_v4(), uuid::Uuid::new_v4());
    for client in [stack.anon(), stack.person(anna)] {
        let response = client.upload(PATH, "image/png", "x").await;
        assert_eq!(
            response.expect_error("403", "AccessDenied"),
            "new row violates row-level security policy"
        );
    }
    stack
        .sql(
            "create policy \"own folder\" on storage.objects for insert to authenticated
             with check ((storage.foldername(name))[1] = auth.uid()::text)",
        )
        .await;
    let path = format!("/object/files/{anna}/a.png");
    stack.person(ben).upload(&path, "image/png", "x").await.expect_error("403", "AccessDenied");
    stack.anon().upload(&path, "image/png", "x").await.expect_error("403", "AccessDenied");
    stack.person(anna).upload(&path, "image/png", "x").await.expect(200);
    let of_anna =
        format!("select count(*) from storage.objects where owner_id = '{anna}' and owner = '{anna}'");
    assert_eq!(stack.number(&of_anna).await, 1);
    // An upsert also needs permission to update.
    stack
        .person(anna)
        .header("x-upsert", "true")
        .upload(&path, "image/png", "y")
        .await
        .expect_error("403", "AccessDenied");
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn a_rejected_upload_of_a_large_file_gets_its_response() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let response = stack.anon().upload(PATH, "image/png", vec![0; 8_000_000]).await;
    response.expect_error("403", "AccessDenied");
}

#[tokio::test]
async fn rejects_malformed_forms() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let mut many = Form::default();
    for number in 0..12 {
        many = many.field(&format!("field{number}"), "x");
    }
    let large = Form::default().field("note", &"x".repeat(3_000_000)).file("", "blob", "text/plain", b"x");
    let bad = Form::default().field("metadata", "[1]").file("", "blob", "text/plain", b"x");
    for form in
        [Form::default().field("only", "fields"), many.file("", "blob", "text/plain", b"x"), large, bad]
    {
        assert_eq!(service.upload_form(Method::POST, PATH, &form).await.json()["statusCode"], "400");
    }
    assert!(stack.objects().await.is_empty());
}
