//! Aborted uploads, crashes of the service, and memory use under many concurrent uploads.

use crate::support::{Call, Client, Fault, Form, Stack, eventually, memory, start_form, start_upload};
use futures_util::future::join_all;
use hyper::Method;
use serde_json::json;

const PATH: &str = "/object/files/photos/one.png";
const PHOTO_BYTES: usize = 4_000_000;

/// What a browser sends of a photo that is all of one byte.
fn photo(byte: u8) -> Form {
    Form::default().file("", "blob", "image/png", &vec![byte; PHOTO_BYTES])
}

#[tokio::test]
async fn an_aborted_upload_leaves_neither_row_nor_bytes() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    start_upload(&stack, PATH, 9_000_000, 6_000_000).await;
    // The connection is closed now. The service aborts the upload and removes its bytes.
    eventually(async || stack.number("select count(*) from storage.orphaned_blobs").await == 0).await;
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn the_sweeper_removes_the_orphans_of_a_crash() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = Form::default().file("", "blob", "image/png", &vec![0; 6_000_000]);
    let whole = form.body().len();
    let _open = start_form(&stack, PATH, &form, whole - 100_000).await;
    let in_parts = "select count(*) from storage.orphaned_blobs where s3_upload_id is not null";
    eventually(async || stack.number(in_parts).await == 1).await;
    stack.kill_service().await;

    // Before its lease expires, the upload might still be in progress.
    stack.sweep_successfully().await;
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 1);
    stack.sweep_all_orphans().await;
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    assert_eq!(stack.files().await, Vec::<String>::new());
}

#[tokio::test]
async fn an_upload_in_parts_whose_id_was_lost_is_removed() {
    let (stack, s3) = Stack::start_with_faulty_s3(&[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    // S3 begins an upload, and the service does not learn its id, as after a crash in between.
    s3.fail(&[Call::CreateMultipartUpload], Fault::LoseResponse);
    let form = Form::default().file("", "blob", "image/png", &vec![0; 6_000_000]);
    assert_eq!(stack.service().upload_form(Method::POST, PATH, &form).await.status, 503);
    assert!(s3.calls(Call::CreateMultipartUpload) > 0);
    assert_eq!(stack.files().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_crash_during_uploads_loses_no_acknowledged_object() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let (acknowledge, mut acknowledged) = tokio::sync::mpsc::unbounded_channel();
    for worker in 0..8_u8 {
        let form = photo(worker);
        let service = stack.service().header("content-type", &form.content_type());
        let acknowledge = acknowledge.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let path = format!("/object/files/{worker}-{number}.png");
                let Some(response) = service.try_send(Method::POST, &path, form.body()).await else { return };
                assert_eq!(response.status, 200);
                acknowledge.send((path, worker)).unwrap();
            }
        });
    }
    drop(acknowledge);
    let mut stored = Vec::new();
    while stored.len() < 20 {
        stored.push(acknowledged.recv().await.unwrap());
    }
    stack.kill_service().await;
    while let Some(one) = acknowledged.recv().await {
        stored.push(one);
    }

    stack.restart_service().await;
    for (path, worker) in &stored {
        assert!(stack.service().get(path).await.expect(200).body == vec![*worker; PHOTO_BYTES], "{path}");
    }
    // Uploads that were in progress are complete or removed, never partial.
    stack.sweep_all_orphans().await;
    let rows = stack.number("select count(*) from storage.objects").await;
    assert_eq!(stack.objects().await.len() as i64, rows);
    assert!(rows >= stored.len() as i64);
}

#[tokio::test]
async fn concurrent_large_forms_use_little_memory() {
    upload_photos(24, 24).await;
}

#[tokio::test]
async fn many_photos_use_little_memory_and_none_is_lost() {
    upload_photos(photos(), 8).await;
}

/// As many as a release has to stand, and fewer for another S3 than the embedded one, which may keep them all in
/// memory. `PHOTOS` names another number.
fn photos() -> usize {
    let elsewhere = std::env::var("TEST_S3_ENDPOINT").is_ok_and(|address| !address.is_empty());
    let number = std::env::var("PHOTOS").map(|number| number.parse().unwrap());
    number.unwrap_or(if elsewhere { 40 } else { 200 })
}

/// Uploads photos with several clients at once, then checks the service's memory and every photo.
async fn upload_photos(number: usize, at_once: usize) {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let idle = memory(&stack, "VmRSS:");
    by_clients(&stack, number, at_once, async |service, path, byte| {
        service.upload_form(Method::POST, &path, &photo(byte)).await.expect(200);
    })
    .await;
    let most = memory(&stack, "VmHWM:");
    println!("{number} photos, {at_once} at once: {idle} KB idle, {most} KB at most");
    assert!(most - idle < 64 * 1024, "{idle} KB idle, {most} KB at most");

    assert_eq!(stack.number("select count(*) from storage.objects").await, number as i64);
    assert_eq!(stack.objects().await.len(), number);
    by_clients(&stack, number, at_once, async |service, path, byte| {
        let found = service.get(&path).await.expect(200);
        assert!(found.body == vec![byte; PHOTO_BYTES], "{path}");
    })
    .await;
}

/// Distributes the photos among the clients. Each uploads one after the other.
async fn by_clients(stack: &Stack, number: usize, at_once: usize, act: impl AsyncFn(&Client, String, u8)) {
    let service = stack.service();
    let (service, act) = (&service, &act);
    let clients = (0..at_once).map(async |first| {
        for photo in (first..number).step_by(at_once) {
            act(service, format!("/object/files/{photo}.png"), (photo % 251) as u8).await;
        }
    });
    join_all(clients).await;
}
