//! §1.1 to §1.6: which API keys each route accepts, and the `Authorization` header that services see.

use rest_gateway::function_host::TokenVerifier;
use serde_json::{Value, json};
use service_kit::jwt::KeySet;

use crate::client::{Answer, get};
use crate::stack::{
    PUBLISHABLE, SECRET_KEY, Setup, Stack, always_on, anon_key, service_key, signed_with, token,
};

async fn stack() -> Stack {
    let mut setup = Setup::functions(&["hello"]);
    setup.services.push(always_on("user-auth"));
    setup.services.push(always_on("storage"));
    Setup { auth: Some("user-auth"), storage: Some("storage"), ..setup }.start().await
}

fn seen_authorization(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["headers"]["authorization"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_rejects_a_missing_key_like_hosted_supabase() {
    let stack = stack().await;
    let answer = get(&stack.url("/auth/v1/settings"), &[]).await;
    assert_eq!(answer.status, 401);
    assert_eq!(answer.header("content-type"), Some("application/json; charset=utf-8"));
    assert_eq!(
        answer.json(),
        json!({
            "message": "No API key found in request",
            "hint": "No `apikey` request header or url param was found."
        })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_rejects_an_invalid_key_like_hosted_supabase() {
    let stack = stack().await;
    let of_another_project =
        signed_with(b"the secret of another project's tokens", &json!({ "role": "anon" }));
    let expired = token(&json!({ "role": "service_role", "exp": 1_600_000_000 }));
    let of_a_user = token(&json!({ "role": "authenticated", "exp": 4_000_000_000_u64 }));
    let of_another_role = token(&json!({ "role": "postgres" }));
    let unsigned = format!("{}.", anon_key().rsplit_once('.').unwrap().0);
    for wrong in [
        "nonsense",
        "sb_publishable_of_another_project",
        &of_another_project,
        &expired,
        &of_a_user,
        &of_another_role,
        &unsigned,
    ] {
        let answer = get(&stack.url("/auth/v1/settings"), &[("apikey", wrong)]).await;
        assert_eq!(answer.status, 401, "{wrong}");
        assert_eq!(
            answer.json(),
            json!({
                "message": "Invalid API key",
                "hint": "Double check your Supabase `anon` or `service_role` API key."
            })
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_accepts_every_kind_of_key_in_header_query_and_bearer() {
    let stack = stack().await;
    let (anon, service) = (anon_key(), service_key());
    for (key, stands_for) in
        [(anon.as_str(), &anon), (&service, &service), (PUBLISHABLE, &anon), (SECRET_KEY, &service)]
    {
        let expected = Value::from(format!("Bearer {stands_for}"));
        // A public key is passed on as a bearer token only if the client has sent it as one.
        let of_apikey = if stands_for == &service { expected.clone() } else { Value::Null };
        let bearer = format!("Bearer {key}");
        let header = get(&stack.url("/auth/v1/user"), &[("apikey", key)]).await;
        assert_eq!(seen_authorization(&header), of_apikey, "apikey header {key}");
        let query = get(&stack.url(&format!("/auth/v1/user?apikey={key}")), &[]).await;
        assert_eq!(seen_authorization(&query), of_apikey, "apikey in the query {key}");
        let alone = get(&stack.url("/auth/v1/user"), &[("authorization", &bearer)]).await;
        assert_eq!(seen_authorization(&alone), expected, "bearer alone {key}");
        let both = get(&stack.url("/auth/v1/user"), &[("apikey", key), ("authorization", &bearer)]).await;
        assert_eq!(seen_authorization(&both), expected, "both {key}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_the_projects_own_keys_have_signed_counts_and_reaches_the_service_unchanged() {
    let stack = stack().await;
    for role in ["anon", "service_role"] {
        let key =
            token(&json!({ "role": role, "iat": 1_700_000_000, "exp": 4_000_000_000_u64, "team": "a" }));
        let bearer = format!("Bearer {key}");
        let expected = Value::from(bearer.as_str());
        // The second time it is known.
        for _ in 0..2 {
            let header = get(&stack.url("/functions/v1/hello"), &[("apikey", &key)]).await;
            assert_eq!(seen_authorization(&header), expected, "{role}");
        }
        let query = get(&stack.url(&format!("/functions/v1/hello?apikey={key}")), &[]).await;
        assert_eq!(seen_authorization(&query), expected, "{role}");
        let alone = get(&stack.url("/auth/v1/user"), &[("authorization", &bearer)]).await;
        assert_eq!(seen_authorization(&alone), expected, "{role}");
        let user = format!("Bearer {}", token(&json!({ "role": "authenticated", "sub": "someone" })));
        let both = get(&stack.url("/auth/v1/user"), &[("apikey", &key), ("authorization", &user)]).await;
        assert_eq!(seen_authorization(&both), Value::from(user.as_str()), "{role}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_a_signing_key_has_signed_counts_unless_it_is_a_third_partys() {
    let key = |kid: &str| {
        let mut key = jwt::generate_ec_jwk().unwrap();
        key["kid"] = json!(kid);
        KeySet::parse(&json!([key]).to_string()).unwrap()
    };
    let (own, third_party) = (key("own"), key("third-party"));
    let with_issuer = |mut key: Value| {
        key["iss"] = json!("https://id.example");
        key
    };
    let keys: Vec<Value> =
        own.public().into_iter().chain(third_party.public().into_iter().map(with_issuer)).collect();
    let tokens = TokenVerifier::from_jwks(&json!({ "keys": keys }).to_string()).unwrap();
    let services = vec![always_on("user-auth")];
    let stack =
        Setup { services, auth: Some("user-auth"), tokens: Some(tokens), ..Setup::default() }.start().await;

    let claims = json!({ "role": "service_role", "iss": "https://id.example", "exp": 4_000_000_000_u64 });
    let signed = |keys: &KeySet| keys.signing().unwrap().sign(&claims).unwrap();
    let key = signed(&own);
    let answer = get(&stack.url("/auth/v1/user"), &[("apikey", &key)]).await;
    assert_eq!(seen_authorization(&answer), Value::from(format!("Bearer {key}")));
    let answer = get(&stack.url("/auth/v1/user"), &[("apikey", &signed(&third_party))]).await;
    assert_eq!((answer.status, &answer.json()["message"]), (401, &json!("Invalid API key")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_users_token_passes_unchanged_and_is_not_an_api_key() {
    let stack = stack().await;
    let user = format!("Bearer {}", token(&json!({ "role": "authenticated", "sub": "someone" })));
    for key in [PUBLISHABLE, SECRET_KEY, &anon_key()] {
        let answer = get(&stack.url("/auth/v1/user"), &[("apikey", key), ("authorization", &user)]).await;
        assert_eq!(seen_authorization(&answer), Value::from(user.as_str()));
    }
    let alone = get(&stack.url("/auth/v1/user"), &[("authorization", &user)]).await;
    assert_eq!(alone.status, 401);
    assert_eq!(alone.json()["message"], "No API key found in request");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_key_in_the_header_is_rejected_despite_a_valid_one_elsewhere() {
    let stack = stack().await;
    let bearer = format!("Bearer {}", anon_key());
    let url = stack.url(&format!("/auth/v1/user?apikey={PUBLISHABLE}"));
    let answer = get(&url, &[("apikey", "wrong"), ("authorization", &bearer)]).await;
    assert_eq!(answer.status, 401);
    assert_eq!(answer.json()["message"], "Invalid API key");
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_of_a_local_project_needs_no_key_but_rejects_a_wrong_one() {
    let mut setup = Setup::functions(&[]);
    setup.services.push(always_on("user-auth"));
    let stack = Setup { auth: Some("user-auth"), auth_without_key: true, ..setup }.start().await;
    let url = stack.url("/auth/v1/user");
    assert_eq!(seen_authorization(&get(&url, &[]).await), Value::Null);
    let user = format!("Bearer {}", token(&json!({ "role": "authenticated", "exp": 4_000_000_000_u64 })));
    assert_eq!(seen_authorization(&get(&url, &[("authorization", &user)]).await), Value::from(user));
    assert_eq!(get(&url, &[("apikey", "of another project")]).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_paths_of_email_links_need_no_key() {
    let stack = stack().await;
    let answer = get(&stack.url("/auth/v1/verify?token=abc&type=signup"), &[]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["target"], "/verify?token=abc&type=signup");
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_the_oauth_server_need_no_key_and_keep_their_own_authorization() {
    let stack = stack().await;
    for path in ["/oauth/authorize", "/oauth/token", "/oauth/userinfo", "/oauth/clients/register"] {
        let own = "Basic aWQ6c2VjcmV0";
        let answer = get(&stack.url(&format!("/auth/v1{path}")), &[("authorization", own)]).await;
        assert_eq!(seen_authorization(&answer), Value::from(own), "{path}");
    }
    let consent = get(&stack.url("/auth/v1/oauth/authorizations/abc"), &[]).await;
    assert_eq!(consent.status, 401, "the site's own page has the key");
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_and_functions_need_no_key_and_see_a_jwt_for_an_opaque_one() {
    let stack = stack().await;
    // Supabase's gateway gives storage an empty header.
    for (path, without_credentials) in
        [("/storage/v1/object/public/a/b.webp", Value::from("")), ("/functions/v1/hello", Value::Null)]
    {
        let nothing = get(&stack.url(path), &[]).await;
        assert_eq!(seen_authorization(&nothing), without_credentials, "{path}");
        let old_client = get(
            &stack.url(path),
            &[("apikey", PUBLISHABLE), ("authorization", &format!("Bearer {PUBLISHABLE}"))],
        )
        .await;
        assert_eq!(seen_authorization(&old_client), Value::from(format!("Bearer {}", anon_key())), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_s3_signature_reaches_storage_unchanged() {
    let stack = stack().await;
    let signature = "AWS4-HMAC-SHA256 Credential=a/20260101/local/s3/aws4_request, Signature=b";
    for path in ["object/bucket/key", "s3/bucket/a%20b%2Fc//d"] {
        let url = stack.url(&format!("/storage/v1/{path}?apikey=left&X-Amz-Date=alone"));
        let answer = get(&url, &[("authorization", signature)]).await;
        assert_eq!(seen_authorization(&answer), Value::from(signature));
        assert_eq!(answer.json()["target"], format!("/{path}?apikey=left&X-Amz-Date=alone"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_the_query_moves_to_the_header() {
    let stack = stack().await;
    let url = stack.url(&format!("/functions/v1/hello?a=1&apikey={PUBLISHABLE}&b=%C3%A9"));
    let answer = get(&url, &[]).await.json();
    assert_eq!(answer["target"], "/hello?a=1&b=%C3%A9");
    assert_eq!(answer["headers"]["apikey"], PUBLISHABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_a_secret_key_from_a_browser() {
    let stack = stack().await;
    let browser = ("user-agent", "Mozilla/5.0 (X11; Linux x86_64)");
    let url = stack.url("/auth/v1/user");
    let secret = get(&url, &[("apikey", SECRET_KEY), browser]).await;
    assert_eq!(secret.status, 401);
    assert_eq!(secret.json()["message"], "Forbidden use of secret API key in browser");
    assert_eq!(get(&url, &[("apikey", PUBLISHABLE), browser]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn forwards_only_the_first_of_two_authorization_headers() {
    let stack = stack().await;
    let user = format!("Bearer {}", token(&json!({ "role": "authenticated" })));
    let headers =
        [("authorization", user.as_str()), ("authorization", "Bearer another"), ("apikey", PUBLISHABLE)];
    let answer = get(&stack.url("/auth/v1/user"), &headers).await;
    assert_eq!(seen_authorization(&answer), Value::from(user.as_str()));
}
