//! The boundary that all services share, tested through this function.

use crate::{PASSWORD, PATH, PROGRAM, count, login, register, registration, start, start_with};
use hyper::Method;
use serde_json::{Value, json};
use service_test::{Database, Service};

/// The most connections of the auth service.
const POOL: usize = 8;

#[tokio::test]
async fn rejects_other_methods_paths_and_actions_in_json() {
    let database = Database::create().await;
    let service = start(&database).await;
    let client = service.client();
    assert_eq!(
        client.get(PATH).await.expect_error(405, "method_not_allowed"),
        "Cette méthode n'est pas permise ici."
    );
    client.send(Method::DELETE, PATH, "").await.expect_error(405, "method_not_allowed");
    client.get("/nowhere").await.expect_error(404, "not_found");
    client.post("/user-auth/more", json!({})).await.expect_error(404, "not_found");
    client.post(PATH, json!({ "action": "destroy" })).await.expect_error(400, "unknown_action");
    client.post(PATH, json!({})).await.expect_error(400, "validation_failed");
}

#[tokio::test]
async fn rejects_malformed_bodies_in_json() {
    let database = Database::create().await;
    let service = start(&database).await;
    let json_client = service.client().header("content-type", "application/json; charset=utf-8");
    for body in ["", "{", "[]", "\"register\"", "null", "{\"action\": \"login\"} more", "\u{fffd}"] {
        json_client.send(Method::POST, PATH, body).await.expect_error(400, "bad_json");
    }
    json_client.send(Method::POST, PATH, vec![b'{', 0xff, b'}']).await.expect_error(400, "bad_json");
    for media_type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let client = service.client().header("content-type", media_type);
        let body = registration("marie@exemple.fr").to_string();
        client.send(Method::POST, PATH, body).await.expect_error(415, "unsupported_media_type");
    }
    let large = json!({ "action": "login", "email": "a@exemple.fr", "password": "x".repeat(70_000) });
    service.client().post(PATH, large).await.expect_error(413, "request_entity_too_large");
}

#[tokio::test]
async fn a_response_with_a_session_has_no_store() {
    let database = Database::create().await;
    let service = start(&database).await;
    let registered = service.client().post(PATH, registration("marie@exemple.fr")).await.expect(201);
    let logged_in = login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect(200);
    let refused = login(&service.client(), "marie@exemple.fr", "maquis-2027").await.expect(401);
    for answer in [registered, logged_in, refused] {
        assert_eq!(answer.headers["cache-control"], "no-store", "{}", answer.status);
    }
}

#[tokio::test]
async fn every_response_has_cors_headers_and_a_preflight_needs_no_key() {
    let database = Database::create().await;
    let service = start(&database).await;
    let preflight = service
        .client()
        .header("origin", "https://exemple.fr")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type")
        .send(Method::OPTIONS, PATH, "")
        .await
        .expect(200);
    assert_eq!(preflight.headers["access-control-allow-headers"], "authorization,content-type");
    assert!(preflight.headers["access-control-allow-methods"].to_str().unwrap().contains("POST"));
    for answer in [preflight, service.client().get(PATH).await, service.client().get("/nowhere").await] {
        assert_eq!(answer.headers["access-control-allow-origin"], "*", "{}", answer.status);
    }
}

#[tokio::test]
async fn every_log_line_of_a_request_has_its_id_and_no_secret() {
    let database = Database::create().await;
    let service = start(&database).await;
    let id = "6f1d6a3e-0000-4000-8000-123456789abc";
    let client = service.client().header("x-request-id", id);
    register(&client, "marie@exemple.fr").await;
    let answer = login(&client, "marie@exemple.fr", PASSWORD).await.expect(200);
    login(&client, "marie@exemple.fr", "wrong").await.expect(401);
    assert_eq!(answer.headers["x-request-id"], id);

    service.wait_for_log(|line| line["message"] == "answered" && line["status"] == 401).await;
    let log = service.log();
    let lines: Vec<&Value> =
        log.iter().filter(|line| line["target"].as_str().unwrap().starts_with("service_kit")).collect();
    let of_request: Vec<&&Value> = lines.iter().filter(|line| line["request_id"] == id).collect();
    assert_eq!(of_request.iter().filter(|line| line["message"] == "answered").count(), 3, "{log:?}");
    assert!(of_request.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()));
    let text = Value::from(log.clone()).to_string();
    let token = answer.body["session"]["access_token"].as_str().unwrap();
    let refresh_token = answer.body["session"]["refresh_token"].as_str().unwrap();
    for secret in [PASSWORD, token, refresh_token, "marie@", service_test::SECRET] {
        assert!(!text.contains(secret), "{secret} is in the log");
    }
}

#[tokio::test]
async fn exits_with_zero_at_sigterm() {
    let database = Database::create().await;
    let service = start(&database).await;
    service.client().get("/_internal/health").await.expect(200);
    assert_eq!(service.service.stop().await, Some(0));
}

#[tokio::test]
async fn responds_503_without_the_auth_service_and_health_still_responds() {
    let database = Database::create().await;
    let nowhere = [("SUPABASE_URL", "http://127.0.0.1:1")];
    let service = Service::start_with(PROGRAM, &database, &nowhere).await;
    let client = service.client().header("accept-language", "de");
    for answer in [
        login(&client, "marie@exemple.fr", PASSWORD).await,
        client.post(PATH, registration("a@exemple.fr")).await,
    ] {
        let sentence = answer.expect_error(503, "service_unavailable");
        assert!(sentence.starts_with("Der Dienst ist vorübergehend nicht verfügbar."), "{sentence}");
        assert!(answer.headers.contains_key("retry-after"));
    }
    service.client().get("/_internal/health").await.expect(200);
}

#[tokio::test]
async fn responds_503_without_a_database_and_creates_no_half_account() {
    let database = Database::create().await;
    let nowhere = [("SUPABASE_DB_URL", "postgres://authenticator@127.0.0.1:1/nowhere")];
    let service = start_with(&database, "", &nowhere).await;
    let answer = service.client().post(PATH, registration("marie@exemple.fr")).await;
    answer.expect_error(503, "service_unavailable");
    assert_eq!(count(&database, "select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn replaces_killed_connections() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let kill = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()";
    assert!(database.client().await.query_one(kill, &[]).await.unwrap().get::<_, i64>(0) > 0);
    // A login that meets a connection before its end is noticed is rejected.
    for _ in 0..POOL {
        let answer = login(&service.client(), "marie@exemple.fr", PASSWORD).await;
        if answer.status == 200 {
            return;
        }
        answer.expect_error(503, "service_unavailable");
    }
    login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect(200);
}
