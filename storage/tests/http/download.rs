//! Downloads: permissions, headers, ranges and conditional requests.

use crate::support::{Client, Response, Stack};
use serde_json::json;

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// A stack with a public and a private bucket, each with one object.
async fn stack() -> Stack {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "open", "public": true })).await;
    stack.bucket(json!({ "name": "shut" })).await;
    let service = stack.service().header("cache-control", "max-age=3600");
    service.upload("/object/open/dir/letters.txt", "text/css", LETTERS).await.expect(200);
    service.upload("/object/shut/letters.txt", "text/css", LETTERS).await.expect(200);
    stack
}

fn assert_harmless(response: &Response) {
    assert_eq!(response.header("x-content-type-options"), "nosniff");
    assert_eq!(response.header("content-security-policy"), "sandbox; default-src 'none'");
}

#[tokio::test]
async fn a_public_object_needs_no_token() {
    let stack = stack().await;
    for path in ["/object/public/open/dir/letters.txt", "/object/open/dir/letters.txt"] {
        let found = stack.without_token().get(path).await.expect(200);
        assert_eq!(found.body, LETTERS);
        assert_eq!(found.header("content-type"), "text/css");
        assert_eq!(found.header("content-length"), "26");
        assert_eq!(found.header("cache-control"), "max-age=3600");
        assert_eq!(found.header("accept-ranges"), "bytes");
        // MD5 of the letters.
        assert_eq!(found.header("etag"), "\"c3fcd3d76192e4007dfb496cca67e13b\"");
        assert_eq!(found.header("x-robots-tag"), "none");
        assert!(found.header("last-modified").ends_with("GMT"));
        assert!(!found.headers.contains_key("content-disposition"));
        assert_harmless(&found);
    }
}

#[tokio::test]
async fn a_private_bucket_looks_like_a_missing_one() {
    let stack = stack().await;
    for bucket in ["shut", "nowhere"] {
        let response = stack.service().get(&format!("/object/public/{bucket}/letters.txt")).await;
        assert_eq!(response.expect_error("404", "NoSuchBucket"), "Bucket not found");
    }
}

#[tokio::test]
async fn a_private_object_needs_permission() {
    let stack = stack().await;
    let person = uuid::Uuid::new_v4();
    for path in ["/object/authenticated/shut/letters.txt", "/object/shut/letters.txt"] {
        assert_eq!(stack.service().get(path).await.expect(200).body, LETTERS);
        assert_eq!(stack.anon().get(path).await.expect_error("404", "NoSuchKey"), "Object not found");
        stack.person(person).get(path).await.expect_error("404", "NoSuchKey");
        let response = stack.without_token().get(path).await;
        assert_eq!(
            response.expect_error("400", "InvalidRequest"),
            "headers must have required property 'authorization'"
        );
    }
    stack
        .sql(&format!(
            "create policy \"one reads\" on storage.objects for select using (auth.uid() = '{person}')"
        ))
        .await;
    stack.person(person).get("/object/shut/letters.txt").await.expect(200);
    stack.person(uuid::Uuid::new_v4()).get("/object/shut/letters.txt").await.expect_error("404", "NoSuchKey");
}

#[tokio::test]
async fn head_returns_headers_only() {
    let stack = stack().await;
    let found = stack.without_token().head("/object/public/open/dir/letters.txt").await.expect(200);
    assert_eq!((found.body.len(), found.header("content-length")), (0, "26"));
    assert_harmless(&found);
    assert_eq!(stack.without_token().head("/object/public/open/dir/none.txt").await.status, 400);
    assert_eq!(stack.service().head("/object/shut/letters.txt").await.status, 200);
}

#[tokio::test]
async fn serves_ranges() {
    let stack = stack().await;
    let range = async |range: &str| {
        stack.without_token().header("range", range).get("/object/public/open/dir/letters.txt").await
    };
    for (asked, part, content_range) in [
        ("bytes=0-2", "abc", "bytes 0-2/26"),
        ("bytes=23-", "xyz", "bytes 23-25/26"),
        ("bytes=-2", "yz", "bytes 24-25/26"),
        ("bytes=20-99", "uvwxyz", "bytes 20-25/26"),
    ] {
        let found = range(asked).await.expect(206);
        assert_eq!((found.body.as_ref(), found.header("content-range")), (part.as_bytes(), content_range));
        assert_harmless(&found);
    }
    let rejected = range("bytes=26-").await.expect(416);
    assert_eq!(rejected.expect_error_body("416", "InvalidRange"), "invalid range provided");
    assert_eq!(rejected.header("content-range"), "bytes */26");
    assert_eq!(range("bytes=0-1,4-5").await.expect(200).body, LETTERS);
}

