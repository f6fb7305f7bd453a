//! Completion: after a crash, with a failing S3, and when another request has changed something.

use std::time::Duration;

use hyper::StatusCode;
use serde_json::json;

use super::{PART, bytes, stack};
use crate::support::{Call, Fault, Stack, TusUpload, eventually};

#[tokio::test]
async fn an_upload_is_completed_after_a_crash_before_its_object_is_created() {
    let (mut stack, s3) = Stack::start_with_faulty_s3(&[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let file = bytes(PART + 10);
    for name in ["next-request.txt", "sweeper.txt"] {
        let upload = TusUpload::create(&stack.service(), "files", name, file.len()).await;
        s3.fail(&[Call::CompleteMultipartUpload], Fault::HangAfterBody);
        let (patching, client, last) = (upload.clone(), stack.service(), file.clone());
        let request = tokio::spawn(async move { patching.patch(&client, 0, &last).await.status });
        let completing = "select count(*) from storage.resumable_uploads where phase = 'completing'";
        eventually(async || stack.number(completing).await == 1).await;
        stack.kill_service().await;
        request.abort();
        s3.heal();
        stack.sql("update storage.resumable_uploads set locked_until = now()").await;
        if name == "sweeper.txt" {
            stack.sweep_successfully().await;
            stack.restart_service().await;
        } else {
            stack.restart_service().await;
            assert_eq!(upload.offset(&stack.service()).await, file.len());
        }
        let found = stack.service().get(&format!("/object/files/{name}")).await.expect(200);
        assert!(found.body == file);
    }
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn an_upload_is_completed_when_s3s_response_to_its_completion_is_lost() {
    let (stack, s3) = Stack::start_with_faulty_s3(&[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let file = bytes(PART + 10);
    let upload = TusUpload::create(&stack.service(), "files", "a.txt", file.len()).await;
    // S3 completes the upload, but the service does not learn of it.
    s3.fail(&[Call::CompleteMultipartUpload], Fault::LoseResponse);
    assert_eq!(upload.patch(&stack.service(), 0, &file).await.status, 503);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    s3.heal();
    assert_eq!(upload.offset(&stack.service()).await, file.len());
    assert!(stack.service().get("/object/files/a.txt").await.expect(200).body == file);
}

#[tokio::test]
async fn an_unavailable_s3_loses_nothing() {
    let (stack, s3) = Stack::start_with_faulty_s3(&[("STORAGE_S3_CLIENT_TIMEOUT", "2000")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let file = bytes(PART + 1000);
    let upload = TusUpload::create(&service, "files", "a.txt", file.len()).await;
    upload.patch(&service, 0, &file[..100]).await.expect(204);
    let refuse = Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE);
    for call in [Call::Get, Call::CreateMultipartUpload, Call::UploadPart] {
        s3.fail(&[call], refuse);
        let failed = upload.patch(&service, 100, &file[100..]).await;
        assert_eq!((failed.status, failed.header("retry-after")), (503, "1"), "{call:?}");
    }
    s3.fail(&[Call::Put], refuse);
    assert_eq!(upload.patch(&service, 100, &file[100..200]).await.status, 503);
    s3.heal();
    assert_eq!(upload.offset(&service).await, 100);
    upload.patch(&service, 100, &file[100..]).await.expect(204);
    assert!(service.get("/object/files/a.txt").await.expect(200).body == file);
    // Those of the writes that failed.
    stack.sweep_all_orphans().await;
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn an_object_that_appeared_meanwhile_is_not_replaced() {
    let (stack, s3) = Stack::start_with_faulty_s3(&[("STORAGE_S3_CLIENT_TIMEOUT", "2000")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    let file = bytes(PART + 10);
    let upload = TusUpload::create(&service, "files", "a.txt", file.len()).await;
    s3.fail(&[Call::CompleteMultipartUpload], Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE));
    assert_eq!(upload.patch(&service, 0, &file).await.status, 503);
    s3.heal();
    service.upload("/object/files/a.txt", "text/plain", "first").await.expect(200);
    assert_eq!(upload.head(&service).await.status, 409);
    assert_eq!(upload.head(&service).await.status, 404, "the upload is over");
    assert_eq!(service.get("/object/files/a.txt").await.expect(200).body, "first");
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn an_upload_that_s3_has_lost_is_not_found() {
    let stack = stack().await;
    let service = stack.service();
    let file = bytes(PART + 10);
    let upload = TusUpload::create(&service, "files", "a.txt", file.len()).await;
    upload.patch(&service, 0, &file[..PART]).await.expect(204);
    stack.s3().abort_uploads().await;
    assert_eq!(upload.patch(&service, PART, &file[PART..]).await.status, 404);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn a_bucket_may_be_deleted_while_an_upload_completes() {
    let (stack, s3) = Stack::start_with_faulty_s3(&[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let file = bytes(PART + 10);
    let upload = TusUpload::create(&stack.service(), "files", "a.txt", file.len()).await;
    s3.fail(&[Call::CompleteMultipartUpload], Fault::Slow(Duration::from_millis(50)));
    let (client, last) = (stack.service(), file.clone());
    let request = tokio::spawn(async move { upload.patch(&client, 0, &last).await });
    let completing = "select count(*) from storage.resumable_uploads where phase = 'completing'";
    eventually(async || stack.number(completing).await == 1).await;
    stack.service().delete("/bucket/files").await.expect(200);
    let answer = request.await.unwrap();
    // The lock of the upload is lost with its row, which is noticed before the end of a completion that takes long.
    let reasons = [&b"Bucket not found"[..], b"The file for this url was not found\n"];
    assert!(answer.status == 404 && reasons.contains(&answer.body.as_ref()), "{:?}", answer.body);
    stack.sweep_all_orphans().await;
    assert_eq!(stack.files().await, Vec::<String>::new());
}
