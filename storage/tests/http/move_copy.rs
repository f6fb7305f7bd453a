//! Move, copy and delete.

use crate::support::Stack;
use serde_json::json;

async fn stack() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.bucket(json!({ "name": "images", "allowed_mime_types": ["image/*"] })).await;
    let service = stack.service().header("x-metadata", "eyJhdXRob3IiOiJBbm5hIn0=");
    service.upload("/object/files/a.txt", "text/plain", "letters").await.expect(200);
    stack
}

fn move_request(from: &str, to: &str) -> serde_json::Value {
    json!({ "bucketId": "files", "sourceKey": from, "destinationKey": to })
}

#[tokio::test]
async fn a_move_renames_the_object_and_its_bytes() {
    let stack = stack().await;
    let service = stack.service();
    let moved = service.post("/object/move", move_request("a.txt", "deep/b.txt")).await.expect(200).json();
    assert_eq!(moved, json!({ "message": "Successfully moved" }));
    service.get("/object/files/a.txt").await.expect_error("404", "NoSuchKey");
    assert_eq!(service.get("/object/files/deep/b.txt").await.expect(200).body, "letters");
    let objects = stack.objects().await;
    assert!(objects.len() == 1 && objects[0].contains("stub/files/deep/b.txt/"), "{objects:?}");
    service.post("/object/move", move_request("deep/b.txt", "deep/b.txt")).await.expect(200);
    assert_eq!(stack.objects().await, objects);
}

#[tokio::test]
async fn a_move_to_another_bucket_respects_its_limits() {
    let stack = stack().await;
    let service = stack.service();
    let mut to_images = move_request("a.txt", "a.txt");
    to_images["destinationBucket"] = json!("images");
    service.post("/object/move", to_images.clone()).await.expect_error("415", "InvalidMimeType");
    service.post("/object/copy", to_images).await.expect_error("415", "InvalidMimeType");

    let picture = b"\x89PNG\r\n\x1a\n and so on".as_slice();
    service.upload("/object/files/a.png", "image/png", picture).await.expect(200);
    let mut to_images = move_request("a.png", "a.png");
    to_images["destinationBucket"] = json!("images");
    service.post("/object/move", to_images).await.expect(200);
    assert_eq!(service.get("/object/images/a.png").await.expect(200).body, picture);

    let mut nowhere = move_request("a.txt", "a.txt");
    nowhere["destinationBucket"] = json!("nowhere");
    service.post("/object/move", nowhere).await.expect_error("404", "NoSuchBucket");
}

#[tokio::test]
async fn a_move_never_overwrites() {
    let stack = stack().await;
    let service = stack.service();
    service.upload("/object/files/b.txt", "text/plain", "other").await.expect(200);
    service
        .post("/object/move", move_request("a.txt", "b.txt"))
        .await
        .expect_error("409", "ResourceAlreadyExists");
    assert_eq!(service.get("/object/files/b.txt").await.body, "other");
    service.post("/object/move", move_request("none.txt", "c.txt")).await.expect_error("404", "NoSuchKey");
    service.post("/object/move", move_request("a.txt", "é")).await.expect_error("400", "InvalidKey");
}

