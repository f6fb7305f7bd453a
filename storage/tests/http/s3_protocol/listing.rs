//! Lists of objects: order, prefixes, delimiters and pages.

use aws_sdk_s3::types::EncodingType;

use super::client::{error, service, start_with_bucket};
use crate::support::Stack;

const KEYS: [&str; 8] = ["B.txt", "a b/1", "a/1", "a/2/x", "a/2/y", "a/3", "b", "c/x"];

async fn stack() -> Stack {
    let stack = start_with_bucket().await;
    for key in KEYS {
        stack
            .service()
            .upload(&format!("/object/files/{}", key.replace(' ', "%20")), "text/plain", key)
            .await
            .expect(200);
    }
    stack
}

/// The keys and common prefixes of all pages of this size, page after page, and the number of pages.
async fn pages(stack: &Stack, prefix: &str, delimiter: Option<&str>, size: i32) -> (Vec<String>, usize) {
    let client = service(stack);
    let (mut found, mut pages, mut token) = (Vec::new(), 0, None);
    loop {
        let list = client
            .list_objects_v2()
            .bucket("files")
            .prefix(prefix)
            .set_delimiter(delimiter.map(str::to_owned))
            .max_keys(size)
            .set_continuation_token(token);
        let page = list.send().await.unwrap();
        let keys = page.contents().iter().filter_map(|object| object.key());
        let prefixes = page.common_prefixes().iter().filter_map(|prefix| prefix.prefix());
        let mut names: Vec<String> = keys.chain(prefixes).map(str::to_owned).collect();
        names.sort();
        assert_eq!(page.key_count(), Some(i32::try_from(names.len()).unwrap()));
        found.extend(names);
        pages += 1;
        token = page.next_continuation_token;
        assert_eq!(page.is_truncated, Some(token.is_some()));
        if token.is_none() {
            return (found, pages);
        }
    }
}

#[tokio::test]
async fn lists_keys_in_byte_order_with_their_metadata() {
    let stack = stack().await;
    let listed = service(&stack).list_objects_v2().bucket("files").send().await.unwrap();
    let keys: Vec<_> = listed.contents().iter().filter_map(|object| object.key()).collect();
    assert_eq!(keys, KEYS);
    let first = &listed.contents()[0];
    let head = service(&stack).head_object().bucket("files").key("B.txt").send().await.unwrap();
    assert_eq!((first.e_tag(), first.size()), (head.e_tag(), Some(5)));
    assert_eq!(first.last_modified().unwrap().secs(), head.last_modified().unwrap().secs());
    let missing = service(&stack).list_objects_v2().bucket("none").send().await;
    assert_eq!(error(missing), (404, "NoSuchBucket".to_owned()));
}

#[tokio::test]
async fn every_page_size_lists_the_same() {
    let stack = stack().await;
    for size in [1, 2, 3, 1000] {
        assert_eq!(pages(&stack, "", None, size).await.0, KEYS, "{size}");
        let folders = ["B.txt", "a b/", "a/", "b", "c/"];
        assert_eq!(pages(&stack, "", Some("/"), size).await.0, folders, "{size}");
        let inside = ["a/1", "a/2/", "a/3"];
        assert_eq!(pages(&stack, "a/", Some("/"), size).await.0, inside, "{size}");
        assert_eq!(pages(&stack, "a", Some("/"), size).await.0, ["a b/", "a/"], "{size}");
        assert_eq!(pages(&stack, "", Some("/x"), size).await.0.len(), 8, "{size}");
        assert_eq!(pages(&stack, "A", None, size).await.0, Vec::<String>::new(), "{size}");
    }
    assert_eq!(pages(&stack, "", None, 3).await.1, 3);
}

#[tokio::test]
async fn starts_after_a_key() {
    let stack = stack().await;
    let client = service(&stack);
    let list = client.list_objects_v2().bucket("files").start_after("a/2/x").send().await.unwrap();
    let keys: Vec<_> = list.contents().iter().filter_map(|object| object.key()).collect();
    assert_eq!(keys, &KEYS[4..]);
    let list =
        client.list_objects_v2().bucket("files").delimiter("/").start_after("a/zzz").send().await.unwrap();
    let prefixes: Vec<_> = list.common_prefixes().iter().filter_map(|prefix| prefix.prefix()).collect();
    assert_eq!(prefixes, ["c/"]);
}

#[tokio::test]
async fn the_first_version_continues_at_its_marker() {
    let stack = stack().await;
    let client = service(&stack);
    let (mut found, mut marker) = (Vec::new(), None);
    loop {
        let list = client.list_objects().bucket("files").delimiter("/").max_keys(2).set_marker(marker);
        let page = list.send().await.unwrap();
        found.extend(page.contents().iter().filter_map(|object| object.key().map(str::to_owned)));
        found.extend(page.common_prefixes().iter().filter_map(|prefix| prefix.prefix().map(str::to_owned)));
        marker = page.next_marker;
        if marker.is_none() {
            break;
        }
    }
    found.sort();
    assert_eq!(found, ["B.txt", "a b/", "a/", "b", "c/"]);
    let plain = client.list_objects().bucket("files").marker("a/3").send().await.unwrap();
    assert_eq!(plain.contents().len(), 2);
}

#[tokio::test]
async fn each_object_has_one_version() {
    let stack = stack().await;
    let client = service(&stack);
    let page = client.list_object_versions().bucket("files").max_keys(3).send().await.unwrap();
    assert_eq!((page.versions().len(), page.is_truncated()), (3, Some(true)));
    let version = &page.versions()[0];
    assert_eq!((version.version_id(), version.is_latest()), (Some("null"), Some(true)));
    let rest = client.list_object_versions().bucket("files").set_key_marker(page.next_key_marker);
    let rest = rest.send().await.unwrap();
    assert_eq!((rest.versions().len(), rest.is_truncated()), (KEYS.len() - 3, Some(false)));
    client.delete_object().bucket("files").key("b").version_id("null").send().await.unwrap();
}

#[tokio::test]
async fn encodes_names_on_request_and_rejects_bad_parameters() {
    let stack = stack().await;
    let client = service(&stack);
    let list = client.list_objects_v2().bucket("files").encoding_type(EncodingType::Url).prefix("a b");
    let list = list.send().await.unwrap();
    assert_eq!((list.prefix(), list.contents()[0].key()), (Some("a%20b"), Some("a%20b/1")));
    let none = client.list_objects_v2().bucket("files").max_keys(0).send().await.unwrap();
    assert_eq!((none.contents().len(), none.is_truncated()), (0, Some(false)));
    let negative = client.list_objects_v2().bucket("files").max_keys(-1).send().await;
    assert_eq!(error(negative), (400, "InvalidArgument".to_owned()));
    let token = client.list_objects_v2().bucket("files").continuation_token("*").send().await;
    assert_eq!(error(token), (400, "InvalidArgument".to_owned()));
}
