//! Requests with a session token run as its user: row-level security decides at each step.

use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{CompletedMultipartUpload, CompletedPart, Delete, ObjectIdentifier};
use uuid::Uuid;

use super::client::{error, person, rows, service, start_with_bucket};
use crate::support::Stack;

/// Everybody signed in reads and writes objects below their own id.
const OWN_FOLDER: &str = "
    create policy own on storage.objects to authenticated
      using (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'files' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy seen on storage.buckets for select to authenticated using (id = 'files')";

async fn stack() -> Stack {
    let stack = start_with_bucket().await;
    stack.sql(OWN_FOLDER).await;
    stack
}

fn denied() -> (u16, String) {
    (403, "AccessDenied".to_owned())
}

#[tokio::test]
async fn a_user_reads_and_writes_what_the_policies_allow() {
    let stack = stack().await;
    let (anna, ben) = (Uuid::new_v4(), Uuid::new_v4());
    let (own, foreign) = (format!("{anna}/a"), format!("{ben}/a"));
    let client = person(&stack, anna);
    let put =
        |key: &str| client.put_object().bucket("files").key(key).body(ByteStream::from_static(b"x")).send();
    put(&own).await.unwrap();
    assert_eq!(error(put(&foreign).await), denied());
    assert_eq!(stack.objects().await.len(), 1);
    let owner = format!("select count(*) from storage.objects where owner_id = '{anna}'");
    assert_eq!(stack.number(&owner).await, 1);

    service(&stack)
        .put_object()
        .bucket("files")
        .key(&foreign)
        .body(ByteStream::from_static(b"x"))
        .send()
        .await
        .unwrap();
    client.get_object().bucket("files").key(&own).send().await.unwrap();
    let get = client.get_object().bucket("files").key(&foreign).send().await;
    assert_eq!(error(get), (404, "NoSuchKey".to_owned()));
    assert_eq!(error(client.head_object().bucket("files").key(&foreign).send().await).0, 404);
    let listed = client.list_objects_v2().bucket("files").send().await.unwrap();
    assert_eq!(listed.contents().len(), 1);
    let listed = client.list_objects_v2().bucket("files").delimiter("/").send().await.unwrap();
    assert_eq!(listed.common_prefixes().len(), 1);

    let copy =
        client.copy_object().bucket("files").key(format!("{anna}/b")).copy_source(format!("files/{foreign}"));
    assert_eq!(error(copy.send().await), (404, "NoSuchKey".to_owned()));
    let copy =
        client.copy_object().bucket("files").key(format!("{ben}/b")).copy_source(format!("files/{own}"));
    assert_eq!(error(copy.send().await), denied());
    client
        .copy_object()
        .bucket("files")
        .key(format!("{anna}/b"))
        .copy_source(format!("files/{own}"))
        .send()
        .await
        .unwrap();
}

#[tokio::test]
async fn a_user_deletes_what_the_policies_allow() {
    let stack = stack().await;
    let (anna, ben) = (Uuid::new_v4(), Uuid::new_v4());
    let (own, foreign) = (format!("{anna}/a"), format!("{ben}/a"));
    for key in [&own, &foreign] {
        service(&stack)
            .put_object()
            .bucket("files")
            .key(key)
            .body(ByteStream::from_static(b"x"))
            .send()
            .await
            .unwrap();
    }
    let client = person(&stack, anna);
    assert_eq!(error(client.delete_object().bucket("files").key(&foreign).send().await), denied());
    let key = |key: &str| ObjectIdentifier::builder().key(key).build().unwrap();
    let keys =
        Delete::builder().objects(key(&own)).objects(key(&foreign)).objects(key("none")).build().unwrap();
    let deleted = client.delete_objects().bucket("files").delete(keys).send().await.unwrap();
    assert_eq!(deleted.deleted().len(), 2);
    assert_eq!(deleted.errors()[0].key(), Some(foreign.as_str()));
    assert_eq!(deleted.errors()[0].code(), Some("AccessDenied"));
    assert_eq!(rows(&stack).await["objects"], 1);
}

#[tokio::test]
async fn buckets_follow_the_policies_too() {
    let stack = stack().await;
    stack.bucket(serde_json::json!({ "name": "hidden" })).await;
    let client = person(&stack, Uuid::new_v4());
    let listed = client.list_buckets().send().await.unwrap();
    let names: Vec<_> = listed.buckets().iter().filter_map(|bucket| bucket.name()).collect();
    assert_eq!(names, ["files"]);
    assert_eq!(error(client.create_bucket().bucket("mine").send().await), denied());
    assert_eq!(error(client.head_bucket().bucket("hidden").send().await).0, 404);
    assert_eq!(error(client.delete_bucket().bucket("files").send().await), (404, "NoSuchBucket".to_owned()));
    service(&stack).head_bucket().bucket("files").send().await.unwrap();
}

#[tokio::test]
async fn the_policies_hold_at_each_step_of_a_multipart_upload() {
    let stack = stack().await;
    let (anna, ben) = (Uuid::new_v4(), Uuid::new_v4());
    let (own, foreign) = (format!("{anna}/a"), format!("{ben}/a"));
    let client = person(&stack, anna);
    let created = client.create_multipart_upload().bucket("files").key(&foreign).send().await;
    assert_eq!(error(created), denied());
    assert_eq!(rows(&stack).await["uploads"], 0);

    // Another user's upload, whose id is known.
    let id =
        person(&stack, ben).create_multipart_upload().bucket("files").key(&foreign).send().await.unwrap();
    let id = id.upload_id.unwrap();
    let part = client.upload_part().bucket("files").key(&foreign).upload_id(&id).part_number(1);
    assert_eq!(error(part.body(ByteStream::from_static(b"x")).send().await), denied());
    let parts = CompletedPart::builder().part_number(1).e_tag("x").build();
    let parts = CompletedMultipartUpload::builder().parts(parts).build();
    let complete = client.complete_multipart_upload().bucket("files").key(&foreign).upload_id(&id);
    assert_eq!(error(complete.multipart_upload(parts).send().await), denied());
    let abort = client.abort_multipart_upload().bucket("files").key(&foreign).upload_id(&id).send().await;
    assert_eq!(error(abort), denied());
    assert_eq!(rows(&stack).await["uploads"], 1);

    let id =
        client.create_multipart_upload().bucket("files").key(&own).send().await.unwrap().upload_id.unwrap();
    let part = client.upload_part().bucket("files").key(&own).upload_id(&id).part_number(1);
    let part = part.body(ByteStream::from_static(b"x")).send().await.unwrap();
    // Without a policy on the table of uploads, a user sees none of them.
    let listed = client.list_multipart_uploads().bucket("files").send().await.unwrap();
    assert_eq!(listed.uploads().len(), 0);
    stack.sql("create policy own on storage.s3_multipart_uploads for select to authenticated using (owner_id = (select auth.uid())::text)").await;
    let listed = client.list_multipart_uploads().bucket("files").send().await.unwrap();
    assert_eq!(listed.uploads()[0].key(), Some(own.as_str()));

    // The policy is withdrawn before the end.
    stack.sql("drop policy own on storage.objects").await;
    let parts = CompletedPart::builder().part_number(1).set_e_tag(part.e_tag).build();
    let parts = CompletedMultipartUpload::builder().parts(parts).build();
    let complete = || {
        client
            .complete_multipart_upload()
            .bucket("files")
            .key(&own)
            .upload_id(&id)
            .multipart_upload(parts.clone())
    };
    assert_eq!(error(complete().send().await), denied());
    stack.sql(OWN_FOLDER.split(';').next().unwrap()).await;
    complete().send().await.unwrap();
    assert_eq!(rows(&stack).await["objects"], 1);
}

#[tokio::test]
async fn policies_see_the_operation() {
    let stack = start_with_bucket().await;
    stack
        .sql(
            "create policy written on storage.objects for insert to authenticated
               with check (storage.operation() = 'storage.s3.upload');
             create policy seen on storage.objects for select to authenticated using (true);
             create policy changed on storage.objects for update to authenticated using (true)",
        )
        .await;
    let client = person(&stack, Uuid::new_v4());
    client.put_object().bucket("files").key("a").body(ByteStream::from_static(b"x")).send().await.unwrap();
    let copy = client.copy_object().bucket("files").key("b").copy_source("files/a").send().await;
    assert_eq!(error(copy), denied());
}