#[tokio::test]
async fn answers_conditional_requests_with_304() {
    let stack = stack().await;
    let path = "/object/public/open/dir/letters.txt";
    let client = stack.without_token();
    let found = client.get(path).await;
    let (etag, modified) = (found.header("etag").to_owned(), found.header("last-modified").to_owned());

    let unchanged = async |client: Client| {
        let response = client.get(path).await.expect(304);
        assert!(response.body.is_empty());
        assert_eq!(response.header("etag"), etag);
        assert_eq!(response.header("cache-control"), "max-age=3600");
    };
    unchanged(client.header("if-none-match", &etag)).await;
    unchanged(client.header("if-none-match", &format!("\"other\", W/{etag}"))).await;
    unchanged(client.header("if-none-match", "*")).await;
    unchanged(client.header("if-modified-since", &modified)).await;

    client.header("if-none-match", "\"other\"").get(path).await.expect(200);
    client.header("if-modified-since", "Sun, 06 Nov 1994 08:49:37 GMT").get(path).await.expect(200);
    // `If-None-Match` takes precedence over `If-Modified-Since`.
    client
        .header("if-none-match", "\"other\"")
        .header("if-modified-since", &modified)
        .get(path)
        .await
        .expect(200);
    // A stale `If-Range` returns the whole object.
    client.header("range", "bytes=0-1").header("if-range", "\"other\"").get(path).await.expect(200);
    client.header("range", "bytes=0-1").header("if-range", &etag).get(path).await.expect(206);
}

#[tokio::test]
async fn sets_content_disposition_for_downloads() {
    let stack = stack().await;
    let disposition = async |query: &str| {
        let found = stack
            .without_token()
            .get(&format!("/object/public/open/dir/letters.txt?{query}"))
            .await
            .expect(200);
        found.header("content-disposition").to_owned()
    };
    assert_eq!(disposition("download").await, "attachment;");
    assert_eq!(disposition("download=").await, "attachment;");
    assert_eq!(disposition("download=a.txt").await, "attachment; filename=a.txt; filename*=UTF-8''a.txt");
    assert_eq!(
        disposition("download=%C3%A9%22%0D%0A.txt").await,
        "attachment; filename=%C3%A9%22%0D%0A.txt; filename*=UTF-8''%C3%A9%22%0D%0A.txt"
    );
}

#[tokio::test]
async fn html_is_served_as_plain_text() {
    let stack = stack().await;
    let page = "<script>alert(1)</script>";
    stack.service().upload("/object/open/page.html", "text/html; charset=utf-8", page).await.expect(200);
    let found = stack.without_token().get("/object/public/open/page.html").await.expect(200);
    assert_eq!(found.header("content-type"), "text/plain; charset=utf-8");
    assert_harmless(&found);
}

#[tokio::test]
async fn missing_bytes_are_not_found_and_not_cached() {
    let stack = stack().await;
    stack.sql("update storage.objects set version = gen_random_uuid()::text where bucket_id = 'open'").await;
    let response = stack.without_token().get("/object/public/open/dir/letters.txt").await;
    assert_eq!(response.expect_error("404", "NoSuchKey"), "The resource was not found");
    assert_eq!(response.header("cache-control"), "no-store");
}

#[tokio::test]
async fn info_returns_metadata() {
    let stack = stack().await;
    let public =
        stack.without_token().get("/object/info/public/open/dir/letters.txt").await.expect(200).json();
    assert_eq!((&public["name"], &public["bucket_id"]), (&json!("dir/letters.txt"), &json!("open")));
    assert_eq!((&public["size"], &public["content_type"]), (&json!(26), &json!("text/css")));
    assert_eq!(public["etag"], "\"c3fcd3d76192e4007dfb496cca67e13b\"");
    assert_eq!(public["metadata"], json!({}), "the upload had none");
    for field in ["id", "version", "last_modified", "created_at"] {
        assert!(public[field].is_string(), "{field}");
    }
    for path in ["/object/info/shut/letters.txt", "/object/info/authenticated/shut/letters.txt"] {
        let found = stack.service().get(path).await.expect(200);
        let head = stack.service().head(path).await.expect(200);
        for header in ["etag", "last-modified", "cache-control"] {
            assert_eq!(head.header(header), found.header(header), "{header}");
        }
        stack.anon().get(path).await.expect_error("404", "NoSuchKey");
    }
    stack
        .without_token()
        .get("/object/info/public/shut/letters.txt")
        .await
        .expect_error("404", "NoSuchBucket");
    // A public bucket needs no token.
    stack.without_token().get("/object/info/open/dir/letters.txt").await.expect(200);
}

#[tokio::test]
async fn keeps_spaces_and_punctuation_in_names() {
    let stack = stack().await;
    let path = "a%20b/(c)%20&$=@;:,%3F+.txt";
    stack.service().upload(&format!("/object/open/{path}"), "text/plain", "x").await.expect(200);
    stack.without_token().get(&format!("/object/public/open/{path}")).await.expect(200);
    let count = "select count(*) from storage.objects where name = 'a b/(c) &$=@;:,?+.txt'";
    assert_eq!(stack.number(count).await, 1);
}

#[tokio::test]
async fn a_name_is_never_used_as_a_path() {
    let stack = stack().await;
    // Such a name is stored unchanged, because it is never used as a path.
    for name in ["..%2F..%2Fshut%2Fletters.txt", "%2Fetc%2Fpasswd", "dir/letters.txt/below"] {
        let path = format!("/object/open/{name}");
        stack.service().upload(&path, "text/plain", "mine").await.expect(200);
        assert_eq!(
            stack.without_token().get(&format!("/object/public/open/{name}")).await.expect(200).body,
            "mine"
        );
    }
    assert_eq!(stack.service().get("/object/shut/letters.txt").await.body, LETTERS);
    assert_eq!(stack.without_token().get("/object/public/open/dir/letters.txt").await.body, LETTERS);
}
