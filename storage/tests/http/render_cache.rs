//! The cache of image variants: rendered once, evicted, purged, deleted with their object; and the limits on rendering.

use crate::support::images::{PRIVATE, PUBLIC, photo, size, stack_with_photos, variants};
use crate::support::{eventually, memory};
use hyper::Method;
use image::ImageFormat;
use serde_json::json;

#[tokio::test]
async fn renders_a_variant_once() {
    let stack = stack_with_photos().await;
    let path = format!("{PUBLIC}?width=100");
    let asked = (0..12).map(|_| {
        let (client, path) = (stack.without_token(), path.clone());
        tokio::spawn(async move { client.get(&path).await.expect(200).body })
    });
    let mut bodies = Vec::new();
    for response in asked.collect::<Vec<_>>() {
        bodies.push(response.await.unwrap());
    }
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(variants(&stack).await, 1);
    let made = stack.number("select count(*) from storage.variants where size > 0").await;
    assert_eq!(made, 1);
    // The next response comes from the cache.
    stack.sql("update storage.variants set mimetype = 'image/x-kept'").await;
    assert_eq!(stack.without_token().get(&path).await.expect(200).header("content-type"), "image/x-kept");
}

#[tokio::test]
async fn bounds_memory_for_concurrent_large_images() {
    let stack = stack_with_photos().await;
    // A phone's photo: 12 megapixels, which take 36 MB in memory.
    let large = photo(4000, 3000, ImageFormat::Jpeg);
    stack.service().upload("/object/open/large.jpg", "image/jpeg", large).await.expect(200);
    let idle = memory(&stack, "VmRSS:");
    let asked = (1..=8).map(|number| {
        let client = stack.without_token();
        let path = format!("/render/image/public/open/large.jpg?width={}", 40 * number);
        tokio::spawn(async move { (size(&client.get(&path).await.expect(200)), (40 * number, 30 * number)) })
    });
    for response in asked.collect::<Vec<_>>() {
        let (found, expected) = response.await.unwrap();
        assert_eq!(found, expected);
    }
    let most = memory(&stack, "VmHWM:");
    assert!(most - idle < 160 * 1024, "{idle} KB idle, {most} KB at most");
}

#[tokio::test]
async fn renders_again_after_the_object_was_overwritten() {
    let stack = stack_with_photos().await;
    let path = format!("{PUBLIC}?width=100");
    let before = stack.without_token().get(&path).await.expect(200);
    let other = photo(300, 300, ImageFormat::Jpeg);
    let service = stack.service().header("x-upsert", "true");
    service.upload("/object/open/dir/photo.jpg", "image/jpeg", other).await.expect(200);
    let after = stack.without_token().get(&path).await.expect(200);
    assert_eq!((size(&before), size(&after)), ((100, 50), (100, 100)));
    assert_ne!(before.header("etag"), after.header("etag"));
    assert_eq!(variants(&stack).await, 1);
    // Two originals and one variant.
    assert_eq!(stack.objects().await.len(), 3);
    // A move keeps the variants.
    let move_request =
        json!({ "bucketId": "open", "sourceKey": "dir/photo.jpg", "destinationKey": "moved.jpg" });
    stack.service().post("/object/move", move_request).await.expect(200);
    stack.without_token().get("/render/image/public/open/moved.jpg?width=100").await.expect(200);
    assert_eq!(variants(&stack).await, 1);
}

#[tokio::test]
async fn deletes_variants_with_their_object() {
    let stack = stack_with_photos().await;
    let service = stack.service();
    for width in [10, 20, 30] {
        stack.without_token().get(&format!("{PUBLIC}?width={width}")).await.expect(200);
        service.get(&format!("{PRIVATE}?width={width}")).await.expect(200);
    }
    assert_eq!((variants(&stack).await, stack.objects().await.len()), (6, 8));
    service.delete("/object/open/dir/photo.jpg").await.expect(200);
    assert_eq!((variants(&stack).await, stack.objects().await.len()), (3, 4));
    service.post("/bucket/shut/empty", json!({})).await.expect(200);
    assert_eq!(variants(&stack).await, 0);
    eventually(async || stack.objects().await.is_empty()).await;
}

