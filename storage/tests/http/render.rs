//! Image transformations: size, format negotiation, headers, permissions, signed URLs and invalid requests.

use crate::support::images::{PRIVATE, PUBLIC, photo, size, stack_with_photos, variants};
use image::ImageFormat;
use serde_json::{Value, json};

#[tokio::test]
async fn resizes_a_public_image() {
    let stack = stack_with_photos().await;
    for (query, expected) in [
        ("", (400, 200)),
        ("width=100", (100, 50)),
        ("height=100", (200, 100)),
        ("width=100&height=100", (100, 100)),
        ("width=100&height=100&resize=cover", (100, 100)),
        ("width=100&height=100&resize=contain", (100, 50)),
        ("width=100&height=50&resize=fill", (100, 50)),
        // Images are not enlarged.
        ("width=2500", (400, 200)),
        ("width=99999", (400, 200)),
    ] {
        let found = stack.without_token().get(&format!("{PUBLIC}?{query}")).await.expect(200);
        assert_eq!(size(&found), expected, "{query}");
        assert_eq!(found.header("content-type"), "image/jpeg");
        assert_eq!(found.header("content-length"), found.body.len().to_string());
    }
}

#[tokio::test]
async fn negotiates_webp_by_accept() {
    let stack = stack_with_photos().await;
    let browser =
        stack.without_token().header("accept", "image/avif,image/webp,image/apng,image/*,*/*;q=0.8");
    let kind = async |client: &crate::support::Client, query: &str| {
        let found = client.get(&format!("{PUBLIC}?width=50{query}")).await.expect(200);
        assert_eq!(size(&found), (50, 25));
        (found.header("content-type").to_owned(), found.headers.contains_key("vary"))
    };
    let (webp, jpeg) = ("image/webp".to_owned(), "image/jpeg".to_owned());
    assert_eq!(kind(&browser, "").await, (webp.clone(), true));
    assert_eq!(kind(&browser, "&format=avif").await, (webp.clone(), true));
    assert_eq!(kind(&browser, "&format=origin").await, (jpeg.clone(), false));
    assert_eq!(kind(&stack.without_token(), "").await, (jpeg.clone(), true));
    assert_eq!(kind(&stack.without_token(), "&format=webp").await, (webp, false));
    let refusing = stack.without_token().header("accept", "image/webp;q=0, */*");
    assert_eq!(kind(&refusing, "").await, (jpeg, true));
}

#[tokio::test]
async fn a_variant_has_the_security_and_cache_headers_of_its_object() {
    let stack = stack_with_photos().await;
    let path = format!("{PUBLIC}?width=200&height=200&quality=60");
    let found = stack.without_token().get(&path).await.expect(200);
    assert_eq!(found.header("x-content-type-options"), "nosniff");
    assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    assert_eq!(found.header("x-robots-tag"), "none");
    assert_eq!(found.header("cache-control"), "max-age=3600");
    assert_eq!(found.header("vary"), "Accept");
    assert_eq!(found.header("x-transformations"), "height:200,width:200,resizing_type:fill,quality:60");
    assert!(found.header("last-modified").ends_with("GMT"));

    let etag = found.header("etag").to_owned();
    let unchanged = stack.without_token().header("if-none-match", &etag).get(&path).await.expect(304);
    assert!(unchanged.body.is_empty());
    assert_eq!((unchanged.header("etag"), unchanged.header("vary")), (etag.as_str(), "Accept"));
    assert_eq!(unchanged.header("content-security-policy"), "sandbox; default-src 'none'");
    // Another size and the original have other ETags.
    stack.without_token().header("if-none-match", &etag).get(&format!("{PUBLIC}?width=10")).await.expect(200);
    stack
        .without_token()
        .header("if-none-match", &etag)
        .get("/object/public/open/dir/photo.jpg")
        .await
        .expect(200);

    let head = stack.without_token().head(&path).await.expect(200);
    assert_eq!((head.body.len(), head.header("content-length")), (0, found.header("content-length")));
    let part = stack.without_token().header("range", "bytes=0-3").get(&path).await.expect(206);
    assert_eq!(part.body, found.body[..4]);
    let saved = stack.without_token().get(&format!("{path}&download=a.jpg")).await.expect(200);
    assert_eq!(saved.header("content-disposition"), "attachment; filename=a.jpg; filename*=UTF-8''a.jpg");
}

#[tokio::test]
async fn a_variant_needs_the_permission_of_its_object() {
    let stack = stack_with_photos().await;
    assert_eq!(size(&stack.service().get(&format!("{PRIVATE}?width=10")).await.expect(200)), (10, 5));
    // A cached variant still needs the permission.
    stack.anon().get(&format!("{PRIVATE}?width=10")).await.expect_error("404", "NoSuchKey");
    let client = stack.without_token().get(&format!("{PRIVATE}?width=10")).await;
    assert_eq!(
        client.expect_error("400", "InvalidRequest"),
        "headers must have required property 'authorization'"
    );
    stack
        .without_token()
        .get("/render/image/public/shut/photo.jpg")
        .await
        .expect_error("404", "NoSuchBucket");
    stack.without_token().get("/render/image/public/open/none.jpg").await.expect_error("404", "NoSuchKey");
    stack
        .sql(
            "create policy \"images\" on storage.objects for select to authenticated
             using (storage.operation() = 'storage.render.image_authenticated')",
        )
        .await;
    let person = stack.person(uuid::Uuid::new_v4());
    person.get(&format!("{PRIVATE}?width=10")).await.expect(200);
    person.get("/object/shut/photo.jpg").await.expect_error("404", "NoSuchKey");
}

