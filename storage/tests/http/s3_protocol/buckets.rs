//! Buckets: created, listed, asked about and deleted.

use aws_sdk_s3::types::BucketCannedAcl;
use serde_json::json;

use super::client::{error, service, start, start_with_bucket};

#[tokio::test]
async fn buckets_are_created_listed_and_deleted() {
    let stack = start().await;
    let client = service(&stack);
    let created = client.create_bucket().bucket("photos").send().await.unwrap();
    assert_eq!(created.location(), Some("/photos"));
    client.create_bucket().bucket("open").acl(BucketCannedAcl::PublicRead).send().await.unwrap();
    let duplicate = client.create_bucket().bucket("photos").send().await;
    assert_eq!(error(duplicate), (409, "BucketAlreadyExists".to_owned()));

    let listed = client.list_buckets().send().await.unwrap();
    let names: Vec<_> = listed.buckets().iter().filter_map(|bucket| bucket.name()).collect();
    assert_eq!(names, ["open", "photos"]);
    assert!(listed.buckets()[0].creation_date().is_some());
    assert_eq!(stack.service().get("/bucket/open").await.json()["public"], true);
    assert_eq!(stack.service().get("/bucket/photos").await.json()["public"], false);

    let head = client.head_bucket().bucket("photos").send().await.unwrap();
    assert_eq!(head.bucket_region(), Some("local"));
    let location = client.get_bucket_location().bucket("photos").send().await.unwrap();
    assert_eq!(location.location_constraint().unwrap().as_str(), "local");
    let versioning = client.get_bucket_versioning().bucket("photos").send().await.unwrap();
    assert_eq!(versioning.status().unwrap().as_str(), "Suspended");

    client.delete_bucket().bucket("photos").send().await.unwrap();
    assert_eq!(error(client.head_bucket().bucket("photos").send().await).0, 404);
    let missing = client.delete_bucket().bucket("photos").send().await;
    assert_eq!(error(missing), (404, "NoSuchBucket".to_owned()));
}

#[tokio::test]
async fn lists_buckets_in_pages() {
    let stack = start().await;
    for name in ["a1", "a2", "b1"] {
        stack.bucket(json!({ "name": name })).await;
    }
    let client = service(&stack);
    let first = client.list_buckets().prefix("a").max_buckets(1).send().await.unwrap();
    assert_eq!(first.buckets()[0].name(), Some("a1"));
    let second = client.list_buckets().prefix("a").set_continuation_token(first.continuation_token);
    let second = second.send().await.unwrap();
    let names: Vec<_> = second.buckets().iter().filter_map(|bucket| bucket.name()).collect();
    assert_eq!((names, second.continuation_token()), (vec!["a2"], None));
}

#[tokio::test]
async fn a_bucket_with_objects_or_uploads_is_not_deleted() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    client.put_object().bucket("files").key("a").body(b"x".to_vec().into()).send().await.unwrap();
    let full = client.delete_bucket().bucket("files").send().await;
    assert_eq!(error(full), (409, "BucketNotEmpty".to_owned()));
    client.delete_object().bucket("files").key("a").send().await.unwrap();

    let upload = client.create_multipart_upload().bucket("files").key("a").send().await.unwrap();
    let full = client.delete_bucket().bucket("files").send().await;
    assert_eq!(error(full), (409, "BucketNotEmpty".to_owned()));
    let id = upload.upload_id.unwrap();
    client.abort_multipart_upload().bucket("files").key("a").upload_id(id).send().await.unwrap();
    client.delete_bucket().bucket("files").send().await.unwrap();
}

#[tokio::test]
async fn names_of_supabase_are_accepted_and_others_rejected() {
    let stack = start().await;
    let client = service(&stack);
    client.create_bucket().bucket("My_Bucket").send().await.unwrap();
    client.put_object().bucket("My_Bucket").key("a").body(b"x".to_vec().into()).send().await.unwrap();
    let copy = client.copy_object().bucket("My_Bucket").key("b").copy_source("My_Bucket/a");
    copy.send().await.unwrap();
    let invalid = client.create_bucket().bucket("caf\u{e9}").send().await;
    assert_eq!(error(invalid), (400, "InvalidBucketName".to_owned()));
}

#[tokio::test]
async fn an_operation_that_is_not_implemented_says_so() {
    let stack = start_with_bucket().await;
    let unknown = service(&stack).get_bucket_cors().bucket("files").send().await;
    assert_eq!(error(unknown), (501, "NotImplemented".to_owned()));
}
