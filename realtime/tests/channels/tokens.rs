//! Keys and tokens: the errors of a handshake and of a join for invalid ones, and tokens that change or expire.

use crate::client::Realtime;
use serde_json::{Value, json};
use service_test::{anon_key, sign, sign_with};

const TOPIC: &str = "realtime:room";

fn in_seconds(seconds: i64) -> i64 {
    chrono::Utc::now().timestamp() + seconds
}

fn token(expiry: i64) -> String {
    sign(&json!({ "role": "authenticated", "exp": in_seconds(expiry) }))
}

fn error(text: &str) -> String {
    json!({ "error": text }).to_string()
}

#[tokio::test]
async fn a_handshake_without_a_valid_key_is_refused_with_its_reason() {
    let realtime = Realtime::start().await;
    let foreign = sign_with(
        "another-secret-of-at-least-32-characters",
        &json!({ "role": "anon", "exp": in_seconds(60) }),
    );
    for (key, text) in [
        (String::new(), "API key is missing"),
        (token(-5), "Token has expired"),
        (sign(&json!({ "role": "anon" })), "Fields `role` and `exp` are required in JWT"),
        (sign(&json!({ "exp": in_seconds(60) })), "Fields `role` and `exp` are required in JWT"),
        ("nonsense".into(), "The token provided is not a valid JWT"),
        ("a.b.c".into(), "The token provided is not a valid JWT"),
        (foreign, "Failed to validate JWT signature"),
    ] {
        let refused = realtime.refused(&format!("apikey={key}&vsn=2.0.0")).await;
        assert_eq!(refused, (401, error(text)), "{key}");
    }
    assert_eq!(realtime.refused("vsn=2.0.0").await, (401, error("API key is missing")));
    assert_eq!(realtime.refused(&format!("apikey={}&vsn=3.0.0", anon_key())).await, (403, String::new()));
}

#[tokio::test]
async fn an_opaque_key_and_an_encoded_token_are_accepted() {
    let realtime = Realtime::start().await;
    for key in ["sb_secret_test".to_owned(), anon_key().replace('.', "%2E"), format!("%20{}%0A", anon_key())]
    {
        let url = realtime.url(&format!("apikey={key}"));
        tokio_tungstenite::connect_async(url).await.expect("a connection");
    }
}

#[tokio::test]
async fn a_join_with_an_invalid_token_is_refused_with_its_reason() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    for (token, reason) in [
        (token(-3600), "InvalidJWTToken: Token has expired 36"),
        (sign(&json!({ "role": "anon" })), "InvalidJWTToken: Fields `role` and `exp` are required in JWT"),
        ("nonsense".into(), "MalformedJWT: The token provided is not a valid JWT"),
        (
            sign_with(
                "another-secret-of-at-least-32-characters",
                &json!({ "role": "anon", "exp": in_seconds(60) }),
            ),
            "JwtSignatureError: Failed to validate JWT signature",
        ),
    ] {
        let reply = socket.try_join(TOPIC, json!({ "access_token": token })).await;
        let actual = reply["response"]["reason"].as_str().unwrap_or_default();
        assert!(reply["status"] == "error" && actual.starts_with(reason), "{reply}");
    }
    let unmatched = socket.call(TOPIC, "broadcast", json!({})).await;
    assert_eq!(unmatched["response"]["reason"], "unmatched topic");
}

#[tokio::test]
async fn an_opaque_token_of_a_join_stands_for_the_connections_key() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join_with(TOPIC, json!({ "access_token": "sb_publishable_any" })).await;
}

#[tokio::test]
async fn a_channel_ends_when_its_token_expires_and_lives_on_with_a_new_one() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    socket.join_with(TOPIC, json!({ "config": {}, "access_token": token(2) })).await;
    socket.join_with("realtime:renewed", json!({ "config": {}, "access_token": token(2) })).await;
    socket.send("realtime:renewed", "access_token", json!({ "access_token": token(3600) })).await;
    let system = socket.event("system").await;
    assert_eq!((system.topic.as_str(), &system.payload["channel"]), (TOPIC, &json!("room")));
    let message = system.payload["message"].as_str().unwrap();
    assert!(message.starts_with("Token has expired ") && message.ends_with(" seconds ago"), "{message}");
    assert_eq!(socket.event("phx_close").await.topic, TOPIC);
    assert_eq!(socket.until_heartbeat().await, []);
}

#[tokio::test]
async fn a_new_token_that_does_not_count_ends_the_channel_and_others_are_ignored() {
    let realtime = Realtime::start().await;
    let mut socket = realtime.connect().await;
    let mine = token(3600);
    socket.join_with(TOPIC, json!({ "config": {}, "access_token": mine })).await;
    for ignored in [Value::Null, json!(mine), json!("sb_secret_any"), json!(5)] {
        socket.send(TOPIC, "access_token", json!({ "access_token": ignored })).await;
    }
    socket.send(TOPIC, "access_token", json!([])).await;
    assert_eq!(socket.until_heartbeat().await, []);
    socket.send(TOPIC, "access_token", json!({ "access_token": "nonsense" })).await;
    assert_eq!(socket.event("system").await.payload["message"], "The token provided is not a valid JWT");
    assert_eq!(socket.event("phx_close").await.topic, TOPIC);
}
