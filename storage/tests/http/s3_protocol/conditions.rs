//! Conditional requests: of reads and of writes.

use aws_sdk_s3::primitives::{ByteStream, DateTime};

use super::client::{error, person, put, read, service, start_with_bucket};

#[tokio::test]
async fn answers_conditional_requests() {
    let stack = start_with_bucket().await;
    put(&stack, "a", b"text").await;
    let client = service(&stack);
    let head = client.head_object().bucket("files").key("a").send().await.unwrap();
    let (tag, modified) = (head.e_tag.unwrap(), head.last_modified.unwrap());
    let earlier = DateTime::from_secs(modified.secs() - 10);
    let get = || client.get_object().bucket("files").key("a");

    get().if_match(&tag).send().await.unwrap();
    get().if_none_match("\"other\"").send().await.unwrap();
    get().if_modified_since(earlier).send().await.unwrap();
    get().if_unmodified_since(modified).send().await.unwrap();
    assert_eq!(error(get().if_none_match(&tag).send().await).0, 304);
    assert_eq!(error(get().if_modified_since(modified).send().await).0, 304);
    assert_eq!(error(get().if_match("\"other\"").send().await), (412, "PreconditionFailed".to_owned()));
    assert_eq!(error(get().if_unmodified_since(earlier).send().await).0, 412);
    let head = client.head_object().bucket("files").key("a").if_none_match(&tag).send().await;
    assert_eq!(error(head).0, 304);
}

#[tokio::test]
async fn a_write_may_require_the_object_that_it_replaces() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let put = |key: &str| client.put_object().bucket("files").key(key).body(ByteStream::from_static(b"new"));
    assert_eq!(error(put("a").if_match("\"x\"").send().await), (404, "NoSuchKey".to_owned()));
    let first = put("a").if_none_match("*").send().await.unwrap().e_tag.unwrap();
    let failed = (412, "PreconditionFailed".to_owned());
    assert_eq!(error(put("a").if_none_match("*").send().await), failed);
    assert_eq!(error(put("a").if_match("\"x\"").send().await), failed);
    let other = put("a").if_match(&first).body(ByteStream::from_static(b"other")).send().await.unwrap();
    assert_eq!(error(put("a").if_match(&first).send().await), failed);
    put("a").if_match(other.e_tag.unwrap()).send().await.unwrap();
    assert_eq!(read(&stack, "a").await, b"new");
    let unsupported = put("a").if_none_match("\"x\"").send().await;
    assert_eq!(error(unsupported), (501, "NotImplemented".to_owned()));
    assert_eq!(stack.objects().await.len(), 1);

    // The condition tells nothing about objects that the caller may not read.
    stack
        .sql(
            "create policy added on storage.objects for insert to authenticated with check (true);
             create policy changed on storage.objects for update to authenticated using (true)",
        )
        .await;
    let blind = person(&stack, uuid::Uuid::new_v4());
    let blind = blind.put_object().bucket("files").key("a").body(ByteStream::from_static(b"x"));
    assert_eq!(error(blind.if_match(&first).send().await), (404, "NoSuchKey".to_owned()));
}
