//! Uploads that end without an object, and what they leave.

use serde_json::json;

use super::{PART, bytes, expect_text, stack};
use crate::support::{Stack, TusUpload};

#[tokio::test]
async fn a_terminated_upload_leaves_nothing() {
    let stack = stack().await;
    let service = stack.service();
    let upload = TusUpload::create(&service, "files", "a.txt", 3 * PART).await;
    upload.patch(&service, 0, &bytes(PART + 10)).await.expect(204);
    upload.delete(&service).await.expect(204);
    assert_eq!(stack.files().await, Vec::<String>::new());
    assert_eq!(stack.number("select count(*) from storage.resumable_uploads").await, 0);
    service.get("/object/files/a.txt").await.expect_error("404", "NoSuchKey");
}

#[tokio::test]
async fn an_expired_upload_is_gone_and_swept() {
    let stack = stack().await;
    let service = stack.service();
    let upload = TusUpload::create(&service, "files", "a.txt", 3 * PART).await;
    upload.patch(&service, 0, &bytes(PART + 10)).await.expect(204);
    stack.sql("update storage.resumable_uploads set expires_at = now()").await;
    assert_eq!(upload.head(&service).await.status, 410);
    let text = "The file for this url no longer exists\n";
    expect_text(&upload.patch(&service, PART + 10, b"x").await, 410, text);
    // The bytes are listed with the expiry.
    stack.sweep_all_orphans().await;
    assert_eq!(stack.files().await, Vec::<String>::new());
    assert_eq!(upload.head(&service).await.status, 410, "the upload is remembered for a day");
    stack.sql("update storage.resumable_uploads set expires_at = now() - interval '25 hours'").await;
    stack.sweep_successfully().await;
    assert_eq!(upload.head(&service).await.status, 404);
}

#[tokio::test]
async fn the_expiry_is_configured() {
    let stack = Stack::start_with(&[("TUS_URL_EXPIRY_MS", "3600000")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    TusUpload::create(&stack.service(), "files", "a.txt", 10).await;
    let seconds = "select extract(epoch from expires_at - created_at)::bigint from storage.resumable_uploads";
    assert_eq!(stack.number(seconds).await, 3600);
    let listed = "select count(*) from storage.orphaned_blobs join storage.resumable_uploads using (version)
                  where orphaned_blobs.expires_at = resumable_uploads.expires_at";
    assert_eq!(stack.number(listed).await, 1);
}

#[tokio::test]
async fn a_deleted_bucket_takes_its_uploads() {
    let stack = stack().await;
    let service = stack.service();
    let upload = TusUpload::create(&service, "files", "a.txt", 10).await;
    upload.patch(&service, 0, b"12345").await.expect(204);
    service.delete("/bucket/files").await.expect(200);
    expect_text(&upload.patch(&service, 5, b"67890").await, 404, "The file for this url was not found\n");
    stack.sweep_all_orphans().await;
    assert_eq!(stack.files().await, Vec::<String>::new());
}