#[tokio::test]
async fn a_signed_url_grants_only_its_transformation() {
    let stack = stack_with_photos().await;
    let transform =
        json!({ "width": 80, "height": 80, "resize": "contain", "quality": 50, "format": "webp" });
    let body = json!({ "expiresIn": 60, "transform": transform });
    let signed = stack.service().post("/object/sign/shut/photo.jpg", body).await.expect(200).json();
    let url = signed["signedURL"].as_str().unwrap().to_owned();
    assert!(url.starts_with("/render/image/sign/shut/photo.jpg?token="), "{url}");

    let found = stack.without_token().get(&url).await.expect(200);
    assert_eq!((size(&found), found.header("content-type")), ((80, 40), "image/webp"));
    assert!(found.header("expires").ends_with("GMT"));
    assert_eq!(found.header("content-security-policy"), "sandbox; default-src 'none'");
    let larger = stack.without_token().get(&format!("{url}&width=400")).await.expect(200);
    assert_eq!(size(&larger), (80, 40));

    let token = url.split_once("token=").unwrap().1;
    let original = stack.without_token().get(&format!("/object/sign/shut/photo.jpg?token={token}")).await;
    assert_eq!(original.expect_error("400", "InvalidSignature"), "Invalid signature");
    let other =
        stack.without_token().get(&format!("/render/image/sign/open/dir/photo.jpg?token={token}")).await;
    other.expect_error("400", "InvalidSignature");
    let missing = stack.without_token().get("/render/image/sign/shut/photo.jpg").await;
    assert_eq!(
        missing.expect_error("400", "InvalidRequest"),
        "querystring must have required property 'token'"
    );
    stack
        .anon()
        .post("/object/sign/shut/photo.jpg", json!({ "expiresIn": 60, "transform": { "width": 1 } }))
        .await
        .expect_error("404", "NoSuchKey");
    // An empty transformation signs a URL for the object itself.
    let plain = json!({ "expiresIn": 60, "transform": {} });
    let signed = stack.service().post("/object/sign/shut/photo.jpg", plain).await.expect(200).json();
    assert!(signed["signedURL"].as_str().unwrap().starts_with("/object/sign/"));
}

#[tokio::test]
async fn rejects_invalid_parameters() {
    let stack = stack_with_photos().await;
    for query in [
        "quality=10",
        "quality=101",
        "width=wide",
        "width=-1",
        "height=1.5",
        "resize=zoom",
        "gravity=up",
        "format=bmp",
    ] {
        stack.without_token().get(&format!("{PUBLIC}?{query}")).await.expect_error("400", "InvalidRequest");
        let (name, value) = query.split_once('=').unwrap();
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let body = json!({ "expiresIn": 60, "transform": { name: value } });
        stack.service().post("/object/sign/shut/photo.jpg", body).await.expect_error("400", "InvalidRequest");
    }
    assert_eq!(variants(&stack).await, 0);
}

#[tokio::test]
async fn returns_svg_unchanged() {
    let stack = stack_with_photos().await;
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    stack.service().upload("/object/open/logo.svg", "image/svg+xml", svg).await.expect(200);
    let url = "/render/image/public/open/logo.svg?width=10";
    let found = stack.without_token().get(url).await.expect(200);
    assert_eq!((found.header("content-type"), found.body.as_ref()), ("image/svg+xml", svg.as_bytes()));
    stack.without_token().get(&format!("{url}&format=webp")).await.expect_error("400", "InvalidRequest");
}

#[tokio::test]
async fn rejects_originals_that_are_not_images_by_content_sniffing() {
    let stack = stack_with_photos().await;
    let service = stack.service();
    let whole = photo(300, 300, ImageFormat::Png);
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let unsupported = "The source image is invalid or unsupported for rendering";
    for (name, bytes, message) in [
        ("svg.svg", svg.to_vec(), unsupported),
        ("fake.png", b"<script>alert(1)</script>".to_vec(), unsupported),
        ("empty.png", Vec::new(), unsupported),
        ("cut.png", whole[..whole.len() / 2].to_vec(), unsupported),
        ("bomb.png", bomb(), "The source image resolution is too large to process"),
    ] {
        let path = format!("/object/open/{name}");
        service.upload(&path, "image/png", bytes).await.expect(200);
        let response = stack.without_token().get(&format!("/render/image/public/open/{name}?width=10")).await;
        assert_eq!(response.expect_error("400", "InvalidRequest"), message, "{name}");
    }
    let large = [photo(8, 8, ImageFormat::Png), vec![0; 26 * 1024 * 1024]].concat();
    service.upload("/object/open/large.png", "image/png", large).await.expect(200);
    stack
        .without_token()
        .get("/render/image/public/open/large.png")
        .await
        .expect_error("400", "InvalidRequest");
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
