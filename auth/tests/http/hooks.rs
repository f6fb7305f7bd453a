//! Hooks: Postgres functions and signed HTTP requests.

use super::*;
use crate::webhook::{Answer, Webhook};

/// The variables that enable a hook, e.g. `SEND_EMAIL`, with an address.
fn enable<'a>(names: &'a [String; 2], uri: &'a str) -> [(&'a str, &'a str); 2] {
    [(&names[0], "true"), (&names[1], uri)]
}

fn names(hook: &str) -> [String; 2] {
    [format!("GOTRUE_HOOK_{hook}_ENABLED"), format!("GOTRUE_HOOK_{hook}_URI")]
}

const FUNCTION: &str = "pg-functions://postgres/public/hook";

/// A service with a hook that is the Postgres function `public.hook(event jsonb)` with this body.
async fn with_function(hook: &str, body: &str) -> Stage {
    let stage = Stage::start_with(&enable(&names(hook), FUNCTION)).await;
    stage
        .execute(&format!(
            "create function public.hook(event jsonb) returns jsonb language plpgsql as $hook$ {body} $hook$;
             grant usage on schema public to supabase_auth_admin;
             grant execute on function public.hook to supabase_auth_admin;"
        ))
        .await;
    stage
}

#[tokio::test]
async fn a_function_rejects_a_new_account() {
    let body = r#"
        begin
          if event -> 'user' ->> 'email' like '%@exemple.fr' and event -> 'metadata' ->> 'name' = 'before-user-created' then
            return '{"error": {"http_code": 403, "message": "Not from this domain"}}';
          end if;
          return '{}';
        end
    "#;
    let stage = with_function("BEFORE_USER_CREATED", body).await;
    let registration = json!({ "email": EMAIL, "password": PASSWORD });
    let rejected = stage.client.post("/signup", registration).await.expect(403);
    assert_eq!(rejected.body, json!({ "code": "unknown", "message": "Not from this domain" }));
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
    stage.sign_up("marie@exemple.org").await;
}

#[tokio::test]
async fn a_function_adds_claims_to_access_tokens() {
    let body = r#"
        begin
          return jsonb_set(event, '{claims,method}', event -> 'authentication_method');
        end
    "#;
    let stage = with_function("CUSTOM_ACCESS_TOKEN", body).await;
    let session = stage.sign_up(EMAIL).await.body;
    assert_eq!(claims(text(&session, "/access_token"))["method"], "password");
    let refreshed = stage.refresh(text(&session, "/refresh_token")).await.expect(200).body;
    let refreshed = claims(text(&refreshed, "/access_token"));
    assert_eq!((&refreshed["method"], &refreshed["email"]), (&json!("token_refresh"), &json!(EMAIL)));
}

#[tokio::test]
async fn a_function_sees_the_transaction_of_the_sign_in() {
    let body = r#"
        declare account auth.users;
        begin
          select * into strict account from auth.users where id = (event ->> 'user_id')::uuid;
          return jsonb_set(event, '{claims,seen}', to_jsonb(account.email));
        end
    "#;
    let stage = with_function("CUSTOM_ACCESS_TOKEN", body).await;
    let session = stage.sign_up(EMAIL).await.body;
    assert_eq!(claims(text(&session, "/access_token"))["seen"], EMAIL);
}

