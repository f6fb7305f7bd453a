//! Tokens, methods, limits and an auth service that does not answer.

use crate::{PASSWORD, PROGRAM, Stage};
use serde_json::json;
use service_test::{Method, Person, Service, invalid_tokens};

const READS: [&str; 3] = ["/user-account/profile", "/user-account/sessions", "/user-account/export"];

#[tokio::test]
async fn every_call_requires_a_persons_valid_token() {
    let stage = Stage::set().await;
    let marie = Person::create(&stage.database, "Marie", "Dupont").await;
    let tokens = invalid_tokens(&marie).into_iter().map(|(what, token)| (what, Some(token)));
    for (what, token) in tokens.chain([("no token", None)]) {
        let client = stage.service.client();
        let client = token.map_or(client.clone(), |token| client.bearer(&token));
        for path in READS {
            assert_eq!(client.get(path).await.status, 401, "{what}: {path}");
        }
        let names = json!({ "firstName": "A", "lastName": "B" });
        assert_eq!(client.put("/user-account/profile", names).await.status, 401, "{what}");
        assert_eq!(
            client.post("/user-account/deletion", json!({ "password": PASSWORD })).await.status,
            401,
            "{what}"
        );
        let session = "/user-account/sessions/11111111-1111-4111-8111-111111111111";
        assert_eq!(client.delete(session).await.status, 401, "{what}");
    }
    assert_eq!(stage.count("select count(*) from auth.users").await, 1);
}

#[tokio::test]
async fn other_methods_and_paths_are_rejected_in_json() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    marie
        .client
        .send(Method::DELETE, "/user-account/profile", "")
        .await
        .expect_error(405, "method_not_allowed");
    marie.client.get("/user-account/deletion").await.expect_error(405, "method_not_allowed");
    marie.client.get("/user-account").await.expect_error(404, "not_found");
    marie.client.get("/user-account/other").await.expect_error(404, "not_found");
}

#[tokio::test]
async fn responses_have_no_store() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    for path in READS {
        assert_eq!(marie.client.get(path).await.expect(200).headers["cache-control"], "no-store", "{path}");
    }
}

#[tokio::test]
async fn applies_the_configured_rate_limit_per_address() {
    let stage = Stage::set().await;
    let limits = [
        ("RATE_LIMIT_REQUESTS", "2"),
        ("RATE_LIMIT_INTERVAL", "600"),
        ("SUPABASE_URL", stage.gateway.address()),
    ];
    let limited = Service::start_with(PROGRAM, &stage.database, &limits).await;
    let marie = Person::create(&stage.database, "Marie", "Dupont").await;
    let client = limited.client().bearer(&marie.token);
    client.get(READS[0]).await.expect(200);
    client.get(READS[1]).await.expect(200);
    client.get(READS[2]).await.expect_error(429, "over_request_rate_limit");
}

#[tokio::test]
async fn without_the_auth_service_nothing_is_deleted() {
    let stage = Stage::set().await;
    let nowhere = [("SUPABASE_URL", "http://127.0.0.1:1")];
    let alone = Service::start_with(PROGRAM, &stage.database, &nowhere).await;
    let marie = Person::create(&stage.database, "Marie", "Dupont").await;
    let client = alone.client().bearer(&marie.token);
    let answer = client.post("/user-account/deletion", json!({ "password": PASSWORD })).await;
    answer.expect_error(503, "service_unavailable");
    assert_eq!(stage.count("select count(*) from auth.users").await, 1);
    client.get("/user-account/profile").await.expect(200);
}
