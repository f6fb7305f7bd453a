//! What uploads leave behind when they break off or the service dies, and what many at once cost.

mod support;

use hyper::Method;
use serde_json::json;
use support::{Form, Stack, eventually, memory, start_form, start_upload};

const PATH: &str = "/object/files/photos/one.png";

#[tokio::test]
async fn a_client_that_leaves_half_way_leaves_nothing() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    start_upload(&stack, PATH, 9_000_000, 6_000_000).await;
    // The connection is closed now; the service notices, and removes what it had begun.
    eventually(async || stack.number("select count(*) from storage.loose_versions").await == 0).await;
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    assert!(stack.objects().is_empty());
}

#[tokio::test]
async fn what_a_crash_leaves_is_removed_by_the_next_collection() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let form = Form::default().file("image/png", &vec![0; 6_000_000]);
    let whole = form.body().len();
    let _open = start_form(&stack, PATH, &form, whole - 100_000).await;
    eventually(async || stack.files().iter().any(|file| file.to_string_lossy().contains(".part-1"))).await;
    stack.kill_service().await;

    // Before its lease ends, the upload might still be alive.
    stack.collect_garbage().await;
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 1);
    stack.sql("update storage.loose_versions set expires_at = now()").await;
    stack.collect_garbage().await;
    assert_eq!(stack.number("select count(*) from storage.loose_versions").await, 0);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    assert_eq!(stack.files(), Vec::<std::path::PathBuf>::new());
}

#[tokio::test]
async fn a_crash_among_uploads_loses_nothing_that_was_acknowledged() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let (acknowledge, mut acknowledged) = tokio::sync::mpsc::unbounded_channel();
    for worker in 0..8_u8 {
        let (service, acknowledge) =
            (stack.service().header("content-type", "image/png"), acknowledge.clone());
        tokio::spawn(async move {
            for number in 0.. {
                let path = format!("/object/files/{worker}-{number}.png");
                let Some(answer) = service.try_send(Method::POST, &path, vec![worker; 300_000]).await else {
                    return;
                };
                assert_eq!(answer.status, 200);
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
        assert!(stack.service().get(path).await.expect(200).body == vec![*worker; 300_000], "{path}");
    }
    // What was under way is complete or gone, never half.
    stack.sql("update storage.loose_versions set expires_at = now()").await;
    stack.collect_garbage().await;
    let rows = stack.number("select count(*) from storage.objects").await;
    assert_eq!(stack.objects().len() as i64, rows);
    assert!(rows >= stored.len() as i64);
}

#[tokio::test]
async fn many_large_forms_at_once_stay_within_a_small_memory() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let idle = memory(&stack, "VmRSS:");
    let form = Form::default().file("image/png", &vec![7; 4_000_000]);
    let body = form.body();
    let uploads = (0..24).map(|number| {
        let service = stack.service().header("content-type", &form.content_type());
        let (path, body) = (format!("/object/files/{number}.png"), body.clone());
        tokio::spawn(async move { service.send(Method::POST, &path, body).await.status })
    });
    for upload in uploads.collect::<Vec<_>>() {
        assert_eq!(upload.await.unwrap(), 200);
    }
    let most = memory(&stack, "VmHWM:");
    assert!(most - idle < 64 * 1024, "{idle} KB idle, {most} KB at most");
    assert_eq!(stack.objects().len(), 24);
}
