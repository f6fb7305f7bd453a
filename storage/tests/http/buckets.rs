//! Buckets: create, read, list, update, empty, delete, and permissions.

use crate::support::{Stack, eventually};
use hyper::Method;
use serde_json::json;

#[tokio::test]
async fn creates_and_returns_a_bucket_with_its_limits() {
    let stack = Stack::start().await;
    let service = stack.service();
    let request = json!({
        "name": "photos", "public": true, "file_size_limit": "20MB", "allowed_mime_types": ["image/png", "image/*"],
    });
    assert_eq!(service.post("/bucket", request).await.expect(200).json(), json!({ "name": "photos" }));

    let bucket = service.get("/bucket/photos").await.expect(200).json();
    let created_at = bucket["created_at"].as_str().unwrap();
    assert_eq!((created_at.len(), created_at.ends_with('Z')), (24, true), "{created_at}");
    assert_eq!(
        bucket,
        json!({
            "id": "photos", "name": "photos", "owner": "", "public": true, "file_size_limit": 20_000_000,
            "allowed_mime_types": ["image/png", "image/*"],
            "created_at": bucket["created_at"], "updated_at": bucket["updated_at"],
        })
    );
}

#[tokio::test]
async fn a_bucket_is_private_and_unlimited_by_default() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "plain", "file_size_limit": null, "allowed_mime_types": null })).await;
    let bucket = stack.service().get("/bucket/plain").await.expect(200).json();
    assert_eq!((&bucket["public"], &bucket["file_size_limit"]), (&json!(false), &json!(null)));
    assert_eq!(bucket["allowed_mime_types"], json!(null));
}

#[tokio::test]
async fn rejects_a_duplicate_name() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos" })).await;
    let response = stack.service().post("/bucket", json!({ "name": "photos" })).await;
    assert_eq!(response.expect_error("409", "ResourceAlreadyExists"), "The resource already exists");
}

#[tokio::test]
async fn rejects_invalid_buckets() {
    let stack = Stack::start().await;
    let service = stack.service();
    for name in ["", " a", "a/b", "é"] {
        let response = service.post("/bucket", json!({ "name": name })).await;
        assert_eq!(response.expect_error("400", "InvalidBucketName"), "Bucket name invalid");
    }
    let nameless = service.post("/bucket", json!({ "public": true })).await;
    assert_eq!(nameless.expect_error("400", "InvalidRequest"), "body must have required property 'name'");
    let broken = service.send(Method::POST, "/bucket", "{").await;
    broken.expect_error("400", "InvalidRequest");
    let large = service.post("/bucket", json!({ "name": "a", "file_size_limit": "900gb" })).await;
    large.expect_error("413", "EntityTooLarge");
    let sizeless = service.post("/bucket", json!({ "name": "a", "file_size_limit": "many" })).await;
    sizeless.expect_error("400", "InvalidRequest");
    let typeless = service.post("/bucket", json!({ "name": "a", "allowed_mime_types": ["picture"] })).await;
    typeless.expect_error("415", "InvalidMimeType");
}

