//! Valid and invalid tokens and keys.

use super::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use uuid::Uuid;

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
fn accepts_a_valid_token_with_its_claims() {
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
fn rejects_expired_future_foreign_and_unsigned_tokens() {
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

/// A verifier with two public keys, and a token of each key.
fn asymmetric() -> (Verifier, Value) {
    let given: Value = serde_json::from_str(include_str!("public_keys.json")).unwrap();
    let environment = Environment::from_pairs([("SUPABASE_JWKS", given["jwks"].to_string())]);
    (Verifier::from_environment(&environment).unwrap(), given)
}

#[test]
fn accepts_tokens_of_ec_and_rsa_keys() {
    let (verifier, given) = asymmetric();
    for algorithm in ["ES256", "RS256"] {
        let claims = verifier.verify(given["tokens"][algorithm].as_str().unwrap()).unwrap();
        assert_eq!(claims.sub.unwrap().to_string(), "3f0c2f0e-8b1c-4f56-9a53-0d5e6f7a8b90");
    }
}

#[test]
fn a_public_key_is_not_a_shared_secret() {
    let (verifier, given) = asymmetric();
    for member in ["/jwks/keys/0/x", "/jwks/keys/1/n"] {
        let public = given.pointer(member).unwrap().as_str().unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(public).unwrap();
        for secret in [public.as_bytes(), &bytes] {
            let key = jwt::EncodingKey::from_secret(secret);
            let token = jwt::encode(&jwt::Header::default(), &claims(), &key).unwrap();
            verifier.verify(&token).unwrap_err();
        }
    }
}

#[test]
fn a_key_id_selects_the_key() {
    let (verifier, given) = asymmetric();
    let token = given["tokens"]["ES256"].as_str().unwrap();
    let (head, rest) = token.split_once('.').unwrap();
    let head = String::from_utf8(URL_SAFE_NO_PAD.decode(head).unwrap()).unwrap();
    let renamed = format!("{}.{rest}", URL_SAFE_NO_PAD.encode(head.replace("\"ec\"", "\"rsa\"")));
    verifier.verify(&renamed).unwrap_err();
    let cut = &token[..token.len() - 4];
    verifier.verify(cut).unwrap_err();
}

/// Published keys, for tests only.
const SIGNING_KEYS: &str = include_str!("test_signing_keys.json");

#[test]
fn the_public_jwk_verifies_tokens_of_its_signing_key() {
    let keys = KeySet::parse(SIGNING_KEYS).unwrap();
    for (key, (algorithm, id)) in
        keys.keys().iter().zip([(Algorithm::ES256, "ec-1"), (Algorithm::RS256, "rsa-1")])
    {
        let public = key.public().unwrap();
        assert!(["d", "p", "q", "dp", "dq", "qi"].iter().all(|name| public.get(name).is_none()));
        let jwks = json!({ "keys": [public] }).to_string();
        let verifier =
            Verifier::from_environment(&Environment::from_pairs([("SUPABASE_JWKS", jwks)])).unwrap();
        let token = key.sign(&claims()).unwrap();
        assert_eq!(verifier.verify(&token).unwrap().role, "authenticated");
        let header = decode_header(&token).unwrap();
        assert_eq!((header.alg, header.kid.as_deref()), (algorithm, Some(id)));
        verifier.verify(&Signer::new(SECRET).sign(&claims()).unwrap()).unwrap_err();
    }
}

#[test]
fn rejects_keys_that_cannot_sign() {
    let public: Value = serde_json::from_str(include_str!("public_keys.json")).unwrap();
    for (text, expected) in [
        ("".to_owned(), "a JSON array"),
        ("[]".into(), "a JSON array"),
        (public["jwks"]["keys"].to_string(), "no private key"),
        (json!([{ "kty": "EC", "crv": "P-256", "d": "AAAA" }]).to_string(), "no private key"),
        (json!([{ "kty": "EC", "crv": "P-384", "d": "AAAA" }]).to_string(), "another kind"),
        (json!([{ "kty": "oct", "k": "AAAA", "alg": "HS512" }]).to_string(), "another kind"),
        (json!([{ "kty": "oct", "k": "" }]).to_string(), "no private key"),
        (rsa_key_with("dp", None), "no private key"),
        (rsa_key_with("dp", Some("AAAA")), "no private key"),
        (rsa_key_with("n", Some("AAAA")), "no private key"),
    ] {
        let error = KeySet::parse(&text).err().unwrap().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

/// The RSA key with one member replaced or removed.
fn rsa_key_with(member: &str, value: Option<&str>) -> String {
    let mut keys: Value = serde_json::from_str(SIGNING_KEYS).unwrap();
    keys[1][member] = value.into();
    keys.to_string()
}

/// The two keys with these states; `None` for a key without one.
fn keys_with_states(states: [Option<&str>; 2]) -> String {
    let mut keys: Value = serde_json::from_str(SIGNING_KEYS).unwrap();
    for (index, state) in states.into_iter().enumerate() {
        if let Some(state) = state {
            keys[index]["state"] = state.into();
        }
    }
    keys.to_string()
}

/// The `kid` of the key that signs, and those of the published keys.
fn kids(keys: &KeySet) -> (Option<String>, Vec<String>) {
    let id = |jwk: &Value| jwk["kid"].as_str().unwrap().to_owned();
    (keys.signing().map(|key| id(key.verifier())), keys.public().iter().map(id).collect())
}

#[test]
fn the_key_in_use_signs_and_all_but_revoked_ones_are_published() {
    let all = || vec!["ec-1".to_owned(), "rsa-1".to_owned()];
    for (states, signing, published) in [
        ([None, None], "ec-1", all()),
        ([Some("standby"), Some("in_use")], "rsa-1", all()),
        ([Some("in_use"), Some("previously_used")], "ec-1", all()),
        ([Some("revoked"), Some("in_use")], "rsa-1", vec!["rsa-1".to_owned()]),
    ] {
        let keys = KeySet::parse(&keys_with_states(states)).unwrap();
        assert_eq!(kids(&keys), (Some(signing.to_owned()), published), "{states:?}");
    }
    for states in [[Some("standby"); 2], [Some("in_use"); 2], [Some("revoked"); 2]] {
        assert!(
            matches!(KeySet::parse(&keys_with_states(states)), Err(SigningKeyError::InUse)),
            "{states:?}"
        );
    }
}

#[test]
fn the_operations_of_a_key_decide_which_one_signs() {
    let mut keys: Value = serde_json::from_str(SIGNING_KEYS).unwrap();
    keys[0]["key_ops"] = json!(["verify"]);
    keys[1]["key_ops"] = json!(["sign", "verify"]);
    assert_eq!(kids(&KeySet::parse(&keys.to_string()).unwrap()).0.as_deref(), Some("rsa-1"));
}

#[test]
fn the_legacy_secret_signs_until_another_key_is_in_use() {
    let mut keys: Value =
        serde_json::from_str(&keys_with_states([Some("standby"), Some("standby")])).unwrap();
    keys.as_array_mut().unwrap().push(json!({ "kty": "oct", "kid": "legacy", "state": "in_use" }));
    let set = KeySet::parse(&keys.to_string()).unwrap();
    assert!(set.signing().is_none() && set.accepts_legacy_secret());
    assert_eq!(set.public().len(), 2, "a shared secret is not published");
}

#[test]
fn a_legacy_api_key_is_accepted_without_its_secret() {
    let key = Signer::new(SECRET).sign(&json!({ "role": "service_role", "iss": "supabase" })).unwrap();
    let environment = Environment::from_pairs([
        ("SUPABASE_JWKS", r#"{"keys":[]}"#.to_owned()),
        ("SUPABASE_SERVICE_ROLE_KEY", key.clone()),
    ]);
    let verifier = Verifier::from_environment(&environment).unwrap();
    assert_eq!(verifier.verify(&key).unwrap().role, "service_role");
    verifier.verify(&Signer::new(SECRET).sign(&claims()).unwrap()).unwrap_err();
}

/// A key set as a hosted project's: the legacy secret with a `kid`, which verifies, and a key pair, which signs.
fn hosted_keys(secret_operations: Value, pair_operations: Value) -> String {
    let mut pair: Value = serde_json::from_str::<Value>(SIGNING_KEYS).unwrap()[0].clone();
    pair["key_ops"] = pair_operations;
    let k = URL_SAFE_NO_PAD.encode(SECRET);
    json!([{ "kty": "oct", "kid": "hs-1", "alg": "HS256", "k": k, "key_ops": secret_operations }, pair])
        .to_string()
}

#[test]
fn a_shared_secret_in_the_key_set_signs_with_its_kid_and_is_not_published() {
    let environment = Environment::from_pairs([(
        "GOTRUE_JWT_KEYS",
        hosted_keys(json!(["sign", "verify"]), json!(["verify"])),
    )]);
    let (signer, verifier) =
        (Signer::from_environment(&environment).unwrap(), Verifier::from_environment(&environment).unwrap());
    let token = signer.sign(&claims()).unwrap();
    let header = decode_header(&token).unwrap();
    assert_eq!((header.alg, header.kid.as_deref()), (Algorithm::HS256, Some("hs-1")));
    assert_eq!(verifier.verify(&token).unwrap().role, "authenticated");
    let published: Vec<_> = signer.public_keys().iter().map(|key| key["kty"].clone()).collect();
    assert_eq!(published, ["EC"]);
}

#[test]
fn without_a_jwks_the_keys_that_sign_also_verify() {
    let by_secret = || Signer::new(SECRET).sign(&claims()).unwrap();
    let verifier = |pairs: &[(&str, String)]| {
        Verifier::from_environment(&Environment::from_pairs(pairs.iter().cloned())).unwrap()
    };
    let secret = ("GOTRUE_JWT_SECRET", SECRET.to_owned());
    verifier(std::slice::from_ref(&secret)).verify(&by_secret()).unwrap();

    let hosted = hosted_keys(json!(["verify"]), json!(["sign", "verify"]));
    let verifier_of_hosted = verifier(&[secret.clone(), ("GOTRUE_JWT_KEYS", hosted.clone())]);
    verifier_of_hosted.verify(&by_secret()).unwrap();
    let signer = Signer::from_environment(&Environment::from_pairs([("GOTRUE_JWT_KEYS", hosted)])).unwrap();
    let token = signer.sign(&claims()).unwrap();
    assert_eq!(decode_header(&token).unwrap().alg, Algorithm::ES256);
    verifier_of_hosted.verify(&token).unwrap();

    let pairs_alone = verifier(&[secret, ("GOTRUE_JWT_KEYS", SIGNING_KEYS.to_owned())]);
    pairs_alone.verify(&by_secret()).unwrap_err();
}

#[test]
fn without_any_key_the_missing_variable_is_named() {
    let nothing = Environment::from_pairs([("PORT", "0")]);
    let error = Verifier::from_environment(&nothing).err().unwrap().to_string();
    assert!(error.contains("SUPABASE_JWKS"), "{error}");
    let error = Signer::from_environment(&nothing).err().unwrap().to_string();
    assert!(error.contains("GOTRUE_JWT_SECRET"), "{error}");
}
