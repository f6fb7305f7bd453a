//! §4.6 images in the size and format that a page asks for: public, by right and by signed URL; kept, and gone with
//! their object.

// What a test stands on either holds or ends the test.
#![allow(clippy::unwrap_used)]

mod support;

use std::io::Cursor;

use hyper::Method;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use support::{Answer, Stack, eventually, memory};

const PUBLIC: &str = "/render/image/public/open/dir/photo.jpg";
const PRIVATE: &str = "/render/image/authenticated/shut/photo.jpg";

fn photo(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image).write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A stack with a public and a private bucket, each with one photo of 400 by 200.
async fn stack() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "open", "public": true })).await;
    stack.bucket(json!({ "name": "shut" })).await;
    let service = stack.service().header("cache-control", "max-age=3600");
    let photo = photo(400, 200, ImageFormat::Jpeg);
    service.upload("/object/open/dir/photo.jpg", "image/jpeg", photo.clone()).await.expect(200);
    service.upload("/object/shut/photo.jpg", "image/jpeg", photo).await.expect(200);
    stack
}

fn size(answer: &Answer) -> (u32, u32) {
    let image = image::load_from_memory(&answer.body).unwrap();
    (image.width(), image.height())
}

async fn variants(stack: &Stack) -> i64 {
    stack.number("select count(*) from storage.variants").await
}

#[tokio::test]
async fn a_public_image_comes_in_the_size_that_is_asked_for() {
    let stack = stack().await;
    for (query, expected) in [
        ("", (400, 200)),
        ("width=100", (100, 50)),
        ("height=100", (200, 100)),
        ("width=100&height=100", (100, 100)),
        ("width=100&height=100&resize=cover", (100, 100)),
        ("width=100&height=100&resize=contain", (100, 50)),
        ("width=100&height=50&resize=fill", (100, 50)),
        // Nothing is enlarged.
        ("width=2500", (400, 200)),
        ("width=99999", (400, 200)),
    ] {
        let found = stack.nobody().get(&format!("{PUBLIC}?{query}")).await.expect(200);
        assert_eq!(size(&found), expected, "{query}");
        assert_eq!(found.header("content-type"), "image/jpeg");
        assert_eq!(found.header("content-length"), found.body.len().to_string());
    }
}

#[tokio::test]
async fn webp_goes_to_clients_that_take_it() {
    let stack = stack().await;
    let browser = stack.nobody().header("accept", "image/avif,image/webp,image/apng,image/*,*/*;q=0.8");
    let kind = async |client: &support::Client, query: &str| {
        let found = client.get(&format!("{PUBLIC}?width=50{query}")).await.expect(200);
        assert_eq!(size(&found), (50, 25));
        (found.header("content-type").to_owned(), found.headers.contains_key("vary"))
    };
    let (webp, jpeg) = ("image/webp".to_owned(), "image/jpeg".to_owned());
    assert_eq!(kind(&browser, "").await, (webp.clone(), true));
    assert_eq!(kind(&browser, "&format=avif").await, (webp.clone(), true));
    assert_eq!(kind(&browser, "&format=origin").await, (jpeg.clone(), false));
    assert_eq!(kind(&stack.nobody(), "").await, (jpeg.clone(), true));
    assert_eq!(kind(&stack.nobody(), "&format=webp").await, (webp, false));
    let refusing = stack.nobody().header("accept", "image/webp;q=0, */*");
    assert_eq!(kind(&refusing, "").await, (jpeg, true));
}

#[tokio::test]
async fn a_made_image_is_as_harmless_and_as_cacheable_as_its_object() {
    let stack = stack().await;
    let path = format!("{PUBLIC}?width=200&height=200&quality=60");
    let found = stack.nobody().get(&path).await.expect(200);
    assert_eq!(found.header("x-content-type-options"), "nosniff");
    assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    assert_eq!(found.header("x-robots-tag"), "none");
    assert_eq!(found.header("cache-control"), "max-age=3600");
    assert_eq!(found.header("vary"), "Accept");
    assert_eq!(found.header("x-transformations"), "height:200,width:200,resizing_type:fill,quality:60");
    assert!(found.header("last-modified").ends_with("GMT"));

    let etag = found.header("etag").to_owned();
    let unchanged = stack.nobody().header("if-none-match", &etag).get(&path).await.expect(304);
    assert!(unchanged.body.is_empty());
    assert_eq!((unchanged.header("etag"), unchanged.header("vary")), (etag.as_str(), "Accept"));
    assert_eq!(unchanged.header("content-security-policy"), "sandbox; default-src 'none'");
    // Another size is another thing, and so is the object.
    stack.nobody().header("if-none-match", &etag).get(&format!("{PUBLIC}?width=10")).await.expect(200);
    stack.nobody().header("if-none-match", &etag).get("/object/public/open/dir/photo.jpg").await.expect(200);

    let head = stack.nobody().head(&path).await.expect(200);
    assert_eq!((head.body.len(), head.header("content-length")), (0, found.header("content-length")));
    let part = stack.nobody().header("range", "bytes=0-3").get(&path).await.expect(206);
    assert_eq!(part.body, found.body[..4]);
    let saved = stack.nobody().get(&format!("{path}&download=a.jpg")).await.expect(200);
    assert_eq!(saved.header("content-disposition"), "attachment; filename=a.jpg; filename*=UTF-8''a.jpg");
}