#[tokio::test]
async fn claims_without_a_required_one_are_rejected_and_nothing_is_kept() {
    let stage = with_function("CUSTOM_ACCESS_TOKEN", "begin return event #- '{claims,sub}'; end").await;
    let registration = json!({ "email": EMAIL, "password": PASSWORD });
    let failed = stage.client.post("/signup", registration).await.expect(500);
    let message = "output claims do not conform to the expected schema: \n- (root): sub is required\n";
    assert_eq!(failed.body, json!({ "code": "unexpected_failure", "message": message }));
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn a_failing_hook_keeps_the_refresh_token_usable() {
    let stage = with_function("CUSTOM_ACCESS_TOKEN", "begin return event; end").await;
    let session = stage.sign_up(EMAIL).await.body;
    let replace = |body: &str| {
        format!(
            "create or replace function public.hook(event jsonb) returns jsonb language plpgsql as $hook$ {body} $hook$"
        )
    };
    stage.execute(&replace("begin raise exception 'broken'; end")).await;
    let failed = stage.refresh(text(&session, "/refresh_token")).await.expect(500);
    assert_eq!(failed.body["message"], format!("Error running hook URI: {FUNCTION}"));
    stage.execute(&replace("begin return event; end")).await;
    stage.refresh(text(&session, "/refresh_token")).await.expect(200);
}

#[tokio::test]
async fn a_function_rejects_a_password_attempt_and_ends_the_sessions() {
    let body = r#"
        begin
          if event -> 'valid' = 'true' then return '{"decision": "continue"}'; end if;
          return '{"decision": "reject", "message": "Wait a while", "should_logout_user": true}';
        end
    "#;
    let stage = with_function("PASSWORD_VERIFICATION_ATTEMPT", body).await;
    stage.sign_up(EMAIL).await;
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
    let rejected = stage.sign_in(EMAIL, "another-password").await.expect(400);
    assert_eq!(rejected.body, json!({ "code": "invalid_credentials", "message": "Wait a while" }));
    assert_eq!(stage.count("select count(*) from auth.sessions").await, 0);
}

#[tokio::test]
async fn an_endpoint_gets_a_payload_that_every_secret_has_signed() {
    let webhook = Webhook::start(|_| Answer::json(200, "{}")).await;
    let names = names("BEFORE_USER_CREATED");
    let secrets = format!("{}|{}", webhook::SECRET, webhook::NEXT_SECRET);
    let [enabled, uri] = enable(&names, webhook.address());
    let variables = [enabled, uri, ("GOTRUE_HOOK_BEFORE_USER_CREATED_SECRETS", secrets.as_str())];
    let stage = Stage::start_with(&variables).await;
    let session = stage.sign_up(EMAIL).await.body;
    let call = &webhook.calls()[0];
    assert!(call.is_signed_with(webhook::SECRET) && call.is_signed_with(webhook::NEXT_SECRET));
    let body = call.body();
    assert_eq!(body["metadata"]["name"], "before-user-created");
    assert_eq!(body["user"]["id"], session["user"]["id"]);
    assert_eq!(body["user"]["email"], EMAIL);
}

#[tokio::test]
async fn an_endpoint_is_asked_again_when_it_is_busy_and_says_when_to_retry() {
    let webhook = Webhook::start(|call| match call {
        0 | 1 => Answer::json(429, "{}").header("retry-after", "true"),
        _ => Answer::json(200, "{}"),
    })
    .await;
    let stage = Stage::start_with(&enable(&names("BEFORE_USER_CREATED"), webhook.address())).await;
    stage.sign_up(EMAIL).await;
    assert_eq!(webhook.calls().len(), 3);
}

#[tokio::test]
async fn what_an_endpoint_answers_decides_the_error() {
    let large = format!("\"{}\"", "x".repeat(200 * 1024));
    let answers = [
        (Answer::json(204, ""), 200, ""),
        (Answer::json(200, r#"{"error": {"http_code": 422, "message": "No"}}"#), 422, "unknown"),
        (Answer::json(200, r#"{"error": {"message": "No"}}"#), 500, "unexpected_failure"),
        (Answer::json(200, "{"), 500, "unexpected_failure"),
        (Answer::text(200, "{}"), 400, "hook_payload_invalid_content_type"),
        (Answer::json(200, &large), 422, "hook_payload_over_size_limit"),
        (Answer::json(429, "{}"), 500, "unexpected_failure"),
        (Answer::json(503, "{}").header("retry-after", "1"), 500, "unexpected_failure"),
        (Answer::json(302, "{}").header("location", "/"), 500, "unexpected_failure"),
    ];
    let served = answers.clone().map(|(answer, ..)| answer);
    let current = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let serving = std::sync::Arc::clone(&current);
    let webhook =
        Webhook::start(move |_| served[serving.load(std::sync::atomic::Ordering::SeqCst)].clone()).await;
    let stage = Stage::start_with(&enable(&names("BEFORE_USER_CREATED"), webhook.address())).await;
    for (index, (_, status, code)) in answers.iter().enumerate() {
        current.store(index, std::sync::atomic::Ordering::SeqCst);
        let registration = json!({ "email": format!("a{index}@exemple.fr"), "password": PASSWORD });
        let response = stage.client.post("/signup", registration).await;
        assert_eq!(response.status.as_u16(), *status, "answer {index}: {}", response.body);
        if !code.is_empty() {
            assert_eq!(response.body["code"], *code, "answer {index}");
        }
    }
}

#[tokio::test]
async fn an_endpoint_sends_the_mails_of_the_service() {
    let webhook = Webhook::start(|_| Answer::json(200, "{}")).await;
    let names = names("SEND_EMAIL");
    let [enabled, uri] = enable(&names, webhook.address());
    let stage = Stage::start_with(&[enabled, uri, ("GOTRUE_MAILER_AUTOCONFIRM", "false")]).await;
    let registration = json!({ "email": EMAIL, "password": PASSWORD });
    stage.client.post("/signup", registration).await.expect(200);
    let body = webhook.calls()[0].body();
    assert_eq!((&body["metadata"]["name"], &body["user"]["email"]), (&json!("send-email"), &json!(EMAIL)));
    assert_eq!(body["email_data"]["email_action_type"], "signup");
    let (token, stored) = (text(&body, "/email_data/token"), text(&body, "/email_data/token_hash"));
    assert!(token.len() == 6 && token.bytes().all(|digit| digit.is_ascii_digit()), "{token}");
    let count = format!("select count(*) from auth.one_time_tokens where token_hash = '{stored}'");
    assert_eq!(stage.count(&count).await, 1);
    let confirmation = json!({ "type": "signup", "email": EMAIL, "token": token });
    stage.client.post("/verify", confirmation).await.expect(200);
}

#[tokio::test]
async fn an_endpoint_sends_the_notifications_that_the_settings_ask_for() {
    let webhook = Webhook::start(|_| Answer::json(200, "{}")).await;
    let names = names("SEND_EMAIL");
    let [enabled, uri] = enable(&names, webhook.address());
    let stage = Stage::start_with(&[
        enabled,
        uri,
        ("GOTRUE_MAILER_AUTOCONFIRM", "true"),
        ("GOTRUE_SITE_URL", "https://isula.example"),
        ("GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED", "true"),
        ("GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED", "true"),
    ])
    .await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    person.put("/user", json!({ "password": "autre-maquis-2026" })).await.expect(200);
    let factor = person.post("/factors", json!({ "factor_type": "totp" })).await.expect(200).body;
    let path = format!("/factors/{}", text(&factor, "/id"));
    let challenge = person.post(&format!("{path}/challenge"), json!({})).await.expect(200).body;
    let code = crate::totp::code(text(&factor, "/totp/secret"), 0);
    let answer = json!({ "challenge_id": challenge["id"], "code": code });
    let verified = person.post(&format!("{path}/verify"), answer).await.expect(200).body;
    stage.as_person(&verified).delete(&path).await.expect(200);

    let calls = webhook.calls();
    let data: Vec<Value> = calls.iter().map(|call| call.body()["email_data"].clone()).collect();
    let actions: Vec<&str> = data.iter().map(|data| text(data, "/email_action_type")).collect();
    assert_eq!(actions, ["password_changed_notification", "mfa_factor_enrolled_notification"]);
    assert_eq!(data[1]["factor_type"], "totp");
}

#[tokio::test]
async fn a_change_succeeds_even_if_its_notification_cannot_be_sent() {
    let webhook = Webhook::start(|_| Answer::json(500, "{}")).await;
    let names = names("SEND_EMAIL");
    let [enabled, uri] = enable(&names, webhook.address());
    let notified = ("GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED", "true");
    let stage = Stage::start_with(&[enabled, uri, ("GOTRUE_MAILER_AUTOCONFIRM", "true"), notified]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    person.put("/user", json!({ "password": "autre-maquis-2026" })).await.expect(200);
    stage.sign_in(EMAIL, "autre-maquis-2026").await.expect(200);
}

#[tokio::test]
async fn a_hook_with_an_unusable_address_keeps_the_service_from_starting() {
    let database = Database::platform().await;
    let names = names("SEND_SMS");
    let variables = enable(&names, "http://example.org/hook");
    let variables = [variables[0], variables[1], ("GOTRUE_MAILER_AUTOCONFIRM", "true")];
    let output =
        service_test::command(env!("CARGO_BIN_EXE_auth"), &database, &variables).output().await.unwrap();
    assert!(!output.status.success());
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("GOTRUE_HOOK_SEND_SMS_URI must be"), "{log}");
}
