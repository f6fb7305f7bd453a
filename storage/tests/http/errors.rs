//! Authentication, and the format of errors.

use crate::support::Stack;
use serde_json::json;
use service_test::{sign, sign_with};

#[tokio::test]
async fn an_error_has_status_400_and_four_fields() {
    let stack = Stack::start().await;
    let response = stack.service().get("/bucket/none").await.expect(400);
    assert_eq!(
        response.json(),
        json!({
            "statusCode": "404", "error": "Bucket not found", "message": "Bucket not found", "code": "NoSuchBucket",
        })
    );
}

#[tokio::test]
async fn reports_its_health() {
    let stack = Stack::start().await;
    let health = stack.without_token().get("/health").await.expect(200);
    assert_eq!(health.json(), json!({ "healthy": true }));
}

#[tokio::test]
async fn an_unknown_route_has_http_status_404() {
    let stack = Stack::start().await;
    let response = stack.without_token().get("/nothing/here").await.expect(404);
    assert_eq!(response.expect_error_body("404", "InvalidRequest"), "Route GET:/nothing/here not found");
    assert_eq!(response.json()["error"], "Not Found");
}

#[tokio::test]
async fn rejects_invalid_credentials() {
    let stack = Stack::start().await;
    let message = async |token: &str| {
        let response = stack.without_token().header("authorization", token).get("/bucket").await;
        assert_eq!(response.json()["error"], "Unauthorized");
        response.expect_error("403", "AccessDenied")
    };
    assert_eq!(message("").await, "Invalid Compact JWS");
    assert_eq!(message("Bearer nonsense").await, "Invalid Compact JWS");
    let expired = sign(&json!({ "role": "service_role", "exp": 1 }));
    assert_eq!(message(&format!("Bearer {expired}")).await, "\"exp\" claim timestamp check failed");
    let forged = sign_with("another-secret-of-at-least-32-characters", &json!({ "role": "service_role" }));
    assert_eq!(message(&format!("Bearer {forged}")).await, "signature verification failed");

    let missing = stack.without_token().get("/bucket").await;
    assert_eq!(
        missing.expect_error("400", "InvalidRequest"),
        "headers must have required property 'authorization'"
    );
    assert_eq!(missing.json()["error"], "Error");
    // The `Bearer` scheme is optional.
    stack
        .without_token()
        .header("authorization", &service_test::service_role_key())
        .get("/bucket")
        .await
        .expect(200);
}

#[tokio::test]
async fn rejects_tokens_with_unknown_or_privileged_roles() {
    let stack = Stack::start().await;
    for role in ["nobody_knows_it", "postgres", "supabase_auth_admin", "supabase_storage_admin", "none", ""] {
        let response = stack.without_token().bearer(&sign(&json!({ "role": role }))).get("/bucket").await;
        response.expect_error("403", "AccessDenied");
    }
    // A failed `set role` does not affect the connection's next transaction.
    stack.service().get("/bucket").await.expect(200);
}

#[tokio::test]
async fn policies_can_read_the_requests_method_path_and_headers() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    stack.service().upload("/object/files/a.txt", "text/plain", "letters").await.expect(200);
    stack
        .sql(
            "create policy \"corsicans read\" on storage.objects for select to anon using (
               current_setting('request.method') = 'GET'
               and current_setting('request.path') = '/object/authenticated/files/a.txt?download='
               and current_setting('request.headers')::json ->> 'x-region' = 'Corse, Sardaigne'
               and current_setting('request.jwt') = substr(current_setting('request.headers')::json ->> 'authorization', 8));
             create policy \"corsicans add\" on storage.objects for insert to anon with check (
               current_setting('request.method') = 'POST'
               and current_setting('request.headers')::json ->> 'x-region' = 'Corse')",
        )
        .await;
    let path = "/object/authenticated/files/a.txt";
    let asking = format!("{path}?download=");
    let from_there = stack.anon().header("X-Region", "Corse").header("x-region", "Sardaigne");
    from_there.get(&asking).await.expect(200);
    from_there.get(path).await.expect_error("404", "NoSuchKey");
    from_there.head(&asking).await.expect(400);
    stack.anon().get(&asking).await.expect_error("404", "NoSuchKey");

    let corsican = stack.anon().header("x-region", "Corse");
    corsican.upload("/object/files/b.txt", "text/plain", "x").await.expect(200);
    stack.anon().upload("/object/files/c.txt", "text/plain", "x").await.expect_error("403", "AccessDenied");
    let put = corsican.header("content-type", "text/plain");
    put.send(hyper::Method::PUT, "/object/files/c.txt", "x").await.expect_error("403", "AccessDenied");
}

#[tokio::test]
async fn rejects_invalid_keys_and_names_them() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let response = stack.service().upload("/object/files/caf%C3%A9.png", "image/png", "x").await;
    assert_eq!(response.expect_error("400", "InvalidKey"), "Invalid key: café.png");
    stack.service().upload("/object/files/", "image/png", "x").await.expect_error("400", "InvalidKey");
    let long = format!("/object/files/{}", "x".repeat(1025));
    stack.service().upload(&long, "image/png", "x").await.expect_error("400", "InvalidKey");
}

#[tokio::test]
async fn a_database_outage_is_a_503_with_retry_after() {
    let stack =
        Stack::start_with(&[("DATABASE_URL", "postgres://supabase_storage_admin@127.0.0.1:1/none")]).await;
    let response = stack.service().get("/bucket").await.expect(503);
    assert_eq!(
        response.expect_error_body("503", "ServiceUnavailable"),
        "The service is temporarily unavailable"
    );
    assert_eq!(response.header("retry-after"), "1");
    stack.without_token().get("/_internal/health").await.expect(200);
    stack.without_token().get("/status").await.expect(200);
    let health = stack.without_token().get("/health").await.expect(200);
    assert_eq!(health.json(), json!({ "healthy": false }));
}

#[tokio::test]
async fn a_postgres_that_is_out_of_disk_or_memory_is_a_503_with_retry_after() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let upload = async || stack.service().upload("/object/files/a", "text/plain", "x").await;
    for state in ["53100", "53200", "57P03", "08006"] {
        let sql = format!(
            "create or replace function public.fail() returns trigger language plpgsql as
               $$begin raise exception 'it fails' using errcode = '{state}'; end$$;
             create or replace trigger fail before insert on storage.objects execute function public.fail()"
        );
        stack.sql(&sql).await;
        let response = upload().await.expect(503);
        response.expect_error_body("503", "ServiceUnavailable");
        assert_eq!(response.header("retry-after"), "1", "{state}");
    }
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    stack.sql("drop trigger fail on storage.objects").await;
    upload().await.expect(200);
}

#[tokio::test]
async fn an_s3_outage_fails_an_upload_with_503_and_writes_no_row() {
    let stack = Stack::start_with(&[("STORAGE_S3_ENDPOINT", "http://127.0.0.1:1")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let response = stack.service().upload("/object/files/a", "text/plain", "x").await.expect(503);
    response.expect_error_body("503", "ServiceUnavailable");
    assert_eq!(response.header("retry-after"), "1");
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    // S3 may have stored the bytes, so they stay listed as orphaned.
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 1);
}

#[tokio::test]
async fn only_the_service_key_can_purge_the_cache() {
    let stack = Stack::start().await;
    let purged = stack.service().delete("/cdn/files/a.png").await.expect(200).json();
    assert_eq!(purged, json!({ "message": "success", "statusCode": "200" }));
    stack.anon().delete("/cdn/files/a.png").await.expect(403).expect_error_body("403", "AccessDenied");
}