#[tokio::test]
async fn a_copy_has_its_own_bytes_and_the_same_metadata() {
    let stack = stack().await;
    let service = stack.service();
    let copy = service.post("/object/copy", move_request("a.txt", "b.txt")).await.expect(200).json();
    assert_eq!((&copy["Key"], &copy["Id"]), (&json!("files/b.txt"), &copy["id"]));
    assert_eq!((&copy["name"], &copy["bucket_id"]), (&json!("b.txt"), &json!("files")));
    assert_eq!(copy["user_metadata"], json!({ "author": "Anna" }));
    assert_eq!(copy["metadata"]["mimetype"], "text/plain");
    assert_eq!(stack.objects().await.len(), 2);

    service.delete("/object/files/a.txt").await.expect(200);
    assert_eq!(service.get("/object/files/b.txt").await.expect(200).body, "letters");
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn a_copy_can_have_other_metadata() {
    let stack = stack().await;
    let mut request = move_request("a.txt", "b.css");
    request["copyMetadata"] = json!(false);
    request["metadata"] = json!({ "cacheControl": "max-age=9", "mimetype": "text/css" });
    let copy = stack.service().post("/object/copy", request).await.expect(200).json();
    assert_eq!(copy["user_metadata"], json!(null));
    let found = stack.service().get("/object/files/b.css").await.expect(200);
    assert_eq!((found.header("content-type"), found.header("cache-control")), ("text/css", "max-age=9"));

    let mut request = move_request("b.css", "c.css");
    request["copyMetadata"] = json!(false);
    request["metadata"] = json!({ "mimetype": "text/plain" });
    let labelled = stack.service().header("x-metadata", "eyJwbGFjZSI6IkNhcmfDqHNlIn0=");
    let copy = labelled.post("/object/copy", request).await.expect(200).json();
    assert_eq!(copy["user_metadata"], json!({ "place": "Cargèse" }));
    let found = stack.service().get("/object/files/c.css").await.expect(200);
    assert_eq!((found.header("content-type"), found.header("cache-control")), ("text/plain", "max-age=9"));
    let copy = labelled.post("/object/copy", move_request("b.css", "d.css")).await.expect(200).json();
    assert_eq!(copy["user_metadata"], json!(null), "the header replaces no copied metadata");
}

#[tokio::test]
async fn copies_and_moves_keep_x_robots_tag() {
    let stack = stack().await;
    let service = stack.service();
    let tagged = service.header("x-robots-tag", "all");
    tagged.upload("/object/files/b.txt", "text/plain", "letters").await.expect(200);
    service.post("/object/copy", move_request("b.txt", "copied.txt")).await.expect(200);
    service.post("/object/move", move_request("b.txt", "moved.txt")).await.expect(200);
    let mut bare = move_request("moved.txt", "bare.txt");
    bare["copyMetadata"] = json!(false);
    service.post("/object/copy", bare).await.expect(200);
    for (name, tag) in [("copied.txt", "all"), ("moved.txt", "all"), ("bare.txt", "none")] {
        let found = service.get(&format!("/object/files/{name}")).await.expect(200);
        assert_eq!(found.header("x-robots-tag"), tag, "{name}");
    }
}

#[tokio::test]
async fn a_copy_overwrites_only_with_x_upsert() {
    let stack = stack().await;
    let service = stack.service();
    service.upload("/object/files/b.txt", "text/plain", "other").await.expect(200);
    service
        .post("/object/copy", move_request("a.txt", "b.txt"))
        .await
        .expect_error("409", "ResourceAlreadyExists");
    service.header("x-upsert", "true").post("/object/copy", move_request("a.txt", "b.txt")).await.expect(200);
    assert_eq!(service.get("/object/files/b.txt").await.body, "letters");
    assert_eq!(stack.objects().await.len(), 2);
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
}

#[tokio::test]
async fn other_roles_move_and_copy_what_policies_allow() {
    let stack = stack().await;
    for route in ["/object/move", "/object/copy"] {
        stack.anon().post(route, move_request("a.txt", "b.txt")).await.expect_error("404", "NoSuchKey");
    }
    stack.sql("create policy \"read\" on storage.objects for select to anon using (true)").await;
    for route in ["/object/move", "/object/copy"] {
        stack.anon().post(route, move_request("a.txt", "b.txt")).await.expect_error("403", "AccessDenied");
    }
    stack
        .sql("create policy \"add\" on storage.objects for insert to anon with check (name like 'copy%')")
        .await;
    stack.anon().post("/object/copy", move_request("a.txt", "copy.txt")).await.expect(200);
    stack
        .anon()
        .post("/object/copy", move_request("a.txt", "b.txt"))
        .await
        .expect_error("403", "AccessDenied");
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn deletes_an_object_and_its_bytes() {
    let stack = stack().await;
    let service = stack.service();
    let removed = service.delete("/object/files/a.txt").await.expect(200).json();
    assert_eq!(removed, json!({ "message": "Successfully deleted" }));
    assert_eq!(
        service.delete("/object/files/a.txt").await.expect_error("404", "NoSuchKey"),
        "Object not found"
    );
    assert_eq!(stack.files().await, Vec::<String>::new());
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 0);
}

#[tokio::test]
async fn bulk_deletion_skips_objects_that_the_caller_may_not_delete() {
    let stack = stack().await;
    let service = stack.service();
    service.upload("/object/files/b.txt", "text/plain", "other").await.expect(200);
    let removal = json!({ "prefixes": ["a.txt", "none.txt"] });
    let others = stack.anon().json(hyper::Method::DELETE, "/object/files", removal.clone()).await.expect(200);
    assert_eq!(others.json(), json!([]));

    let removed = service.json(hyper::Method::DELETE, "/object/files", removal).await.expect(200).json();
    assert_eq!(removed.as_array().unwrap().len(), 1);
    assert_eq!((&removed[0]["name"], &removed[0]["bucket_id"]), (&json!("a.txt"), &json!("files")));
    assert_eq!(stack.objects().await.len(), 1);

    for prefixes in [json!([]), json!(vec!["x"; 1001])] {
        let response =
            service.json(hyper::Method::DELETE, "/object/files", json!({ "prefixes": prefixes })).await;
        response.expect_error("400", "InvalidRequest");
    }
}

#[tokio::test]
async fn plain_sql_cannot_delete_objects() {
    let stack = stack().await;
    let client = stack.database.client().await;
    let rejected = client.batch_execute("delete from storage.objects").await.unwrap_err();
    let rejected = rejected.as_db_error().unwrap();
    assert_eq!(rejected.code().code(), "42501");
    assert!(rejected.message().starts_with("Direct deletion from storage tables is not allowed."));
}
