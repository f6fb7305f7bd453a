//! Signed URLs for downloads and uploads.

use crate::support::{Form, Stack};
use hyper::Method;
use serde_json::{Value, json};
use service_test::sign;

async fn stack() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload("/object/files/a.txt", "text/plain", "letters").await.expect(200);
    stack
}

#[tokio::test]
async fn a_signed_url_downloads_its_object() {
    let stack = stack().await;
    let signed =
        stack.service().post("/object/sign/files/a.txt", json!({ "expiresIn": 60 })).await.expect(200);
    let url = signed.json()["signedURL"].as_str().unwrap().to_owned();
    assert!(url.starts_with("/object/sign/files/a.txt?token="));
    let found = stack.without_token().get(&url).await.expect(200);
    assert_eq!(found.body, "letters");
    assert!(found.header("expires").ends_with("GMT"));
    let kept = found.headers.contains_key("cache-control");
    assert!(!kept, "a cache would keep it beyond the end of its address");
    assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    let saved = stack.without_token().get(&format!("{url}&download=b.txt")).await.expect(200);
    assert_eq!(saved.header("content-disposition"), "attachment; filename=b.txt; filename*=UTF-8''b.txt");
    let part = stack.without_token().header("range", "bytes=0-2").get(&url).await.expect(206);
    assert_eq!(part.body, "let");
}

