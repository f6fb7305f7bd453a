//! Tokens that must pass and tokens that must not.

use super::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

const SECRET: &str = "a-secret-of-at-least-thirty-two-characters";

fn verifier() -> Verifier {
    let key = URL_SAFE_NO_PAD.encode(SECRET);
    let jwks = json!({ "keys": [{ "kty": "nonsense" }, { "kty": "oct", "k": key, "alg": "HS256" }] });
    Verifier::from_environment(&Environment::from_pairs([
        ("SUPABASE_JWKS", jwks.to_string()),
        ("SUPABASE_SECRET_KEYS", json!({ "default": "sb_secret_x" }).to_string()),
    ]))
    .unwrap()
}

fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

fn claims() -> Value {
    json!({ "sub": Uuid::new_v4(), "role": "authenticated", "exp": now() + 60 })
}

#[test]
fn a_token_of_ours_passes_with_its_claims() {
    let claims = claims();
    let read = verifier().verify(&Signer::new(SECRET).sign(&claims).unwrap()).unwrap();
    assert_eq!(read.role, "authenticated");
    assert_eq!(read.sub.unwrap().to_string(), claims["sub"].as_str().unwrap());
    assert_eq!(serde_json::from_str::<Value>(read.as_json()).unwrap(), claims);
}

#[test]
fn an_opaque_key_stands_for_its_role() {
    assert_eq!(verifier().verify("sb_secret_x").unwrap().role, "service_role");
    verifier().verify("sb_secret_y").unwrap_err();
}

#[test]
fn expired_future_foreign_and_unsigned_tokens_are_refused() {
    let verifier = verifier();
    let mut expired = claims();
    expired["exp"] = json!(now() - 1);
    let mut future = claims();
    future["nbf"] = json!(now() + 60);
    let unsigned = |header: &str| {
        let part = |text: &str| URL_SAFE_NO_PAD.encode(text);
        format!("{}.{}.", part(header), part(&claims().to_string()))
    };
    let forged = [
        Signer::new(SECRET).sign(&expired).unwrap(),
        Signer::new(SECRET).sign(&future).unwrap(),
        Signer::new("another-secret-of-thirty-two-characters").sign(&claims()).unwrap(),
        unsigned(r#"{"alg":"none","typ":"JWT"}"#),
        unsigned(r#"{"alg":"HS256","typ":"JWT"}"#),
        "not.a.token".into(),
        String::new(),
    ];
    for token in forged {
        let error = verifier.verify(&token).unwrap_err();
        assert_eq!(error.code(), "unauthorized", "{token}");
    }
}
