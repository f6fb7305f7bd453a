//! Faults of S3: timeouts, slowness, error statuses and aborted responses. Every request ends, releases its resources
//! and leaves a consistent state.

use std::time::Duration;

use crate::support::{Call, Fault, FaultyS3, Form, Response, Stack, eventually};
use hyper::{Method, StatusCode};
use serde_json::json;

/// How long S3 may make no progress in the tests in which it makes none.
const SHORT: &str = "2000";
const PATH: &str = "/object/files/a.txt";
const ALL: [Call; 8] = [
    Call::Put,
    Call::Get,
    Call::Delete,
    Call::Copy,
    Call::CreateMultipartUpload,
    Call::UploadPart,
    Call::CompleteMultipartUpload,
    Call::AbortMultipartUpload,
];
const FAULTS: [Fault; 5] = [
    Fault::Hang,
    Fault::HangAfterBody,
    Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE),
    Fault::Refuse(StatusCode::INTERNAL_SERVER_ERROR),
    Fault::HalfResponse,
];

/// A stack with a bucket `files` behind a proxy that does not fail yet.
async fn stack(timeout: &str) -> (Stack, FaultyS3) {
    let (stack, s3) = Stack::start_with_faulty_s3(&[("STORAGE_S3_CLIENT_TIMEOUT", timeout)]).await;
    stack.bucket(json!({ "name": "files", "public": true })).await;
    (stack, s3)
}

#[track_caller]
fn unavailable(response: &Response, why: impl std::fmt::Debug) {
    assert_eq!(response.status, 503, "{why:?}: {:?}", response.body);
    response.expect_error_body("503", "ServiceUnavailable");
    assert_eq!(response.header("retry-after"), "1", "{why:?}");
}

async fn idle_transactions(stack: &Stack) -> i64 {
    let query = "select count(*) from pg_stat_activity
                 where application_name = 'storage' and datname = current_database() and state like 'idle in%'";
    stack.number(query).await
}

#[tokio::test]
async fn a_failed_upload_leaves_neither_row_nor_bytes() {
    let (stack, s3) = stack(SHORT).await;
    for fault in FAULTS {
        s3.fail(&[Call::Put], fault);
        let rejected = stack.service().upload(PATH, "text/plain", "bytes").await;
        unavailable(&rejected, fault);
    }
    // A body that exceeds the socket buffers.
    s3.fail(&[Call::Put], Fault::Hang);
    let large = stack.service().upload(PATH, "text/plain", vec![b'x'; 30_000_000]).await;
    unavailable(&large, "a large body");
    s3.heal();
    assert!(stack.objects().await.is_empty());
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    stack.service().upload(PATH, "text/plain", "bytes").await.expect(200);
}

#[tokio::test]
async fn failed_multipart_uploads_release_their_permits() {
    let (stack, s3) = stack(SHORT).await;
    let form = Form::default().file("", "blob", "text/plain", &vec![b'x'; 6_000_000]);
    for call in [Call::CreateMultipartUpload, Call::UploadPart, Call::CompleteMultipartUpload] {
        for fault in [Fault::Hang, Fault::HangAfterBody, Fault::HalfResponse] {
            // The response to a part has no body that could be cut in half.
            if (call, fault) == (Call::UploadPart, Fault::HalfResponse) {
                continue;
            }
            s3.fail(&[call], fault);
            // More uploads than permits.
            let uploads =
                (0..10).map(|number| {
                    let (service, form) = (stack.service(), &form);
                    async move {
                        service.upload_form(Method::POST, &format!("/object/files/{number}"), form).await
                    }
                });
            for response in futures_util::future::join_all(uploads).await {
                unavailable(&response, (call, fault));
            }
        }
    }
    s3.heal();
    stack.service().upload_form(Method::POST, PATH, &form).await.expect(200);
    assert_eq!(stack.objects().await.len(), 1);
    assert!(!stack.files().await.iter().any(|file| file.contains("upload")), "no part stays");
}

#[tokio::test]
async fn a_failed_download_is_an_error_or_an_aborted_connection() {
    let (stack, s3) = stack(SHORT).await;
    let bytes = vec![b'x'; 3_000_000];
    stack.service().upload(PATH, "text/plain", bytes.clone()).await.expect(200);
    for fault in [Fault::Hang, Fault::HangAfterBody, Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE)] {
        s3.fail(&[Call::Get], fault);
        unavailable(&stack.service().get(PATH).await, fault);
    }
    s3.fail(&[Call::Get], Fault::HalfResponse);
    let broken = stack.service().try_send(Method::GET, PATH, "").await;
    assert!(broken.is_none(), "half an object is no object");
    // Metadata does not depend on S3.
    s3.fail(&ALL, Fault::Hang);
    let head = stack.service().head(PATH).await.expect(200);
    assert_eq!(head.header("content-length"), "3000000");
    stack.service().get("/object/info/files/a.txt").await.expect(200);
    s3.heal();
    assert!(stack.service().get(PATH).await.expect(200).body == bytes);
}

#[tokio::test]
async fn a_stalled_download_is_aborted() {
    let (stack, s3) = stack(SHORT).await;
    stack.service().upload(PATH, "text/plain", vec![b'x'; 3_000_000]).await.expect(200);
    // The second chunk comes after the timeout.
    s3.fail(&[Call::Get], Fault::Slow(Duration::from_secs(600)));
    assert!(stack.service().try_send(Method::GET, PATH, "").await.is_none());
}

