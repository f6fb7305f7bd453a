//! §4.1 and §4.2: credentials, and the shape of every error.

mod support;

use serde_json::json;
use service_test::{sign, sign_with};
use support::Stack;

#[tokio::test]
async fn an_error_has_four_words_and_status_400() {
    let stack = Stack::start().await;
    let answer = stack.service().get("/bucket/none").await.expect(400);
    assert_eq!(
        answer.json(),
        json!({
            "statusCode": "404", "error": "Bucket not found", "message": "Bucket not found", "code": "NoSuchBucket",
        })
    );
}

#[tokio::test]
async fn an_unknown_route_is_a_real_404() {
    let stack = Stack::start().await;
    let answer = stack.nobody().get("/nothing/here").await.expect(404);
    assert_eq!(answer.error("404", "InvalidRequest"), "Route GET:/nothing/here not found");
    assert_eq!(answer.json()["error"], "Not Found");
}

#[tokio::test]
async fn credentials_are_checked() {
    let stack = Stack::start().await;
    let message = async |token: &str| {
        let answer = stack.nobody().header("authorization", token).get("/bucket").await;
        assert_eq!(answer.json()["error"], "Unauthorized");
        answer.refusal("403", "AccessDenied")
    };
    assert_eq!(message("").await, "Invalid Compact JWS");
    assert_eq!(message("Bearer nonsense").await, "Invalid Compact JWS");
    let expired = sign(&json!({ "role": "service_role", "exp": 1 }));
    assert_eq!(message(&format!("Bearer {expired}")).await, "\"exp\" claim timestamp check failed");
    let forged = sign_with("another-secret-of-at-least-32-characters", &json!({ "role": "service_role" }));
    assert_eq!(message(&format!("Bearer {forged}")).await, "signature verification failed");

    let missing = stack.nobody().get("/bucket").await;
    assert_eq!(
        missing.refusal("400", "InvalidRequest"),
        "headers must have required property 'authorization'"
    );
    // The scheme may be left out.
    stack
        .nobody()
        .header("authorization", &service_test::service_role_key())
        .get("/bucket")
        .await
        .expect(200);
}

#[tokio::test]
async fn a_token_of_an_unknown_role_reaches_nothing() {
    let stack = Stack::start().await;
    for role in ["nobody_knows_it", "postgres", "supabase_auth_admin", "supabase_storage_admin", "none", ""] {
        let answer = stack.nobody().bearer(&sign(&json!({ "role": role }))).get("/bucket").await;
        answer.refusal("403", "AccessDenied");
    }
    // A connection that was refused a role serves the next request as ever.
    stack.service().get("/bucket").await.expect(200);
}

#[tokio::test]
async fn a_policy_may_ask_for_the_request_itself() {
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
    from_there.get(path).await.refusal("404", "NoSuchKey");
    from_there.head(&asking).await.expect(400);
    stack.anon().get(&asking).await.refusal("404", "NoSuchKey");

    let corsican = stack.anon().header("x-region", "Corse");
    corsican.upload("/object/files/b.txt", "text/plain", "x").await.expect(200);
    stack.anon().upload("/object/files/c.txt", "text/plain", "x").await.refusal("403", "AccessDenied");
    let put = corsican.header("content-type", "text/plain");
    put.send(hyper::Method::PUT, "/object/files/c.txt", "x").await.refusal("403", "AccessDenied");
}

#[tokio::test]
async fn an_impossible_key_is_named() {
    let stack = Stack::start().await;
    stack.bucket(json!({ "name": "files" })).await;
    let answer = stack.service().upload("/object/files/caf%C3%A9.png", "image/png", "x").await;
    assert_eq!(answer.refusal("400", "InvalidKey"), "Invalid key: café.png");
    stack.service().upload("/object/files/", "image/png", "x").await.refusal("400", "InvalidKey");
    let long = format!("/object/files/{}", "x".repeat(1025));
    stack.service().upload(&long, "image/png", "x").await.refusal("400", "InvalidKey");
}

#[tokio::test]
async fn while_the_database_is_away_a_client_is_told_when_to_come_back() {
    let stack =
        Stack::start_with(&[("DATABASE_URL", "postgres://supabase_storage_admin@127.0.0.1:1/none")]).await;
    let answer = stack.service().get("/bucket").await.expect(503);
    assert_eq!(answer.error("503", "ServiceUnavailable"), "The service is temporarily unavailable");
    assert_eq!(answer.header("retry-after"), "1");
    stack.nobody().get("/_internal/health").await.expect(200);
}

#[tokio::test]
async fn while_s3_is_away_an_upload_fails_whole() {
    let stack = Stack::start_with(&[("STORAGE_S3_ENDPOINT", "http://127.0.0.1:1")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let answer = stack.service().upload("/object/files/a", "text/plain", "x").await.expect(503);
    answer.error("503", "ServiceUnavailable");
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(stack.number("select count(*) from storage.objects").await, 0);
    // Whether bytes arrived is unknown: they stay listed until S3 is back.
    assert_eq!(stack.number("select count(*) from storage.orphaned_blobs").await, 1);
}

#[tokio::test]
async fn a_cache_is_purged_by_the_service_key_alone() {
    let stack = Stack::start().await;
    let purged = stack.service().delete("/cdn/files/a.png").await.expect(200).json();
    assert_eq!(purged, json!({ "message": "success", "statusCode": "200" }));
    stack.anon().delete("/cdn/files/a.png").await.expect(403).error("403", "AccessDenied");
}