#[tokio::test]
async fn lists_buckets_with_sort_search_and_pagination() {
    let stack = Stack::start().await;
    for name in ["beta", "alpha", "gamma"] {
        stack.bucket(json!({ "name": name })).await;
    }
    let names = async |query: &str| {
        let listed = stack.service().get(&format!("/bucket{query}")).await.expect(200).json();
        let listed = listed.as_array().unwrap().clone();
        assert!(listed.iter().all(|bucket| bucket["type"] == "STANDARD"));
        listed.iter().map(|bucket| bucket["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("").await, ["alpha", "beta", "gamma"]);
    assert_eq!(names("?sortColumn=name&sortOrder=desc").await, ["gamma", "beta", "alpha"]);
    assert_eq!(names("?sortColumn=created_at&limit=1&offset=1").await, ["alpha"]);
    assert_eq!(names("?search=AM").await, ["gamma"]);
    stack.service().get("/bucket?sortColumn=owner").await.expect_error("400", "InvalidRequest");
}

#[tokio::test]
async fn an_update_keeps_absent_fields() {
    let stack = Stack::start().await;
    stack
        .bucket(json!({ "name": "photos", "file_size_limit": 10, "allowed_mime_types": ["image/png"] }))
        .await;
    let service = stack.service();
    let change = json!({ "public": true, "file_size_limit": null });
    let response = service.json(Method::PUT, "/bucket/photos", change).await.expect(200);
    assert_eq!(response.json(), json!({ "message": "Successfully updated" }));
    let bucket = service.get("/bucket/photos").await.json();
    assert_eq!((&bucket["public"], &bucket["file_size_limit"]), (&json!(true), &json!(null)));
    assert_eq!(bucket["allowed_mime_types"], json!(["image/png"]));

    let missing = service.json(Method::PUT, "/bucket/nowhere", json!({ "public": true })).await;
    assert_eq!(missing.expect_error("404", "NoSuchBucket"), "Bucket not found");
}

#[tokio::test]
async fn rejects_an_empty_update() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos", "public": true })).await;
    let service = stack.service();
    for empty in [json!({}), json!({ "id": "photos", "name": "photos" }), json!({ "owner": "me" })] {
        let rejected = service.json(Method::PUT, "/bucket/photos", empty).await;
        rejected.expect_error("400", "InvalidRequest");
    }
    for one in
        [json!({ "public": true }), json!({ "file_size_limit": null }), json!({ "allowed_mime_types": null })]
    {
        service.json(Method::PUT, "/bucket/photos", one).await.expect(200);
    }
}

#[tokio::test]
async fn deletes_only_empty_buckets() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos" })).await;
    let service = stack.service();
    service.upload("/object/photos/a.png", "image/png", "x").await.expect(200);

    let full = service.delete("/bucket/photos").await;
    assert_eq!(full.expect_error("409", "ResourceNotEmpty"), "The bucket you tried to delete is not empty");

    let emptied = service.post("/bucket/photos/empty", json!({})).await.expect(200).json();
    assert_eq!(emptied["message"], "Empty bucket has been queued. Completion may take up to an hour.");
    assert_eq!(
        service.get("/object/photos/a.png").await.expect_error("404", "NoSuchKey"),
        "Object not found"
    );
    eventually(async || stack.objects().await.is_empty()).await;

    let deleted = service.delete("/bucket/photos").await.expect(200).json();
    assert_eq!(deleted, json!({ "message": "Successfully deleted" }));
    service.get("/bucket/photos").await.expect_error("404", "NoSuchBucket");
    service.delete("/bucket/photos").await.expect_error("404", "NoSuchBucket");
}

#[tokio::test]
async fn without_a_policy_other_roles_neither_see_nor_change_buckets() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos", "public": true })).await;
    for client in [stack.anon(), stack.person(uuid::Uuid::new_v4())] {
        assert_eq!(client.get("/bucket").await.expect(200).json(), json!([]));
        client.get("/bucket/photos").await.expect_error("404", "NoSuchBucket");
        let created = client.post("/bucket", json!({ "name": "mine" })).await;
        assert_eq!(created.expect_error("403", "AccessDenied"), "new row violates row-level security policy");
        client
            .json(Method::PUT, "/bucket/photos", json!({ "public": false }))
            .await
            .expect_error("404", "NoSuchBucket");
        client.delete("/bucket/photos").await.expect_error("404", "NoSuchBucket");
        client.post("/bucket/photos/empty", json!({})).await.expect_error("404", "NoSuchBucket");
    }
    stack.service().get("/bucket/photos").await.expect(200);
}

#[tokio::test]
async fn a_policy_grants_only_its_command() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos" })).await;
    stack.bucket(json!({ "name": "secret" })).await;
    stack
        .sql("create policy \"see photos\" on storage.buckets for select to anon using (id = 'photos')")
        .await;
    let listed = stack.anon().get("/bucket").await.expect(200).json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    // Permission to select does not include permission to delete.
    stack.anon().delete("/bucket/photos").await.expect_error("404", "NoSuchBucket");
    stack.service().get("/bucket/photos").await.expect(200);
}

#[tokio::test]
async fn emptying_a_bucket_deletes_what_policies_allow() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos" })).await;
    for name in ["mine/a.png", "mine/b.png", "yours/a.png"] {
        stack.service().upload(&format!("/object/photos/{name}"), "image/png", "x").await.expect(200);
    }
    stack
        .sql(
            "create policy \"see photos\" on storage.buckets for select to anon using (id = 'photos');
             create policy \"see all\" on storage.objects for select to anon using (true);
             create policy \"delete mine\" on storage.objects for delete to anon
               using (name like 'mine/%' and storage.operation() = 'storage.bucket.empty')",
        )
        .await;
    stack.anon().post("/bucket/photos/empty", json!({})).await.expect(200);
    assert_eq!(stack.number("select count(*) from storage.objects where name like 'mine/%'").await, 0);
    stack.service().get("/object/photos/yours/a.png").await.expect(200);
    assert_eq!(stack.objects().await.len(), 1);
}

#[tokio::test]
async fn emptying_a_bucket_continues_after_the_first_batch() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos" })).await;
    stack
        .sql("insert into storage.objects (bucket_id, name) select 'photos', n::text from generate_series(1, 2500) as n")
        .await;
    stack.service().post("/bucket/photos/empty", json!({})).await.expect(200);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn accepts_a_fractional_size_limit() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "photos", "file_size_limit": "1.5MB" })).await;
    let photos = stack.service().get("/bucket/photos").await.expect(200).json();
    assert_eq!(photos["file_size_limit"], 1_500_000);
}
