//! Uploads by HTML forms with a signed policy.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::{TimeDelta, Utc};
use hyper::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Raw, TENANT, bytes, expect_code, start_with, start_with_bucket, token};
use crate::support::{Form, Response, Stack};

/// A form with a policy.
struct PostForm {
    signer: Raw,
    conditions: Vec<Value>,
    fields: Vec<(&'static str, String)>,
    minutes: i64,
}

impl PostForm {
    fn new(stack: &Stack) -> Self {
        Self {
            signer: Raw::new(stack, Method::POST, "/s3/files"),
            conditions: vec![json!({ "bucket": "files" }), json!(["starts-with", "$key", "mine/"])],
            fields: vec![("key", "mine/a.txt".to_owned())],
            minutes: 60,
        }
    }

    fn with(mut self, name: &'static str, value: &str) -> Self {
        self.fields.push((name, value.to_owned()));
        self.conditions.push(json!(["eq", format!("${name}"), value]));
        self
    }

    async fn send(&self, stack: &Stack, file: &[u8]) -> Response {
        let expiration =
            (Utc::now() + TimeDelta::minutes(self.minutes)).format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let policy = json!({ "expiration": expiration, "conditions": self.conditions });
        let policy = BASE64_STANDARD.encode(policy.to_string());
        let credential = format!("{}/{}", self.signer.key_id, self.signer.scope());
        let mut form = Form::default()
            .field("x-amz-algorithm", "AWS4-HMAC-SHA256")
            .field("X-Amz-Credential", &credential)
            .field("X-Amz-Date", &self.signer.long_date())
            .field("X-Amz-Signature", &self.signer.sign_text(&policy))
            .field("Policy", &policy);
        for (name, value) in &self.fields {
            form = form.field(name, value);
        }
        let form = form.file("file", "photo.txt", "text/plain", file);
        stack.without_token().upload_form(Method::POST, "/s3/files", &form).await
    }
}

#[tokio::test]
async fn a_form_with_a_policy_uploads_a_file() {
    let stack = start_with_bucket().await;
    let form = PostForm::new(&stack)
        .with("Content-Type", "text/plain")
        .with("Cache-Control", "max-age=5")
        .with("x-amz-meta-author", "Anna");
    let response = form.send(&stack, b"text").await.expect(200);
    assert_eq!(response.header("location"), "/files/mine/a.txt");
    let info = stack.service().get("/object/info/files/mine/a.txt").await.expect(200).json();
    assert_eq!((&info["content_type"], &info["cache_control"]), (&json!("text/plain"), &json!("max-age=5")));
    assert_eq!(
        (&info["metadata"]["author"], &info["etag"]),
        (&json!("Anna"), &json!(response.header("etag")))
    );

    let large = bytes(13_000_001);
    PostForm::new(&stack).send(&stack, &large).await.expect(200);
    assert!(stack.service().get("/object/files/mine/a.txt").await.expect(200).body == large);
}

#[tokio::test]
async fn the_form_chooses_the_answer() {
    let stack = start_with_bucket().await;
    let created =
        PostForm::new(&stack).with("success_action_status", "201").send(&stack, b"x").await.expect(201);
    let xml = String::from_utf8_lossy(&created.body).into_owned();
    assert!(
        xml.contains("<PostResponse><Location>/files/mine/a.txt</Location><Bucket>files</Bucket>"),
        "{xml}"
    );
    PostForm::new(&stack).with("success_action_status", "204").send(&stack, b"x").await.expect(204);
    let redirect = PostForm::new(&stack).with("success_action_redirect", "https://example.com/done?a=b");
    let redirect = redirect.send(&stack, b"x").await.expect(303);
    let expected = "https://example.com/done?a=b&bucket=files&key=mine%2Fa%2Etxt&etag=%22";
    assert!(redirect.header("location").starts_with(expected), "{}", redirect.header("location"));
    let mut named = PostForm::new(&stack);
    named.fields[0].1 = "mine/${filename}".to_owned();
    assert_eq!(named.send(&stack, b"x").await.expect(200).header("location"), "/files/mine/photo.txt");
}

#[tokio::test]
async fn what_the_policy_does_not_allow_is_rejected() {
    let stack = start_with_bucket().await;
    let mut other_key = PostForm::new(&stack);
    other_key.fields[0].1 = "yours/a.txt".to_owned();
    expect_code(&other_key.send(&stack, b"x").await, 403, "AccessDenied");
    let mut extra = PostForm::new(&stack);
    extra.fields.push(("x-amz-meta-a", "b".to_owned()));
    expect_code(&extra.send(&stack, b"x").await, 403, "AccessDenied");
    let mut twice = PostForm::new(&stack);
    twice.fields.push(("KEY", "mine/b".to_owned()));
    expect_code(&twice.send(&stack, b"x").await, 400, "MalformedPOSTRequest");
    let expired = PostForm { minutes: -1, ..PostForm::new(&stack) };
    expect_code(&expired.send(&stack, b"x").await, 403, "AccessDenied");
    let mut forged = PostForm::new(&stack);
    forged.signer.secret = "other".to_owned();
    expect_code(&forged.send(&stack, b"x").await, 403, "SignatureDoesNotMatch");
    let unsigned = Form::default().field("key", "a").file("file", "a", "text/plain", b"x");
    let unsigned = stack.without_token().upload_form(Method::POST, "/s3/files", &unsigned).await;
    expect_code(&unsigned, 403, "AccessDenied");
    assert!(stack.objects().await.is_empty());
}

#[tokio::test]
async fn the_policy_limits_the_size() {
    let stack = start_with_bucket().await;
    let mut form = PostForm::new(&stack);
    form.conditions.push(json!(["content-length-range", 3, 5]));
    expect_code(&form.send(&stack, b"12").await, 400, "EntityTooSmall");
    expect_code(&form.send(&stack, b"123456").await, 413, "EntityTooLarge");
    assert!(stack.objects().await.is_empty());
    form.send(&stack, b"12345").await.expect(200);
}

#[tokio::test]
async fn a_form_with_a_session_token_runs_as_its_user() {
    let stack = start_with_bucket().await;
    let anna = Uuid::new_v4();
    let mut form = PostForm::new(&stack).with("x-amz-security-token", &token(anna));
    form.signer.key_id = TENANT;
    form.signer.secret = service_test::anon_key();
    expect_code(&form.send(&stack, b"x").await, 403, "AccessDenied");
    stack
        .sql(
            "create policy a on storage.objects to authenticated using (true)
             with check (owner_id = (select auth.uid())::text)",
        )
        .await;
    form.send(&stack, b"x").await.expect(200);
}

#[tokio::test]
async fn the_token_of_an_ended_session_is_rejected() {
    let stack = start_with(&[("S3_PROTOCOL_SESSION_CHECK", "true")]).await;
    stack.bucket(json!({ "name": "files" })).await;
    let (user, session) = (Uuid::new_v4(), Uuid::new_v4());
    stack
        .sql(&format!(
            "insert into auth.users (id, email) values ('{user}', 'marie@example.com');
             insert into auth.sessions (id, user_id) values ('{session}', '{user}');
             create policy a on storage.objects to authenticated using (true) with check (true)"
        ))
        .await;
    let claims = json!({
        "role": "authenticated", "sub": user, "session_id": session, "exp": 4_102_444_800_u64
    });
    let mut form = PostForm::new(&stack).with("x-amz-security-token", &service_test::sign(&claims));
    form.signer.key_id = TENANT;
    form.signer.secret = service_test::anon_key();
    form.send(&stack, b"x").await.expect(200);
    stack.sql(&format!("delete from auth.sessions where id = '{session}'")).await;
    expect_code(&form.send(&stack, b"y").await, 400, "ExpiredToken");
    assert_eq!(stack.service().get("/object/files/mine/a.txt").await.body, "x");
}