#[tokio::test]
async fn a_signed_url_grants_nothing_else() {
    let stack = stack().await;
    stack.service().upload("/object/files/b.txt", "text/plain", "other").await.expect(200);
    let signed = stack.service().post("/object/sign/files/a.txt", json!({ "expiresIn": 60 })).await.json();
    let token = signed["signedURL"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    let other = stack.without_token().get(&format!("/object/sign/files/b.txt?token={token}")).await;
    assert_eq!(other.expect_error("400", "InvalidSignature"), "Invalid signature");
    // As a bearer token it has the anonymous role.
    stack.without_token().bearer(&token).get("/object/files/b.txt").await.expect_error("404", "NoSuchKey");
    stack
        .without_token()
        .bearer(&token)
        .upload("/object/files/c.txt", "text/plain", "x")
        .await
        .expect_error("403", "AccessDenied");
}

#[tokio::test]
async fn each_invalid_token_has_its_own_error() {
    let stack = stack().await;
    let read = async |token: &str| {
        stack.without_token().get(&format!("/object/sign/files/a.txt?token={token}")).await
    };
    let garbage = read("garbage").await;
    assert_eq!(garbage.expect_error("400", "InvalidJWT"), "Invalid Compact JWS");
    let expired = sign(&json!({ "url": "files/a.txt", "scope": "download", "iat": 1, "exp": 2 }));
    assert_eq!(
        read(&expired).await.expect_error("400", "InvalidJWT"),
        "\"exp\" claim timestamp check failed"
    );
    let forged = service_test::sign_with(
        "another-secret-of-at-least-32-characters",
        &json!({ "url": "files/a.txt", "scope": "download", "iat": 1, "exp": 4_102_444_800_u64 }),
    );
    assert_eq!(read(&forged).await.expect_error("400", "InvalidJWT"), "signature verification failed");
    for upload in [
        json!({ "url": "files/a.txt", "scope": "upload", "iat": 1, "exp": 4_102_444_800_u64 }),
        json!({ "url": "files/a.txt", "upsert": true, "iat": 1, "exp": 4_102_444_800_u64 }),
    ] {
        let response = read(&sign(&upload)).await;
        assert_eq!(response.expect_error("400", "InvalidSignature"), "Token is not scoped for download");
    }
    // The service key is not a signed URL's token.
    read(&service_test::service_role_key()).await.expect_error("400", "InvalidJWT");
    let missing = stack.without_token().get("/object/sign/files/a.txt").await;
    assert_eq!(
        missing.expect_error("400", "InvalidRequest"),
        "querystring must have required property 'token'"
    );
}

#[tokio::test]
async fn signing_needs_permission_to_read() {
    let stack = stack().await;
    let request = json!({ "expiresIn": 60 });
    stack.anon().post("/object/sign/files/a.txt", request.clone()).await.expect_error("404", "NoSuchKey");
    stack.service().post("/object/sign/files/none.txt", request).await.expect_error("404", "NoSuchKey");
    stack
        .service()
        .post("/object/sign/files/a.txt", json!({ "expiresIn": 0 }))
        .await
        .expect_error("400", "InvalidRequest");
    let missing = stack.service().post("/object/sign/files/a.txt", json!({})).await;
    assert_eq!(missing.expect_error("400", "InvalidRequest"), "body must have required property 'expiresIn'");
}

#[tokio::test]
async fn signs_many_urls() {
    let stack = stack().await;
    let body = json!({ "expiresIn": 60, "paths": ["a.txt", "none.txt"] });
    let signed = stack.service().post("/object/sign/files", body).await.expect(200).json();
    assert_eq!((&signed[0]["error"], &signed[0]["path"]), (&Value::Null, &json!("a.txt")));
    stack.without_token().get(signed[0]["signedURL"].as_str().unwrap()).await.expect(200);
    let unreadable = "Either the object does not exist or you do not have access to it";
    assert_eq!(signed[1], json!({ "error": unreadable, "path": "none.txt", "signedURL": null }));
}

#[tokio::test]
async fn accepts_the_lifetime_as_a_number_or_a_string() {
    let stack = stack().await;
    let service = stack.service();
    for expires_in in [json!(60), json!("60")] {
        let one =
            service.post("/object/sign/files/a.txt", json!({ "expiresIn": expires_in })).await.expect(200);
        stack.without_token().get(one.json()["signedURL"].as_str().unwrap()).await.expect(200);
        let body = json!({ "expiresIn": expires_in, "paths": ["a.txt"] });
        let many = service.post("/object/sign/files", body).await.expect(200);
        stack.without_token().get(many.json()[0]["signedURL"].as_str().unwrap()).await.expect(200);
    }
    for invalid in [json!("soon"), json!("0"), json!(0), json!(null)] {
        let response = service.post("/object/sign/files/a.txt", json!({ "expiresIn": invalid })).await;
        response.expect_error("400", "InvalidRequest");
    }
}

#[tokio::test]
async fn a_signed_upload_url_works_once() {
    let stack = stack().await;
    let person = uuid::Uuid::new_v4();
    stack.sql("create policy \"add\" on storage.objects for insert to authenticated with check (true)").await;
    let signed =
        stack.person(person).post("/object/upload/sign/files/new.png", json!({})).await.expect(200).json();
    let url = signed["url"].as_str().unwrap();
    assert_eq!(url, format!("/object/upload/sign/files/new.png?token={}", signed["token"].as_str().unwrap()));

    let form = Form::default().field("cacheControl", "60").file("", "blob", "image/png", b"picture");
    let uploaded = stack.without_token().upload_form(Method::PUT, url, &form).await.expect(200).json();
    assert_eq!(uploaded, json!({ "Key": "files/new.png" }));
    let owned = format!("select count(*) from storage.objects where owner_id = '{person}'");
    assert_eq!(stack.number(&owned).await, 1);

    let again = stack.without_token().upload_form(Method::PUT, url, &form).await;
    again.expect_error("409", "ResourceAlreadyExists");
    let elsewhere = url.replace("new.png", "other.png");
    stack
        .without_token()
        .upload_form(Method::PUT, &elsewhere, &form)
        .await
        .expect_error("400", "InvalidSignature");
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn a_signed_upload_overwrites_only_if_signed_with_x_upsert() {
    let stack = stack().await;
    let taken = stack.service().post("/object/upload/sign/files/a.txt", json!({})).await;
    taken.expect_error("409", "ResourceAlreadyExists");
    let signed =
        stack.service().header("x-upsert", "true").post("/object/upload/sign/files/a.txt", json!({})).await;
    let url = signed.expect(200).json()["url"].as_str().unwrap().to_owned();
    let client = stack.without_token().header("content-type", "text/plain");
    client.send(Method::PUT, &url, "second").await.expect(200);
    assert_eq!(stack.service().get("/object/files/a.txt").await.body, "second");
}

#[tokio::test]
async fn signing_an_upload_needs_permission_to_upload() {
    let stack = stack().await;
    stack.anon().post("/object/upload/sign/files/b.txt", json!({})).await.expect_error("403", "AccessDenied");
    // The permission check writes no row.
    stack.service().post("/object/upload/sign/files/b.txt", json!({})).await.expect(200);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 1);
}
