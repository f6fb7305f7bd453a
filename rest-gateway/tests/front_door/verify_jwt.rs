//! §3.4: functions with `verify_jwt = true`. Errors are those of hosted Supabase.

use serde_json::json;

use crate::client::{get, send};
use crate::stack::{PUBLISHABLE, SECRET_KEY, Setup, Stack, anon_key, function, token};

async fn stack() -> Stack {
    let mut guarded = function("guarded");
    guarded.function = Some(rest_gateway::function_host::FunctionRules { verify_jwt: true });
    Setup { services: vec![guarded], ..Setup::default() }.start().await
}

async fn get_error(stack: &Stack, headers: &[(&str, &str)]) -> (u16, serde_json::Value, String) {
    let answer = get(&stack.url("/functions/v1/guarded"), headers).await;
    let code = answer.header("sb-error-code").unwrap_or_default().to_owned();
    (answer.status, answer.json(), code)
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_a_missing_token_without_starting_the_function() {
    let stack = stack().await;
    let (status, body, code) = get_error(&stack, &[]).await;
    assert_eq!(status, 401);
    assert_eq!(body, json!({ "code": 401, "message": "Missing authorization header" }));
    assert_eq!(code, "UNAUTHORIZED_NO_AUTH_HEADER");
    assert_eq!(stack.pid("guarded"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_malformed_forged_and_expired_tokens() {
    let stack = stack().await;
    let expired = format!("Bearer {}", token(&json!({ "role": "anon", "exp": 1_600_000_000 })));
    let mut forged = format!("Bearer {}", anon_key());
    forged.pop();
    forged.pop();
    for (authorization, expected) in [
        ("Basic dTpw", "UNAUTHORIZED_INVALID_JWT_FORMAT"),
        ("Bearer nonsense", "UNAUTHORIZED_INVALID_JWT_FORMAT"),
        ("Bearer sb_publishable_of_another", "UNAUTHORIZED_INVALID_JWT_FORMAT"),
        (&expired, "UNAUTHORIZED_LEGACY_JWT"),
        (&forged, "UNAUTHORIZED_LEGACY_JWT"),
    ] {
        let (status, body, code) = get_error(&stack, &[("authorization", authorization)]).await;
        assert_eq!(status, 401, "{authorization}");
        assert_eq!(body, json!({ "code": 401, "message": "Invalid JWT" }));
        assert_eq!(code, expected, "{authorization}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_users_tokens_and_api_keys() {
    let stack = stack().await;
    let url = stack.url("/functions/v1/guarded");
    let user = format!("Bearer {}", token(&json!({ "role": "authenticated", "exp": 4_000_000_000_u64 })));
    let anon = format!("Bearer {}", anon_key());
    for headers in [
        [("authorization", user.as_str())],
        [("authorization", anon.as_str())],
        [("apikey", PUBLISHABLE)],
        [("apikey", SECRET_KEY)],
    ] {
        assert_eq!(get(&url, &headers).await.status, 200, "{headers:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn options_needs_no_token() {
    let stack = stack().await;
    let answer = send("OPTIONS", &stack.url("/functions/v1/guarded"), &[], "").await;
    assert_eq!(answer.json()["method"], "OPTIONS");
}
