//! An S3 behind TLS.

use crate::support::{Form, Stack};
use hyper::Method;
use serde_json::json;

const PATH: &str = "/object/files/a.txt";

#[tokio::test]
async fn an_s3_behind_tls_is_used_with_its_authority() {
    let stack = Stack::start_behind_tls(|authority| vec![("SSL_CERT_FILE", authority.to_owned())]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    service.upload(PATH, "text/plain", "bytes").await.expect(200);
    assert_eq!(service.get(PATH).await.expect(200).body, "bytes");
    assert_eq!(service.header("range", "bytes=1-2").get(PATH).await.expect(206).body, "yt");
    // By the SDK.
    let copy = json!({ "bucketId": "files", "sourceKey": "a.txt", "destinationKey": "b.txt" });
    service.post("/object/copy", copy).await.expect(200);
    let large = Form::default().file("", "blob", "text/plain", &vec![b'x'; 6_000_000]);
    service.upload_form(Method::POST, "/object/files/c.txt", &large).await.expect(200);
    for name in ["a.txt", "b.txt", "c.txt"] {
        service.delete(&format!("/object/files/{name}")).await.expect(200);
    }
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn an_s3_with_a_certificate_of_an_unknown_authority_is_unavailable() {
    let stack = Stack::start_behind_tls(|_| Vec::new()).await;
    stack.bucket(json!({ "name": "files" })).await;
    let rejected = stack.service().upload(PATH, "text/plain", "bytes").await;
    rejected.expect(503).expect_error_body("503", "ServiceUnavailable");
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}