#[tokio::test]
async fn the_rights_are_those_of_the_object() {
    let stack = stack().await;
    assert_eq!(size(&stack.service().get(&format!("{PRIVATE}?width=10")).await.expect(200)), (10, 5));
    // Made once, it is still not for everybody.
    stack.anon().get(&format!("{PRIVATE}?width=10")).await.refusal("404", "NoSuchKey");
    let nobody = stack.nobody().get(&format!("{PRIVATE}?width=10")).await;
    assert_eq!(
        nobody.refusal("400", "InvalidRequest"),
        "headers must have required property 'authorization'"
    );
    stack.nobody().get("/render/image/public/shut/photo.jpg").await.refusal("404", "NoSuchBucket");
    stack.nobody().get("/render/image/public/open/none.jpg").await.refusal("404", "NoSuchKey");
    stack
        .sql(
            "create policy \"images\" on storage.objects for select to authenticated
             using (storage.operation() = 'storage.render.image_authenticated')",
        )
        .await;
    let person = stack.person(uuid::Uuid::new_v4());
    person.get(&format!("{PRIVATE}?width=10")).await.expect(200);
    person.get("/object/shut/photo.jpg").await.refusal("404", "NoSuchKey");
}

#[tokio::test]
async fn a_signed_url_shows_what_it_was_signed_for_and_no_more() {
    let stack = stack().await;
    let transform =
        json!({ "width": 80, "height": 80, "resize": "contain", "quality": 50, "format": "webp" });
    let body = json!({ "expiresIn": 60, "transform": transform });
    let signed = stack.service().post("/object/sign/shut/photo.jpg", body).await.expect(200).json();
    let url = signed["signedURL"].as_str().unwrap().to_owned();
    assert!(url.starts_with("/render/image/sign/shut/photo.jpg?token="), "{url}");

    let found = stack.nobody().get(&url).await.expect(200);
    assert_eq!((size(&found), found.header("content-type")), ((80, 40), "image/webp"));
    assert!(found.header("expires").ends_with("GMT"));
    assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    let larger = stack.nobody().get(&format!("{url}&width=400")).await.expect(200);
    assert_eq!(size(&larger), (80, 40));

    let token = url.split_once("token=").unwrap().1;
    let original = stack.nobody().get(&format!("/object/sign/shut/photo.jpg?token={token}")).await;
    assert_eq!(original.refusal("400", "InvalidSignature"), "Invalid signature");
    let other = stack.nobody().get(&format!("/render/image/sign/open/dir/photo.jpg?token={token}")).await;
    other.refusal("400", "InvalidSignature");
    let missing = stack.nobody().get("/render/image/sign/shut/photo.jpg").await;
    assert_eq!(missing.refusal("400", "InvalidRequest"), "querystring must have required property 'token'");
    stack
        .anon()
        .post("/object/sign/shut/photo.jpg", json!({ "expiresIn": 60, "transform": { "width": 1 } }))
        .await
        .refusal("404", "NoSuchKey");
    // Nothing to transform is the object itself.
    let plain = json!({ "expiresIn": 60, "transform": {} });
    let signed = stack.service().post("/object/sign/shut/photo.jpg", plain).await.expect(200).json();
    assert!(signed["signedURL"].as_str().unwrap().starts_with("/object/sign/"));
}

#[tokio::test]
async fn what_has_no_meaning_is_refused() {
    let stack = stack().await;
    for query in
        ["quality=10", "quality=101", "width=wide", "width=-1", "height=1.5", "resize=zoom", "format=bmp"]
    {
        stack.nobody().get(&format!("{PUBLIC}?{query}")).await.refusal("400", "InvalidRequest");
        let (name, value) = query.split_once('=').unwrap();
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let body = json!({ "expiresIn": 60, "transform": { name: value } });
        stack.service().post("/object/sign/shut/photo.jpg", body).await.refusal("400", "InvalidRequest");
    }
    assert_eq!(variants(&stack).await, 0);
}

