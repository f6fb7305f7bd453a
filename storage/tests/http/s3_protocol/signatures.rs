//! Signatures in headers and presigned URLs: what is accepted and what is rejected.

use chrono::{TimeDelta, Utc};
use hyper::Method;
use uuid::Uuid;

use super::client::{Raw, TENANT, expect_code, sha256, start_with, start_with_bucket, token};
use crate::support::Stack;

async fn stack_with_object() -> Stack {
    let stack = start_with_bucket().await;
    stack.service().upload("/object/files/a.txt", "text/plain", "text").await.expect(200);
    stack
}

fn get(stack: &Stack) -> Raw {
    Raw::new(stack, Method::GET, "/s3/files/a.txt")
}

#[tokio::test]
async fn a_signed_request_is_answered() {
    let stack = stack_with_object().await;
    assert_eq!(get(&stack).send(&stack, "").await.expect(200).body, "text");
    for region in ["us-east-1", "auto"] {
        let raw = Raw { region, ..get(&stack) };
        raw.send(&stack, "").await.expect(200);
    }
    let odd = Raw {
        query: vec![("prefix", "a b+c/d=e&f".to_owned()), ("list-type", "2".to_owned())],
        ..Raw::new(&stack, Method::GET, "/s3/files")
    };
    odd.send(&stack, "").await.expect(200);
}

#[tokio::test]
async fn wrong_signatures_are_rejected() {
    let stack = stack_with_object().await;
    expect_code(&stack.without_token().get("/s3/files/a.txt").await, 403, "AccessDenied");
    expect_code(&stack.service().get("/s3/files/a.txt").await, 403, "AccessDenied");
    let wrong_secret = Raw { secret: "other".to_owned(), ..get(&stack) };
    expect_code(&wrong_secret.send(&stack, "").await, 403, "SignatureDoesNotMatch");
    let unknown = Raw { key_id: "other", ..get(&stack) };
    expect_code(&unknown.send(&stack, "").await, 403, "InvalidAccessKeyId");
    let region = Raw { region: "eu-west-3", ..get(&stack) };
    expect_code(&region.send(&stack, "").await, 400, "AuthorizationHeaderMalformed");
    let other_host = Raw { host: "example.com".to_owned(), ..get(&stack) };
    expect_code(&other_host.send(&stack, "").await, 403, "SignatureDoesNotMatch");

    // Signed for another method, path or query.
    let (headers, _) = get(&stack).signed();
    let delete = Raw { method: Method::DELETE, ..get(&stack) };
    expect_code(&delete.send_with(&stack, headers.clone(), "").await, 403, "SignatureDoesNotMatch");
    let path = Raw { path: "/s3/files/b.txt".to_owned(), ..get(&stack) };
    expect_code(&path.send_with(&stack, headers.clone(), "").await, 403, "SignatureDoesNotMatch");
    let query = Raw { query: vec![("x-id", "GetObject".to_owned())], ..get(&stack) };
    expect_code(&query.send_with(&stack, headers.clone(), "").await, 403, "SignatureDoesNotMatch");

    for malformed in ["AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c"] {
        let mut headers = headers.clone();
        headers.retain(|(name, _)| *name != "authorization");
        headers.push(("authorization", malformed.to_owned()));
        let response = get(&stack).send_with(&stack, headers, "").await;
        expect_code(&response, 400, "AuthorizationHeaderMalformed");
    }
}

#[tokio::test]
async fn the_clock_may_be_a_quarter_of_an_hour_off() {
    let stack = stack_with_object().await;
    for (minutes, accepted) in [(-14, true), (14, true), (-16, false), (16, false)] {
        let raw = Raw { time: Utc::now() + TimeDelta::minutes(minutes), ..get(&stack) };
        let response = raw.send(&stack, "").await;
        match accepted {
            true => drop(response.expect(200)),
            false => expect_code(&response, 403, "RequestTimeTooSkewed"),
        }
    }
}

#[tokio::test]
async fn a_presigned_url_works_until_it_expires() {
    let stack = stack_with_object().await;
    let client = stack.without_token();
    assert_eq!(client.get(&get(&stack).presigned(60)).await.expect(200).body, "text");
    let put = Raw::new(&stack, Method::PUT, "/s3/files/b.txt").presigned(60);
    client.header("content-type", "text/css").send(Method::PUT, &put, "new").await.expect(200);
    let found = stack.service().get("/object/files/b.txt").await.expect(200);
    assert_eq!((found.body.as_ref(), found.header("content-type")), (b"new".as_ref(), "text/css"));

    let old = Raw { time: Utc::now() - TimeDelta::seconds(120), ..get(&stack) };
    client.get(&old.presigned(3600)).await.expect(200);
    expect_code(&client.get(&old.presigned(60)).await, 403, "AccessDenied");
    let early = Raw { time: Utc::now() + TimeDelta::minutes(20), ..get(&stack) };
    expect_code(&client.get(&early.presigned(3600)).await, 403, "RequestTimeTooSkewed");
    let long = get(&stack).presigned(8 * 24 * 3600);
    expect_code(&client.get(&long).await, 400, "AuthorizationHeaderMalformed");
    let changed = get(&stack).presigned(60).replace("X-Amz-Expires=60", "X-Amz-Expires=600");
    expect_code(&client.get(&changed).await, 403, "SignatureDoesNotMatch");
    let other_method = get(&stack).presigned(60);
    expect_code(&client.send(Method::PUT, &other_method, "x").await, 403, "SignatureDoesNotMatch");
}

