//! Limits, policies and signed URLs, which decide at every step of an upload.

use hyper::Method;
use serde_json::json;
use uuid::Uuid;

use super::{CREATION, PART, bytes, expect_text, stack};
use crate::support::{TusUpload, creation, metadata_header};

#[tokio::test]
async fn limits_of_the_bucket_apply() {
    let stack = stack().await;
    let service = stack.service();
    stack.bucket(json!({ "name": "small", "file_size_limit": 10, "allowed_mime_types": ["text/*"] })).await;
    let create = async |length: &str, mimetype: &str| {
        let metadata =
            metadata_header(&[("bucketName", "small"), ("objectName", "a"), ("contentType", mimetype)]);
        let client = service.header("tus-resumable", "1.0.0").header("upload-metadata", &metadata);
        client.header("upload-length", length).send(Method::POST, CREATION, "").await
    };
    expect_text(&create("11", "text/plain").await, 413, "Maximum size exceeded\n");
    expect_text(&create("1", "image/png").await, 415, "mime type image/png is not supported");
    let octets = "mime type application/octet-stream is not supported";
    expect_text(&create("1", "").await, 415, octets);
    let missing = creation(&service, "missing", "a").header("upload-length", "1");
    expect_text(&missing.send(Method::POST, CREATION, "").await, 404, "Bucket not found");

    let upload = TusUpload::of(&create("10", "text/plain").await.expect(201));
    stack.sql("update storage.buckets set file_size_limit = 9 where id = 'small'").await;
    expect_text(&upload.patch(&service, 0, b"1234567890").await, 413, "Maximum size exceeded\n");
    let deferred = creation(&service, "small", "b").header("upload-defer-length", "1");
    let deferred = TusUpload::of(&deferred.send(Method::POST, CREATION, "").await.expect(201));
    expect_text(&deferred.patch(&service, 0, b"1234567890").await, 413, "upload's size exceeded\n");
    deferred.patch(&service, 0, b"123456789").await.expect(204);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn policies_decide_at_every_step() {
    let stack = stack().await;
    let (person, other) = (Uuid::new_v4(), Uuid::new_v4());
    let client = stack.person(person);
    let create = async || {
        creation(&client, "files", &format!("{person}/a.txt"))
            .header("upload-length", "10")
            .send(Method::POST, CREATION, "")
            .await
    };
    let denied = "new row violates row-level security policy";
    expect_text(&create().await, 403, denied);
    stack
        .sql(
            "create policy own on storage.objects for insert to authenticated
              with check (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text)",
        )
        .await;
    let upload = TusUpload::of(&create().await.expect(201));
    let no_token = stack.without_token().header("tus-resumable", "1.0.0").head(&upload.path).await;
    assert_eq!(no_token.status, 400);
    expect_text(&upload.patch(&stack.person(other), 0, b"12345").await, 403, denied);
    upload.patch(&client, 0, b"12345").await.expect(204);
    expect_text(&upload.delete(&stack.anon()).await, 403, denied);

    // Withdrawn before the last bytes.
    stack.sql("drop policy own on storage.objects").await;
    expect_text(&upload.patch(&client, 5, b"67890").await, 403, denied);
    assert_eq!(upload.offset(&client).await, 5);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);

    stack.sql("create policy open on storage.objects for insert to authenticated with check (true)").await;
    upload.patch(&client, 5, b"67890").await.expect(204);
    let owned = format!("select count(*) from storage.objects where owner_id = '{person}'");
    assert_eq!(stack.number(&owned).await, 1);
}

#[tokio::test]
async fn a_policy_withdrawn_during_the_last_request_prevents_the_object() {
    let stack = stack().await;
    let person = stack.person(Uuid::new_v4());
    stack.sql("create policy open on storage.objects for insert to authenticated with check (true)").await;
    // The policies are checked before the body is read and once more before the object is created. The trigger withdraws
    // them in between, with the first part.
    stack
        .sql(
            "create function withdraw() returns trigger language plpgsql security definer as $$
              begin drop policy open on storage.objects; return new; end $$;
              create trigger withdraw after insert on storage.resumable_upload_parts
              for each row when (new.part_number = 1) execute function withdraw()",
        )
        .await;
    let file = bytes(PART + 10);
    let upload = TusUpload::create(&person, "files", "a.txt", file.len()).await;
    let last = upload.patch(&person, 0, &file).await;
    expect_text(&last, 403, "new row violates row-level security policy");
    assert_eq!(upload.offset(&person).await, PART);
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
}

#[tokio::test]
async fn an_existing_object_is_replaced_only_by_an_upsert() {
    let stack = stack().await;
    let service = stack.service();
    service.upload("/object/files/a.txt", "text/plain", "old").await.expect(200);
    let create = creation(&service, "files", "a.txt").header("upload-length", "3");
    expect_text(&create.send(Method::POST, CREATION, "").await, 409, "The resource already exists");
    let upsert = service.header("x-upsert", "true");
    let upload = TusUpload::create(&upsert, "files", "a.txt", 3).await;
    expect_text(&upload.patch(&service, 0, b"new").await, 409, "The resource already exists");
    upload.patch(&upsert, 0, b"new").await.expect(204);
    assert_eq!(service.get("/object/files/a.txt").await.expect(200).body, "new");
    assert_eq!(stack.objects().await.len(), 1, "the old bytes are removed");
}

#[tokio::test]
async fn a_signed_url_allows_an_upload_without_a_token() {
    let stack = stack().await;
    let person = Uuid::new_v4();
    stack.sql("create policy open on storage.objects for insert to authenticated with check (true)").await;
    let signed = stack.person(person).post("/object/upload/sign/files/a.txt", json!({})).await.expect(200);
    let token = signed.json()["token"].as_str().unwrap().to_owned();
    let anybody = stack.without_token();
    let create = async |signature: Option<&str>, name: &str| {
        let client = creation(&anybody, "files", name).header("upload-length", "5");
        let client = signature.map_or(client.clone(), |signature| client.header("x-signature", signature));
        client.send(Method::POST, "/upload/resumable/sign", "").await
    };
    expect_text(&create(None, "a.txt").await, 400, "Missing x-signature header");
    expect_text(&create(Some("nonsense"), "a.txt").await, 400, "Invalid Compact JWS");
    expect_text(&create(Some(&token), "b.txt").await, 400, "Invalid signature");
    let created = create(Some(&token), "a.txt").await.expect(201);
    let upload = TusUpload::of(&created);
    assert!(upload.path.starts_with("/upload/resumable/sign/"), "{}", upload.path);
    expect_text(&upload.patch(&anybody, 0, b"12345").await, 400, "Missing x-signature header");
    let bearer = anybody.header("x-signature", &token);
    assert_eq!(upload.offset(&bearer).await, 0);
    upload.patch(&bearer, 0, b"12345").await.expect(204);
    let owned = format!("select count(*) from storage.objects where owner_id = '{person}'");
    assert_eq!(stack.number(&owned).await, 1);
    expect_text(&create(Some(&token), "a.txt").await, 409, "The resource already exists");
}