#[tokio::test]
async fn what_is_not_an_image_is_refused_whatever_it_is_called() {
    let stack = stack().await;
    let service = stack.service();
    let whole = photo(300, 300, ImageFormat::Png);
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    for (name, bytes, message) in [
        ("svg.svg", svg.to_vec(), "the file is not a JPEG, PNG, GIF or WebP image"),
        ("fake.png", b"<script>alert(1)</script>".to_vec(), "the file is not a JPEG, PNG, GIF or WebP image"),
        ("empty.png", Vec::new(), "the file is empty"),
        ("cut.png", whole[..whole.len() / 2].to_vec(), "the image is damaged or cut short"),
        ("bomb.png", bomb(), "the image has too many pixels"),
    ] {
        let path = format!("/object/open/{name}");
        service.upload(&path, "image/png", bytes).await.expect(200);
        let answer = stack.nobody().get(&format!("/render/image/public/open/{name}?width=10")).await;
        assert_eq!(answer.refusal("422", "ImageProcessingError"), message, "{name}");
    }
    let large = [photo(8, 8, ImageFormat::Png), vec![0; 26 * 1024 * 1024]].concat();
    service.upload("/object/open/large.png", "image/png", large).await.expect(200);
    stack.nobody().get("/render/image/public/open/large.png").await.refusal("422", "ImageProcessingError");
    assert_eq!(variants(&stack).await, 0);
}

/// A PNG of 20,000 by 20,000 pixels in a few bytes.
fn bomb() -> Vec<u8> {
    let mut file = photo(8, 8, ImageFormat::Png);
    file[16..20].copy_from_slice(&20_000_u32.to_be_bytes());
    file[20..24].copy_from_slice(&20_000_u32.to_be_bytes());
    let sum = !file[12..29].iter().fold(!0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    });
    file[29..33].copy_from_slice(&sum.to_be_bytes());
    file
}

#[tokio::test]
async fn an_image_is_made_once() {
    let stack = stack().await;
    let path = format!("{PUBLIC}?width=100");
    let asked = (0..12).map(|_| {
        let (nobody, path) = (stack.nobody(), path.clone());
        tokio::spawn(async move { nobody.get(&path).await.expect(200).body })
    });
    let mut bodies = Vec::new();
    for answer in asked.collect::<Vec<_>>() {
        bodies.push(answer.await.unwrap());
    }
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    assert_eq!(variants(&stack).await, 1);
    let made = stack.number("select count(*) from storage.variants where size > 0").await;
    assert_eq!(made, 1);
    // The next answer comes from what is kept.
    stack.sql("update storage.variants set mimetype = 'image/x-kept'").await;
    assert_eq!(stack.nobody().get(&path).await.expect(200).header("content-type"), "image/x-kept");
}

#[tokio::test]
async fn many_large_images_at_once_wait_their_turn() {
    let stack = stack().await;
    // A phone's 12 megapixels, which are 36 MB in memory.
    let large = photo(4000, 3000, ImageFormat::Jpeg);
    stack.service().upload("/object/open/large.jpg", "image/jpeg", large).await.expect(200);
    let idle = memory(&stack, "VmRSS:");
    let asked = (1..=8).map(|number| {
        let nobody = stack.nobody();
        let path = format!("/render/image/public/open/large.jpg?width={}", 40 * number);
        tokio::spawn(async move { (size(&nobody.get(&path).await.expect(200)), (40 * number, 30 * number)) })
    });
    for answer in asked.collect::<Vec<_>>() {
        let (found, expected) = answer.await.unwrap();
        assert_eq!(found, expected);
    }
    let most = memory(&stack, "VmHWM:");
    assert!(most - idle < 160 * 1024, "{idle} KB idle, {most} KB at most");
}

#[tokio::test]
async fn an_overwritten_image_is_made_anew() {
    let stack = stack().await;
    let path = format!("{PUBLIC}?width=100");
    let before = stack.nobody().get(&path).await.expect(200);
    let other = photo(300, 300, ImageFormat::Jpeg);
    let service = stack.service().header("x-upsert", "true");
    service.upload("/object/open/dir/photo.jpg", "image/jpeg", other).await.expect(200);
    let after = stack.nobody().get(&path).await.expect(200);
    assert_eq!((size(&before), size(&after)), ((100, 50), (100, 100)));
    assert_ne!(before.header("etag"), after.header("etag"));
    assert_eq!(variants(&stack).await, 1);
    // Two originals and one made of them.
    assert_eq!(stack.objects().await.len(), 3);
    // A move takes what was made along.
    let journey = json!({ "bucketId": "open", "sourceKey": "dir/photo.jpg", "destinationKey": "moved.jpg" });
    stack.service().post("/object/move", journey).await.expect(200);
    stack.nobody().get("/render/image/public/open/moved.jpg?width=100").await.expect(200);
    assert_eq!(variants(&stack).await, 1);
}

