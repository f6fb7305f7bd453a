//! Errors in both of Supabase's forms.

use super::*;

#[tokio::test]
async fn an_older_client_gets_the_older_form() {
    let stage = Stage::start().await;
    let older = stage.service.client();
    let response = older
        .post("/token?grant_type=password", json!({ "email": EMAIL, "password": "x" }))
        .await
        .expect(400);
    assert_eq!(
        response.body,
        json!({ "code": 400, "error_code": "invalid_credentials", "msg": "Invalid login credentials" })
    );
    assert_eq!(response.headers["x-sb-error-code"], "invalid_credentials");
    assert!(!response.headers.contains_key("x-supabase-api-version"));
    let newer = stage.sign_in(EMAIL, "x").await.expect(400);
    assert_eq!(newer.headers["x-supabase-api-version"], "2024-01-01");
    assert_eq!(newer.headers["x-sb-error-code"], "invalid_credentials");
}

#[tokio::test]
async fn a_body_that_is_not_json_and_an_unknown_grant_are_rejected() {
    let stage = Stage::start().await;
    let json = stage.client.post("/signup", json!("text")).await.expect(400);
    assert_eq!(json.body["code"], "bad_json");
    let large = stage.client.post("/signup", json!({ "email": "x".repeat(1024 * 1024) })).await;
    assert_eq!(large.status, 413);
    let doubled =
        stage.client.post("/token?grant_type=password&grant_type=password", json!({})).await.expect(400);
    assert_eq!(doubled.body["code"], "validation_failed");
    let grant = stage.client.post("/token?grant_type=magic", json!({})).await.expect(400);
    assert_eq!(grant.body["message"], "unsupported_grant_type");
}

#[tokio::test]
async fn a_postgres_that_is_out_of_disk_is_a_503_with_retry_after() {
    let stage = Stage::start().await;
    let sign_up =
        async || stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD })).await;
    stage
        .execute(
            "create function public.fail() returns trigger language plpgsql as
               $$begin raise exception 'it fails' using errcode = 'disk_full'; end$$;
             create trigger fail before insert on auth.users execute function public.fail()",
        )
        .await;
    let failed = sign_up().await.expect(503);
    assert_eq!(failed.headers["retry-after"], "1");
    assert_eq!(failed.body["code"], "request_timeout");
    stage.execute("drop trigger fail on auth.users").await;
    sign_up().await.expect(200);
}