#[tokio::test]
async fn evicts_the_oldest_variants_of_an_object() {
    let stack = stack_with_photos().await;
    for width in 1..=30 {
        let client = stack.without_token().on_address([127, 0, 0, 2 + width / 10].into());
        client.get(&format!("{PUBLIC}?width={width}")).await.expect(200);
    }
    assert_eq!(variants(&stack).await, 24);
    let last = "select count(*) from storage.variants where transform like '30x%'";
    assert_eq!(stack.number(last).await, 1);
    // Evicted variants are removed after a delay, because a download may still be reading them.
    stack.sweep_all_orphans().await;
    assert_eq!(stack.objects().await.len(), 2 + 24);
}

#[tokio::test]
async fn rate_limits_new_variants_per_client_and_image() {
    let stack = stack_with_photos().await;
    let service = stack.service();
    let second = photo(40, 20, ImageFormat::Jpeg);
    service.upload("/object/open/second.jpg", "image/jpeg", second).await.expect(200);
    let greedy = stack.without_token();
    for width in 1..=24 {
        greedy.get(&format!("{PUBLIC}?width={width}")).await.expect(200);
    }
    let rejected = greedy.get(&format!("{PUBLIC}?width=25")).await.expect(429);
    assert_eq!(rejected.expect_error_body("429", "SlowDown"), "Too many sizes of this image");
    assert!(rejected.header("retry-after").parse::<u64>().unwrap() >= 1);
    // The limit does not apply to cached variants, other images and other clients.
    greedy.get(&format!("{PUBLIC}?width=24")).await.expect(200);
    greedy.get("/render/image/public/open/second.jpg?width=10").await.expect(200);
    let other = stack.without_token().on_address([127, 0, 0, 2].into());
    other.get(&format!("{PUBLIC}?width=25")).await.expect(200);
}

#[tokio::test]
async fn renders_again_when_the_bytes_are_missing() {
    let stack = stack_with_photos().await;
    let path = format!("{PUBLIC}?width=100");
    stack.without_token().get(&path).await.expect(200);
    // As after the restore of a database that is older than the removal of the bytes.
    stack.sql("update storage.variants set variant = gen_random_uuid()::text").await;
    assert_eq!(size(&stack.without_token().get(&path).await.expect(200)), (100, 50));
    assert_eq!(variants(&stack).await, 1);
}

#[tokio::test]
async fn small_images_do_not_wait_for_large_ones() {
    let stack = stack_with_photos().await;
    let large = photo(4000, 3000, ImageFormat::Png);
    stack.service().upload("/object/open/large.png", "image/png", large).await.expect(200);
    let asked: Vec<_> = (1..=8)
        .map(|number| {
            let client = stack.without_token();
            let path = format!("/render/image/public/open/large.png?width={}", 400 * number);
            tokio::spawn(async move { client.get(&path).await.expect(200) })
        })
        .collect();
    // The first large image is rendered, and seven wait.
    eventually(async || variants(&stack).await >= 1).await;
    let other = stack.without_token().on_address([127, 0, 0, 2].into());
    other.get(&format!("{PUBLIC}?width=10")).await.expect(200);
    let large = "select count(*) from storage.variants where transform not like '10x%'";
    let done = stack.number(large).await;
    assert!(done < 8, "{done} of eight large images were made before one small one");
    for response in asked {
        response.await.unwrap();
    }
}

#[tokio::test]
async fn purges_variants() {
    let stack = stack_with_photos().await;
    stack.without_token().get(&format!("{PUBLIC}?width=10")).await.expect(200);
    stack.service().get(&format!("{PRIVATE}?width=10")).await.expect(200);
    let purge = async |path: &str| {
        let response = stack.service().json(Method::DELETE, path, json!({})).await.expect(200).json();
        assert_eq!(response["message"], "success");
    };
    purge("/cdn/open/dir/photo.jpg").await;
    assert_eq!(variants(&stack).await, 2);
    purge("/cdn/open/dir/photo.jpg?transformations=true").await;
    assert_eq!((variants(&stack).await, stack.objects().await.len()), (1, 3));
    purge("/cdn/shut?transformations=true").await;
    assert_eq!((variants(&stack).await, stack.objects().await.len()), (0, 2));
    let rejected = stack.anon().delete("/cdn/open?transformations=true").await;
    assert_eq!(rejected.status, 403);
}