#[tokio::test]
async fn headers_of_s3_must_be_signed() {
    let stack = stack_with_object().await;
    stack.service().upload("/object/files/secret.txt", "text/plain", "secret").await.expect(200);
    let put = Raw::new(&stack, Method::PUT, "/s3/files/b.txt");
    // Whoever has the URL of an upload must not make it a copy of another object.
    let copying = stack.without_token().header("x-amz-copy-source", "files/secret.txt");
    expect_code(&copying.send(Method::PUT, &put.presigned(60), "").await, 403, "AccessDenied");
    let (mut headers, _) = put.signed();
    headers.push(("x-amz-meta-author", "Anna".to_owned()));
    expect_code(&put.send_with(&stack, headers, "new").await, 403, "AccessDenied");
    assert_eq!(stack.number("select count(*) from storage.objects").await, 2);
    put.header("x-amz-copy-source", "files/secret.txt").send(&stack, "").await.expect(200);
}

#[tokio::test]
async fn a_presigned_upload_may_have_metadata_in_its_query() {
    let stack = stack_with_object().await;
    let put = Raw {
        query: vec![("x-amz-meta-author", "Anna".to_owned())],
        ..Raw::new(&stack, Method::PUT, "/s3/files/b.txt")
    };
    stack.without_token().send(Method::PUT, &put.presigned(60), "new").await.expect(200);
    let info = stack.service().get("/object/info/files/b.txt").await.expect(200).json();
    assert_eq!(info["metadata"]["author"], "Anna");
}

#[tokio::test]
async fn the_host_and_the_prefix_are_those_that_the_client_signed() {
    let stack = start_with(&[("S3_PROTOCOL_PREFIX", "/storage/v1")]).await;
    let signed =
        Raw { host: "example.com:8443".to_owned(), ..Raw::new(&stack, Method::GET, "/storage/v1/s3/") };
    let (mut headers, _) = signed.signed();
    headers.push(("x-forwarded-host", "example.com:8443".to_owned()));
    let proxied = Raw { path: "/s3/".to_owned(), ..Raw::new(&stack, Method::GET, "/s3/") };
    let response = proxied.send_with(&stack, headers, "").await.expect(200);
    assert!(String::from_utf8_lossy(&response.body).contains("ListAllMyBucketsResult"));

    // Without the setting, anybody could send the header.
    let below = Raw { path: "/below/storage/v1/s3/".to_owned(), ..signed };
    let (mut headers, _) = below.signed();
    headers.push(("x-forwarded-host", "example.com:8443".to_owned()));
    headers.push(("x-forwarded-prefix", "/below".to_owned()));
    expect_code(&proxied.send_with(&stack, headers, "").await, 403, "SignatureDoesNotMatch");
}

#[tokio::test]
async fn a_forwarded_prefix_precedes_the_configured_one() {
    let variables = [("S3_PROTOCOL_PREFIX", "/storage/v1"), ("REQUEST_ALLOW_X_FORWARDED_PATH", "true")];
    let stack = start_with(&variables).await;
    let proxied = Raw::new(&stack, Method::GET, "/s3/");
    for (prefix, path) in [(None, "/storage/v1/s3/"), (Some("/below/"), "/below/storage/v1/s3/")] {
        let (mut headers, _) = Raw::new(&stack, Method::GET, path).signed();
        headers.extend(prefix.map(|prefix| ("x-forwarded-prefix", prefix.to_owned())));
        proxied.send_with(&stack, headers, "").await.expect(200);
    }
}

#[tokio::test]
async fn a_session_token_must_be_a_valid_access_token() {
    let stack = stack_with_object().await;
    let with = |token: &str| Raw {
        key_id: TENANT,
        secret: service_test::anon_key(),
        ..get(&stack).header("x-amz-security-token", token)
    };
    with(&service_test::service_role_key()).send(&stack, "").await.expect(200);
    expect_code(&with("forged").send(&stack, "").await, 400, "InvalidToken");
    let expired = service_test::sign(&serde_json::json!({ "role": "service_role", "exp": 1_000_000_000 }));
    expect_code(&with(&expired).send(&stack, "").await, 400, "InvalidToken");
    // The service key does not go with a token, nor the anonymous key without one.
    let person = token(Uuid::new_v4());
    let service_key = get(&stack).header("x-amz-security-token", &person);
    expect_code(&service_key.send(&stack, "").await, 403, "InvalidAccessKeyId");
    let anonymous = Raw { key_id: TENANT, secret: service_test::anon_key(), ..get(&stack) };
    expect_code(&anonymous.send(&stack, "").await, 403, "InvalidAccessKeyId");

    let presigned = Raw {
        key_id: TENANT,
        secret: service_test::anon_key(),
        query: vec![("X-Amz-Security-Token", service_test::service_role_key())],
        ..get(&stack)
    };
    stack.without_token().get(&presigned.presigned(60)).await.expect(200);
}

#[tokio::test]
async fn the_signed_hash_of_the_body_must_be_right() {
    let stack = stack_with_object().await;
    let put = |hash: String| Raw { payload: hash, ..Raw::new(&stack, Method::PUT, "/s3/files/b.txt") };
    put(sha256(b"body")).send(&stack, "body").await.expect(200);
    expect_code(&put(sha256(b"body")).send(&stack, "bodx").await, 400, "XAmzContentSHA256Mismatch");
    expect_code(&put(sha256(b"body")).send(&stack, "").await, 400, "XAmzContentSHA256Mismatch");
    let found = stack.service().get("/object/files/b.txt").await.expect(200);
    assert_eq!(found.body, "body");
    assert_eq!(stack.objects().await.len(), 2);
}

#[tokio::test]
async fn the_protocol_can_be_turned_off() {
    let stack = start_with(&[("S3_PROTOCOL_ENABLED", "false")]).await;
    expect_code(&Raw::new(&stack, Method::GET, "/s3/").send(&stack, "").await, 501, "NotImplemented");
}
