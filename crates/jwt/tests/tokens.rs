//! Tokens that another implementation (OpenSSL) signed, and tokens signed here.

#![allow(clippy::unwrap_used, clippy::panic)]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::jwk::Jwk;
use jwt::{Algorithm, DecodingKey, EcComponents, EncodingKey, Header, KeyPair, RsaComponents, Validation};
use serde_json::{Value, json};

const ALGORITHMS: [Algorithm; 12] = [
    Algorithm::HS256,
    Algorithm::HS384,
    Algorithm::HS512,
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

fn fixture() -> Value {
    serde_json::from_str(include_str!("tokens.json")).unwrap()
}

fn decoding_key(jwk: &Value) -> DecodingKey {
    DecodingKey::from_jwk(&serde_json::from_value::<Jwk>(jwk.clone()).unwrap()).unwrap()
}

fn verify(token: &str, key: &DecodingKey, algorithm: Algorithm) -> jwt::errors::Result<Value> {
    let mut validation = Validation::new(algorithm);
    validation.validate_aud = false;
    jwt::decode(token, key, &validation).map(|data| data.claims)
}

/// Each token of the fixture with its algorithm and key.
fn tokens(fixture: &Value) -> Vec<(Algorithm, DecodingKey, String)> {
    let tokens = fixture["tokens"].as_array().unwrap().iter();
    tokens
        .map(|entry| {
            let algorithm = entry["alg"].as_str().unwrap().parse().unwrap();
            let key = decoding_key(&fixture["keys"][entry["key"].as_str().unwrap()]);
            (algorithm, key, entry["token"].as_str().unwrap().to_owned())
        })
        .collect()
}

fn member(jwk: &Value, name: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap()
}

fn rsa(jwk: &Value) -> Result<KeyPair, jwt::KeyPairError> {
    let [n, e, d, p, q, dp, dq, qi] =
        ["n", "e", "d", "p", "q", "dp", "dq", "qi"].map(|name| member(jwk, name));
    KeyPair::from_rsa(&RsaComponents { n: &n, e: &e, d: &d, p: &p, q: &q, dp: &dp, dq: &dq, qi: &qi })
}

fn ec(jwk: &Value) -> Result<KeyPair, jwt::KeyPairError> {
    let [d, x, y] = ["d", "x", "y"].map(|name| member(jwk, name));
    KeyPair::from_ec(&EcComponents { d: &d, x: &x, y: &y })
}

#[test]
fn tokens_of_every_algorithm_verify() {
    let fixture = fixture();
    let tokens = tokens(&fixture);
    assert_eq!(tokens.len(), ALGORITHMS.len());
    for (algorithm, key, token) in tokens {
        let claims = verify(&token, &key, algorithm).unwrap_or_else(|error| panic!("{algorithm:?}: {error}"));
        assert_eq!(claims["sub"], "lucie");
    }
}

#[test]
fn rejects_an_altered_signature_or_payload() {
    for (algorithm, key, token) in tokens(&fixture()) {
        let parts: Vec<&str> = token.split('.').collect();
        let mut signature = URL_SAFE_NO_PAD.decode(parts[2]).unwrap();
        signature[7] ^= 1;
        let altered = format!("{}.{}.{}", parts[0], parts[1], URL_SAFE_NO_PAD.encode(&signature));
        verify(&altered, &key, algorithm).unwrap_err();

        let payload = URL_SAFE_NO_PAD.encode(r#"{"sub":"paul","exp":4102444800}"#);
        verify(&format!("{}.{payload}.{}", parts[0], parts[2]), &key, algorithm).unwrap_err();
        verify(&format!("{}.{}.", parts[0], parts[1]), &key, algorithm).unwrap_err();
    }
}

#[test]
fn a_key_verifies_no_algorithm_of_another_family() {
    for (algorithm, key, token) in tokens(&fixture()) {
        for other in ALGORITHMS.into_iter().filter(|other| *other != algorithm) {
            verify(&token, &key, other).unwrap_err();
        }
    }
}

#[test]
fn rs256_signatures_are_those_of_openssl() {
    let fixture = fixture();
    let pair = rsa(&fixture["keys"]["rsa"]).unwrap();
    let expected =
        fixture["tokens"].as_array().unwrap().iter().find(|entry| entry["alg"] == "RS256").unwrap();
    // PKCS#1 v1.5 has no random part, so the whole token is determined by its claims.
    let claims = serde_json::value::RawValue::from_string(r#"{"sub":"lucie","exp":4102444800}"#.to_owned());
    assert_eq!(pair.encode(None, &claims.unwrap()).unwrap(), expected["token"]);
}

#[test]
fn a_key_pair_signs_what_its_public_key_verifies() {
    let fixture = fixture();
    let keys = &fixture["keys"];
    let claims = json!({ "sub": "lucie", "exp": 4_102_444_800_u64 });
    for (jwk, pair) in [(&keys["rsa"], rsa(&keys["rsa"])), (&keys["p256"], ec(&keys["p256"]))] {
        let pair = pair.unwrap();
        let token = pair.encode(Some("key-1"), &claims).unwrap();
        assert_eq!(verify(&token, &decoding_key(jwk), pair.algorithm()).unwrap(), claims);
        let header = jwt::decode_header(&token).unwrap();
        assert_eq!((header.alg, header.kid.as_deref()), (pair.algorithm(), Some("key-1")));
    }
}

#[test]
fn rejects_components_that_do_not_belong_together() {
    let fixture = fixture();
    for name in ["n", "p", "q", "dp", "dq", "qi"] {
        let mut jwk = fixture["keys"]["rsa"].clone();
        let mut bytes = member(&jwk, name);
        bytes[20] ^= 4;
        jwk[name] = URL_SAFE_NO_PAD.encode(bytes).into();
        rsa(&jwk).map(|_| name).unwrap_err();
    }
    for name in ["d", "x", "y"] {
        let mut jwk = fixture["keys"]["p256"].clone();
        let mut bytes = member(&jwk, name);
        bytes[20] ^= 4;
        jwk[name] = URL_SAFE_NO_PAD.encode(bytes).into();
        ec(&jwk).map(|_| name).unwrap_err();
    }
}

#[test]
fn rejects_an_rsa_key_of_1024_bits() {
    let fixture = fixture();
    let entry = &fixture["short_key"];
    let key = decoding_key(&fixture["keys"]["rsa1024"]);
    verify(entry["token"].as_str().unwrap(), &key, Algorithm::RS256).unwrap_err();
}

#[test]
fn a_shared_secret_signs_and_verifies() {
    let secret = b"an-example-secret-of-at-least-32-bytes";
    let claims = json!({ "sub": "lucie", "exp": 4_102_444_800_u64 });
    for algorithm in [Algorithm::HS256, Algorithm::HS384, Algorithm::HS512] {
        let token = jwt::encode(&Header::new(algorithm), &claims, &EncodingKey::from_secret(secret)).unwrap();
        assert_eq!(verify(&token, &DecodingKey::from_secret(secret), algorithm).unwrap(), claims);
        verify(&token, &DecodingKey::from_secret(b"another secret of some length"), algorithm).unwrap_err();
    }
    jwt::encode(&Header::new(Algorithm::RS256), &claims, &EncodingKey::from_secret(secret)).unwrap_err();
}

#[test]
fn debug_output_of_a_key_pair_contains_nothing_private() {
    let pair = ec(&fixture()["keys"]["p256"]).unwrap();
    assert_eq!(format!("{pair:?}"), "KeyPair(ES256)");
}
