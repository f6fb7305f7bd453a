//! `/rest/v1` behind the key check, with the real engine and a database per test.

use serde_json::json;

use crate::client::get;
use crate::stack::{PUBLISHABLE, SECRET_KEY, Setup, Stack, anon_key, jwks, token};

async fn stack(database: &test_db::Database) -> Stack {
    let mut config = rest_engine::Config::new(database.url("authenticator"));
    config.db_anon_role = Some("anon".to_owned());
    config.jwt_secret = Some(rest_engine::JwtKeys::parse(&jwks(), false).unwrap());
    let engine = rest_engine::Engine::connect(config).await.unwrap();
    Setup { engine: Some(engine), ..Setup::default() }.start().await
}

#[tokio::test(flavor = "multi_thread")]
async fn rest_needs_any_api_key() {
    let database = test_db::Database::create().await;
    let stack = stack(&database).await;
    let url = stack.url("/rest/v1/hotels?select=id");
    let without = get(&url, &[]).await;
    assert_eq!(without.status, 401);
    assert_eq!(without.json()["message"], "No API key found in request");
    let wrong = get(&url, &[("apikey", "wrong")]).await;
    assert_eq!(wrong.status, 401);
    assert_eq!(wrong.json()["message"], "Invalid API key");
    for key in [PUBLISHABLE, SECRET_KEY, &anon_key(), &token(&json!({ "role": "anon" }))] {
        let answer = get(&url, &[("apikey", key)]).await;
        assert_eq!((answer.status, answer.json()), (200, json!([])), "{key}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_in_the_query_is_not_a_filter() {
    let database = test_db::Database::create().await;
    let stack = stack(&database).await;
    let url = stack.url(&format!("/rest/v1/hotels?select=id&apikey={PUBLISHABLE}"));
    let answer = get(&url, &[]).await;
    assert_eq!((answer.status, answer.json()), (200, json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_description_needs_a_service_key() {
    let database = test_db::Database::create().await;
    let stack = stack(&database).await;
    for path in ["/rest/v1/", "/rest/v1"] {
        let answer = get(&stack.url(path), &[("apikey", PUBLISHABLE)]).await;
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(answer.json()["message"], "Access to schema is forbidden");
        for key in [SECRET_KEY, &token(&json!({ "role": "service_role" }))] {
            assert_eq!(get(&stack.url(path), &[("apikey", key)]).await.status, 200, "{path} {key}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn routes_a_needlessly_encoded_path() {
    let database = test_db::Database::create().await;
    let stack = stack(&database).await;
    let path = "/%72est/v1/hotels?select=id";
    assert_eq!(get(&stack.url(path), &[]).await.status, 401);
    let answer = get(&stack.url(path), &[("apikey", PUBLISHABLE)]).await;
    assert_eq!((answer.status, answer.json()), (200, json!([])));
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert!(answer.header("content-security-policy").unwrap().contains("sandbox"));
}

#[tokio::test(flavor = "multi_thread")]
async fn compresses_large_responses_by_accept_encoding() {
    let database = test_db::Database::seeded().await;
    let stack = stack(&database).await;
    let url = stack.url("/rest/v1/hotels?select=*");
    let plain = get(&url, &[("apikey", PUBLISHABLE)]).await;
    assert_eq!(plain.header("content-encoding"), None);
    assert!(plain.headers.get_all("vary").iter().any(|names| names == "Accept-Encoding"));
    let zipped = get(&url, &[("apikey", PUBLISHABLE), ("accept-encoding", "gzip, br")]).await;
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    assert!(zipped.body.len() * 2 < plain.body.len());
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&zipped.body[..]), &mut text).unwrap();
    assert_eq!(text, plain.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_port_includes_the_engines_metrics() {
    let database = test_db::Database::create().await;
    let stack = stack(&database).await;
    let figures = get(&stack.admin_url("/metrics"), &[]).await.text();
    for line in ["pgrst_db_pool_max 10", "# TYPE gateway_requests_total counter"] {
        assert!(figures.lines().any(|figure| figure == line), "{line} is missing in\n{figures}");
    }
}
