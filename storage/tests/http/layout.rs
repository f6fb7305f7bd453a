//! Where objects lie in S3, and the migration of those that an earlier version stored elsewhere.

use hyper::{Method, StatusCode};
use serde_json::json;

use crate::support::{Call, Fault, Stack};

/// The keys of an object's bytes: where they belong, and where an earlier version stored them.
async fn keys(stack: &Stack, name: &str) -> (String, String) {
    let query = "select version from storage.objects where bucket_id = 'files' and name = $1";
    let version: String = stack.database.client().await.query_one(query, &[&name]).await.unwrap().get(0);
    (format!("stub/files/{name}/{version}"), format!("{}/{version}", &version[..2]))
}

/// The path of an object of the bucket `files`.
fn path(name: &str) -> String {
    format!("/object/files/{}", name.replace(' ', "%20"))
}

/// Stores an object as an earlier version did.
async fn store_unmoved(stack: &Stack, name: &str, text: &'static str) {
    stack.service().upload(&path(name), "text/plain", text).await.expect(200);
    let (key, former) = keys(stack, name).await;
    let (client, bucket) = (stack.s3().client(), stack.s3().bucket());
    let copy = client.copy_object().bucket(bucket).key(&former).copy_source(format!("{bucket}/{key}"));
    copy.send().await.unwrap();
    client.delete_object().bucket(bucket).key(&key).send().await.unwrap();
    let listed =
        "insert into storage.unmoved_blobs select version from storage.objects on conflict do nothing";
    stack.sql(listed).await;
}

/// The keys in S3, sorted, once no orphan is left.
async fn stored(stack: &Stack) -> Vec<String> {
    // Of the embedded server these are paths.
    let objects = stack.objects().await;
    let bucket = format!("/{}/", stack.s3().bucket());
    let key = |path: String| path.split_once(&bucket).map_or(path.clone(), |(_, key)| key.to_owned());
    let mut keys: Vec<String> = objects.into_iter().map(key).collect();
    keys.sort_unstable();
    keys
}

async fn unmoved(stack: &Stack) -> i64 {
    stack.number("select count(*) from storage.unmoved_blobs").await
}

#[tokio::test]
async fn objects_lie_where_supabase_puts_them() {
    let stack = Stack::start_with(&[("TENANT_ID", "abcdefgh")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload(&path("a/b c.txt"), "text/plain", "text").await.expect(200);
    let key = keys(&stack, "a/b c.txt").await.0.replacen("stub", "abcdefgh", 1);
    assert_eq!(stored(&stack).await, [key]);
}

#[tokio::test]
async fn an_unmoved_object_is_read_copied_moved_and_deleted() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let service = stack.service();
    store_unmoved(&stack, "a.txt", "letters").await;
    assert_eq!(service.get("/object/files/a.txt").await.expect(200).body, "letters");
    let ranged = service.header("range", "bytes=1-2").get("/object/files/a.txt").await.expect(206);
    assert_eq!(ranged.body, "et");
    let to = |from: &str, to: &str| json!({ "bucketId": "files", "sourceKey": from, "destinationKey": to });
    service.post("/object/copy", to("a.txt", "copied.txt")).await.expect(200);
    service.post("/object/move", to("a.txt", "moved.txt")).await.expect(200);
    for name in ["copied.txt", "moved.txt"] {
        assert_eq!(service.get(&format!("/object/files/{name}")).await.expect(200).body, "letters");
    }
    let expected = [keys(&stack, "copied.txt").await.0, keys(&stack, "moved.txt").await.0];
    assert_eq!(stored(&stack).await, expected);
    store_unmoved(&stack, "b.txt", "x").await;
    service.send(Method::PUT, "/object/files/b.txt", "y").await.expect(200);
    store_unmoved(&stack, "c.txt", "x").await;
    service.delete("/object/files/c.txt").await.expect(200);
    assert_eq!(stored(&stack).await.len(), 3, "neither copy of what was replaced or deleted is left");
}

#[tokio::test]
async fn the_migration_goes_on_where_it_was_interrupted() {
    let (stack, s3) = Stack::start_with_faulty_s3(&[]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let (mut moved, mut readable) = (Vec::new(), Vec::new());
    for name in ["a.txt", "b.txt", "c d.txt"] {
        store_unmoved(&stack, name, "letters").await;
        moved.push(keys(&stack, name).await.0);
        readable.push(path(name));
    }
    // Before the copy, between the copy and the deletion, and between the deletion and that of the row.
    for (call, fault) in [
        (Call::Copy, Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE)),
        (Call::Delete, Fault::Refuse(StatusCode::SERVICE_UNAVAILABLE)),
        (Call::Delete, Fault::LoseResponse),
    ] {
        s3.fail(&[call], fault);
        stack.sweep().await;
        assert_eq!(unmoved(&stack).await, 3, "{call:?} {fault:?}");
        s3.heal();
        for path in &readable {
            assert_eq!(stack.service().get(path).await.expect(200).body, "letters", "{call:?} {fault:?}");
        }
    }
    stack.sweep_successfully().await;
    assert_eq!((stored(&stack).await, unmoved(&stack).await), (moved, 0));
}

#[tokio::test]
async fn the_service_migrates_by_itself() {
    let mut stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    store_unmoved(&stack, "a.txt", "letters").await;
    stack.kill_service().await;
    stack.restart_service().await;
    crate::support::eventually(async || unmoved(&stack).await == 0).await;
    assert_eq!(stored(&stack).await, [keys(&stack, "a.txt").await.0]);
    assert_eq!(stack.service().get("/object/files/a.txt").await.expect(200).body, "letters");
}