#[tokio::test]
async fn what_was_made_goes_with_its_object() {
    let stack = stack().await;
    let service = stack.service();
    for width in [10, 20, 30] {
        stack.nobody().get(&format!("{PUBLIC}?width={width}")).await.expect(200);
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
async fn of_one_object_only_so_many_are_kept() {
    let stack = stack().await;
    for width in 1..=30 {
        let client = stack.nobody().on_address([127, 0, 0, 2 + width / 10].into());
        client.get(&format!("{PUBLIC}?width={width}")).await.expect(200);
    }
    assert_eq!(variants(&stack).await, 24);
    let last = "select count(*) from storage.variants where transform like '30x%'";
    assert_eq!(stack.number(last).await, 1);
    // The others wait for a moment, since somebody may be reading them, and are then collected.
    stack.collect_all_garbage().await;
    assert_eq!(stack.objects().await.len(), 2 + 24);
}

#[tokio::test]
async fn one_client_has_only_so_many_sizes_of_one_image_made() {
    let stack = stack().await;
    let service = stack.service();
    let second = photo(40, 20, ImageFormat::Jpeg);
    service.upload("/object/open/second.jpg", "image/jpeg", second).await.expect(200);
    let greedy = stack.nobody();
    for width in 1..=24 {
        greedy.get(&format!("{PUBLIC}?width={width}")).await.expect(200);
    }
    let refused = greedy.get(&format!("{PUBLIC}?width=25")).await.expect(429);
    assert_eq!(refused.error("429", "SlowDown"), "Too many sizes of this image");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    // What is kept, other images and other clients are not concerned.
    greedy.get(&format!("{PUBLIC}?width=24")).await.expect(200);
    greedy.get("/render/image/public/open/second.jpg?width=10").await.expect(200);
    let other = stack.nobody().on_address([127, 0, 0, 2].into());
    other.get(&format!("{PUBLIC}?width=25")).await.expect(200);
}

#[tokio::test]
async fn a_variant_whose_bytes_are_missing_is_made_again() {
    let stack = stack().await;
    let path = format!("{PUBLIC}?width=100");
    stack.nobody().get(&path).await.expect(200);
    // As after the restore of a database that is older than the removal of the bytes.
    stack.sql("update storage.variants set variant = gen_random_uuid()::text").await;
    assert_eq!(size(&stack.nobody().get(&path).await.expect(200)), (100, 50));
    assert_eq!(variants(&stack).await, 1);
}

#[tokio::test]
async fn small_images_do_not_wait_for_large_ones() {
    let stack = stack().await;
    let large = photo(4000, 3000, ImageFormat::Png);
    stack.service().upload("/object/open/large.png", "image/png", large).await.expect(200);
    let asked: Vec<_> = (1..=8)
        .map(|number| {
            let nobody = stack.nobody();
            let path = format!("/render/image/public/open/large.png?width={}", 400 * number);
            tokio::spawn(async move { nobody.get(&path).await.expect(200) })
        })
        .collect();
    // The first large one is done, seven follow.
    eventually(async || variants(&stack).await >= 1).await;
    let other = stack.nobody().on_address([127, 0, 0, 2].into());
    other.get(&format!("{PUBLIC}?width=10")).await.expect(200);
    let large = "select count(*) from storage.variants where transform not like '10x%'";
    let done = stack.number(large).await;
    assert!(done < 8, "{done} of eight large images were made before one small one");
    for answer in asked {
        answer.await.unwrap();
    }
}

#[tokio::test]
async fn what_was_made_can_be_thrown_away() {
    let stack = stack().await;
    stack.nobody().get(&format!("{PUBLIC}?width=10")).await.expect(200);
    stack.service().get(&format!("{PRIVATE}?width=10")).await.expect(200);
    let purge = async |path: &str| {
        let answer = stack.service().json(Method::DELETE, path, json!({})).await.expect(200).json();
        assert_eq!(answer["message"], "success");
    };
    purge("/cdn/open/dir/photo.jpg").await;
    assert_eq!(variants(&stack).await, 2);
    purge("/cdn/open/dir/photo.jpg?transformations=true").await;
    assert_eq!((variants(&stack).await, stack.objects().await.len()), (1, 3));
    purge("/cdn/shut?transformations=true").await;
    assert_eq!((variants(&stack).await, stack.objects().await.len()), (0, 2));
    let refused = stack.anon().delete("/cdn/open?transformations=true").await;
    assert_eq!(refused.status, 403);
}