#[tokio::test]
async fn a_failed_copy_leaves_neither_row_nor_bytes() {
    let (stack, s3) = stack(SHORT).await;
    stack.service().upload(PATH, "text/plain", "bytes").await.expect(200);
    let copy = json!({ "bucketId": "files", "sourceKey": "a.txt", "destinationKey": "b.txt" });
    for fault in FAULTS {
        s3.fail(&[Call::Copy], fault);
        unavailable(&stack.service().post("/object/copy", copy.clone()).await, fault);
    }
    s3.heal();
    assert_eq!(stack.objects().await.len(), 1);
    stack.service().post("/object/copy", copy).await.expect(200);
}

#[tokio::test]
async fn a_deletion_succeeds_without_s3_and_its_bytes_are_removed_later() {
    let (stack, s3) = stack(SHORT).await;
    for fault in FAULTS {
        stack.service().upload(PATH, "text/plain", "bytes").await.expect(200);
        s3.fail(&[Call::Delete], fault);
        stack.service().delete(PATH).await.expect(200);
        stack.service().get(PATH).await.expect_error("404", "NoSuchKey");
        let failed = "select count(*) from storage.orphaned_blobs where last_error is not null";
        eventually(async || stack.number(failed).await == 1).await;
        assert_eq!(stack.objects_without_waiting().await.len(), 1, "{fault:?}");
        s3.heal();
        stack.sweep_all_orphans().await;
        assert!(stack.objects().await.is_empty());
    }
}

#[tokio::test]
async fn no_transaction_is_open_while_s3_is_called() {
    // The timeout is longer than `eventually` waits, so a transaction that waited for S3 would still be open.
    let (stack, s3) = stack("120000").await;
    let service = stack.service();
    service.upload(PATH, "text/plain", "bytes").await.expect(200);
    service.upload("/object/files/gone", "text/plain", "bytes").await.expect(200);
    s3.fail(&ALL, Fault::Hang);
    service.delete("/object/files/gone").await.expect(200);
    let form = Form::default().file("", "blob", "text/plain", &vec![b'x'; 6_000_000]);
    let copy = json!({ "bucketId": "files", "sourceKey": "a.txt", "destinationKey": "b.txt" });
    let requests = [
        tokio::spawn({
            let service = service.clone();
            async move { drop(service.upload("/object/files/1", "text/plain", "x").await) }
        }),
        tokio::spawn({
            let service = service.clone();
            async move { drop(service.upload_form(Method::POST, "/object/files/2", &form).await) }
        }),
        tokio::spawn({
            let service = service.clone();
            async move { drop(service.post("/object/copy", copy).await) }
        }),
        tokio::spawn({
            let service = service.clone();
            async move { drop(service.get(PATH).await) }
        }),
    ];
    for call in [Call::Put, Call::CreateMultipartUpload, Call::Copy, Call::Get, Call::Delete] {
        let before = if call == Call::Put { 2 } else { 0 };
        eventually(async || s3.calls(call) > before).await;
    }
    eventually(async || idle_transactions(&stack).await == 0).await;
    requests.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn a_sweep_continues_after_a_failed_removal_and_reports_it() {
    let (stack, s3) = stack(SHORT).await;
    for number in 0..5 {
        stack.service().upload(&format!("/object/files/{number}"), "text/plain", "x").await.expect(200);
    }
    let client = stack.database.client().await;
    let first = client.query_one("select version from storage.objects where name = '0'", &[]).await.unwrap();
    let first: String = first.get(0);
    s3.refuse_to_delete(&first);
    stack
        .sql(
            "set storage.allow_delete_query = 'true';
             with gone as (delete from storage.objects returning version, bucket_id || '/' || name as path)
             insert into storage.orphaned_blobs (version, path, expires_at)
             select version, path, now() - interval '1 hour' from gone",
        )
        .await;
    let sweep = stack.sweep().await;
    assert!(!sweep.status.success(), "something is left");
    let log = String::from_utf8_lossy(&sweep.stderr).into_owned();
    assert!(log.contains("cannot remove orphaned bytes") && log.contains(&first), "{log}");
    assert_eq!(stack.objects_without_waiting().await.len(), 1);
    let left = "select count(*) from storage.orphaned_blobs
                where attempts >= 1 and removing and last_error like '%S3%' and expires_at > now()";
    assert_eq!(stack.number(left).await, 1);
    s3.heal();
    stack.sweep_all_orphans().await;
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn a_slow_s3_does_not_time_out_while_it_makes_progress() {
    let (stack, s3) = stack("3000").await;
    let bytes = vec![b'x'; 30_000_000];
    // The total time exceeds the timeout.
    s3.fail(&ALL, Fault::Slow(Duration::from_millis(50)));
    stack.service().upload(PATH, "text/plain", bytes.clone()).await.expect(200);
    s3.fail(&ALL, Fault::Slow(Duration::from_millis(250)));
    assert!(stack.service().get(PATH).await.expect(200).body == bytes);
}

#[tokio::test]
async fn a_brief_failure_of_s3_is_retried() {
    let (stack, s3) = stack("20000").await;
    let form = Form::default().file("", "blob", "text/plain", b"bytes");
    for fault in [Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE), Fault::LoseResponse] {
        s3.fail(&[Call::Put], fault);
        let before = s3.calls(Call::Put);
        let (service, form) = (stack.service().header("x-upsert", "true"), form.clone());
        let writing = tokio::spawn(async move { service.upload_form(Method::POST, PATH, &form).await });
        eventually(async || s3.calls(Call::Put) > before).await;
        s3.heal();
        writing.await.unwrap().expect(200);

        s3.fail(&[Call::Get], fault);
        let before = s3.calls(Call::Get);
        let service = stack.service();
        let reading = tokio::spawn(async move { service.get(PATH).await });
        eventually(async || s3.calls(Call::Get) > before).await;
        s3.heal();
        assert_eq!(reading.await.unwrap().expect(200).body, "bytes");
    }
}
