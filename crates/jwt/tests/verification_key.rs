//! Keys of a JWKS: which algorithms they verify, which tokens they may have signed, and what a token must satisfy.

#![allow(clippy::unwrap_used, clippy::panic)]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::jwk::Jwk;
use jwt::{Algorithm, EncodingKey, Header, JwkError, KeyIdMatch, VerificationKey, unverified_header};
use serde_json::{Value, json};

const SECRET: &[u8] = b"an-example-secret-of-at-least-32-bytes";
const SUPABASE: [Algorithm; 3] = [Algorithm::HS256, Algorithm::RS256, Algorithm::ES256];

fn fixture() -> Value {
    serde_json::from_str(include_str!("tokens.json")).unwrap()
}

fn read(jwk: &Value, accepted: &[Algorithm]) -> Result<VerificationKey, JwkError> {
    VerificationKey::from_jwk(&serde_json::from_value::<Jwk>(jwk.clone()).unwrap(), |algorithm| {
        accepted.contains(&algorithm)
    })
}

fn secret_jwk(id: Option<&str>) -> Value {
    let mut jwk = json!({ "kty": "oct", "k": URL_SAFE_NO_PAD.encode(SECRET) });
    if let Some(id) = id {
        jwk["kid"] = id.into();
    }
    jwk
}

fn signed(claims: &Value) -> String {
    jwt::encode(&Header::new(Algorithm::HS256), claims, &EncodingKey::from_secret(SECRET)).unwrap()
}

fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
}

#[test]
fn a_key_verifies_the_accepted_algorithms_of_its_kind() {
    let keys = fixture();
    for (name, verified) in [("rsa", Algorithm::RS256), ("p256", Algorithm::ES256)] {
        let key = read(&keys["keys"][name], &SUPABASE).unwrap();
        for algorithm in [Algorithm::HS256, Algorithm::RS256, Algorithm::RS512, Algorithm::ES256] {
            assert_eq!(
                key.may_have_signed(algorithm, None, KeyIdMatch::Exact),
                algorithm == verified,
                "{name}"
            );
        }
    }
}

#[test]
fn rejects_a_key_without_an_accepted_algorithm() {
    let error = read(&fixture()["keys"]["rsa"], &[Algorithm::HS256]).map(drop).unwrap_err();
    assert!(matches!(error, JwkError::Algorithm), "{error}");
    let p521 = json!({ "kty": "EC", "crv": "P-521", "x": "AA", "y": "AA" });
    assert!(matches!(read(&p521, &SUPABASE).map(drop).unwrap_err(), JwkError::Curve));
}

#[test]
fn a_kid_selects_the_key_and_with_the_lenient_rule_unnamed_keys_too() {
    let [named, unnamed] = [Some("a"), None].map(|id| read(&secret_jwk(id), &SUPABASE).unwrap());
    for (rule, unnamed_matches) in [(KeyIdMatch::Exact, false), (KeyIdMatch::ExactOrUnnamed, true)] {
        let matches = |key: &VerificationKey, id| key.may_have_signed(Algorithm::HS256, id, rule);
        assert!(matches(&named, Some("a")) && matches(&named, None) && matches(&unnamed, None));
        assert!(!matches(&named, Some("b")));
        assert_eq!(matches(&unnamed, Some("a")), unnamed_matches, "{rule:?}");
    }
}

#[test]
fn verify_checks_the_times_without_leeway_and_verify_signature_does_not() {
    let key = VerificationKey::from_secret(SECRET, Algorithm::HS256);
    for (claims, in_time) in [
        (json!({ "role": "anon" }), true),
        (json!({ "exp": now() + 60, "nbf": now() - 1 }), true),
        (json!({ "exp": now() - 1 }), false),
        (json!({ "nbf": now() + 60 }), false),
    ] {
        let token = signed(&claims);
        assert_eq!(key.verify(&token, Algorithm::HS256).is_ok(), in_time, "{claims}");
        assert_eq!(key.verify_signature(&token, Algorithm::HS256).unwrap(), claims);
    }
    let other = VerificationKey::from_secret(b"another secret of at least 32 bytes", Algorithm::HS256);
    other.verify_signature(&signed(&json!({})), Algorithm::HS256).unwrap_err();
}

#[test]
fn an_unverified_header_may_name_any_algorithm() {
    let token = format!("{}.e30.", URL_SAFE_NO_PAD.encode(r#"{"alg":"none"}"#));
    assert_eq!(unverified_header(&token), Some(json!({ "alg": "none" })));
    assert_eq!(unverified_header("no token"), None);
}

#[test]
fn a_key_of_an_issuer_verifies_its_tokens_alone() {
    let mut jwk = secret_jwk(None);
    jwk["iss"] = "https://id.example".into();
    let key = read(&jwk, &SUPABASE).unwrap().with_issuer_of(&jwk);
    let verifies = |claims: &Value| {
        let token = signed(claims);
        assert_eq!(
            key.verify(&token, Algorithm::HS256).is_ok(),
            key.verify_signature(&token, Algorithm::HS256).is_ok()
        );
        key.verify(&token, Algorithm::HS256).is_ok()
    };
    assert!(verifies(&json!({ "iss": "https://id.example", "role": "authenticated" })));
    for claims in
        [json!({}), json!({ "iss": "https://id.example/" }), json!({ "iss": ["https://id.example"] })]
    {
        assert!(!verifies(&claims), "{claims}");
    }
}
