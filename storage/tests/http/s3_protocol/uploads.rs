//! Multipart uploads in progress: lists, limits, and those that are unknown, aborted or abandoned.

use aws_sdk_s3::primitives::ByteStream;
use serde_json::json;

use super::client::{bytes, error, rows, service, start, start_with_bucket};
use super::parts::{complete, create, part};

#[tokio::test]
async fn an_unknown_upload_is_a_404_everywhere() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    for (key, id) in [("a", "none"), ("other", id.as_str())] {
        let upload = client.upload_part().bucket("files").key(key).upload_id(id).part_number(1);
        let uploaded = upload.body(ByteStream::from_static(b"x")).send().await;
        assert_eq!(error(uploaded), (404, "NoSuchUpload".to_owned()));
        let listed = client.list_parts().bucket("files").key(key).upload_id(id).send().await;
        assert_eq!(error(listed), (404, "NoSuchUpload".to_owned()));
        let aborted = client.abort_multipart_upload().bucket("files").key(key).upload_id(id).send().await;
        assert_eq!(error(aborted), (404, "NoSuchUpload".to_owned()));
        assert_eq!(complete(&client, key, id, &[]).await, Err((404, "NoSuchUpload".to_owned())));
    }
}

#[tokio::test]
async fn an_aborted_upload_leaves_nothing() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    part(&client, "a", &id, 1, &bytes(1000)).await;
    client.abort_multipart_upload().bucket("files").key("a").upload_id(&id).send().await.unwrap();
    assert_eq!(rows(&stack).await, json!({ "objects": 0, "uploads": 0, "parts": 0 }));
    assert!(stack.files().await.is_empty(), "{:?}", stack.files().await);
}

#[tokio::test]
async fn an_abandoned_upload_is_swept() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    part(&client, "a", &id, 1, &bytes(1000)).await;
    stack.sweep_successfully().await;
    assert_eq!(rows(&stack).await["uploads"], 1, "it is not due");
    stack.sweep_all_orphans().await;
    let late = client.upload_part().bucket("files").key("a").upload_id(&id).part_number(2);
    assert_eq!(
        error(late.body(ByteStream::from_static(b"x")).send().await),
        (404, "NoSuchUpload".to_owned())
    );
    stack.sweep_successfully().await;
    assert_eq!(rows(&stack).await, json!({ "objects": 0, "uploads": 0, "parts": 0 }));
    assert!(stack.files().await.is_empty());
}

#[tokio::test]
async fn lists_uploads_by_key_in_pages() {
    let stack = start_with_bucket().await;
    let client = service(&stack);
    for key in ["b", "a/1", "a/2", "c/1"] {
        create(&client, key).await;
    }
    create(&client, "b").await;
    let list = || client.list_multipart_uploads().bucket("files");
    let all = list().send().await.unwrap();
    let keys: Vec<_> = all.uploads().iter().filter_map(|upload| upload.key()).collect();
    assert_eq!((keys, all.is_truncated()), (vec!["a/1", "a/2", "b", "b", "c/1"], Some(false)));

    let (mut found, mut marker, mut id) = (Vec::new(), None, None);
    loop {
        let page =
            list().max_uploads(1).set_key_marker(marker).set_upload_id_marker(id).send().await.unwrap();
        found.extend(page.uploads().iter().filter_map(|upload| upload.key().map(str::to_owned)));
        if page.is_truncated() == Some(false) {
            break;
        }
        (marker, id) = (page.next_key_marker, page.next_upload_id_marker);
    }
    assert_eq!(found, ["a/1", "a/2", "b", "b", "c/1"]);
    let after = list().key_marker("a/2").send().await.unwrap();
    assert_eq!(after.uploads().len(), 3);

    let folders = list().delimiter("/").send().await.unwrap();
    let prefixes: Vec<_> = folders.common_prefixes().iter().filter_map(|prefix| prefix.prefix()).collect();
    assert_eq!((prefixes, folders.uploads().len()), (vec!["a/", "c/"], 2));
    let page = list().delimiter("/").max_uploads(1).send().await.unwrap();
    assert_eq!((page.common_prefixes().len(), page.uploads().len(), page.is_truncated()), (1, 0, Some(true)));
    let next = list()
        .delimiter("/")
        .set_key_marker(page.next_key_marker)
        .set_upload_id_marker(page.next_upload_id_marker);
    let next = next.send().await.unwrap();
    assert_eq!((next.common_prefixes().len(), next.uploads().len()), (1, 2));
    assert_eq!(list().prefix("a/").send().await.unwrap().uploads().len(), 2);
    assert_eq!(error(list().max_uploads(0).send().await), (400, "InvalidArgument".to_owned()));
}

#[tokio::test]
async fn all_parts_together_stay_below_the_limit() {
    let stack = start().await;
    stack.bucket(json!({ "name": "files", "file_size_limit": 3000 })).await;
    let client = service(&stack);
    let id = create(&client, "a").await;
    let upload = |number, size| {
        let part = client.upload_part().bucket("files").key("a").upload_id(&id).part_number(number);
        part.body(ByteStream::from(bytes(size))).send()
    };
    upload(1, 2000).await.unwrap();
    assert_eq!(error(upload(2, 1001).await), (413, "EntityTooLarge".to_owned()));
    upload(1, 2000).await.unwrap();
    upload(2, 1000).await.unwrap();
    assert_eq!(error(upload(3, 1).await), (413, "EntityTooLarge".to_owned()));
    assert_eq!(rows(&stack).await["parts"], 2);
}
