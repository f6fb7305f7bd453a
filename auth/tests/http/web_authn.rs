//! Security keys as factors, and passkeys.

use super::*;
use crate::authenticator::Authenticator;
use service_test::Method;

const RP_ID: &str = "exemple.fr";
const ORIGIN: &str = "https://exemple.fr";

async fn start() -> Stage {
    Stage::start_with(&[
        ("GOTRUE_SITE_URL", ORIGIN),
        ("GOTRUE_WEBAUTHN_RP_ID", RP_ID),
        ("GOTRUE_WEBAUTHN_RP_DISPLAY_NAME", "Exemple"),
        ("GOTRUE_WEBAUTHN_RP_ORIGINS", ORIGIN),
        ("GOTRUE_PASSKEY_ENABLED", "true"),
        ("GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER", "2"),
        ("GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED", "true"),
        ("GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED", "true"),
    ])
    .await
}

/// Adds a passkey to the account of `person`.
async fn register(person: &Client, authenticator: &mut Authenticator) -> Response {
    let begun = person.post("/passkeys/registration/options", json!({})).await.expect(200).body;
    let credential = authenticator.create(&begun["options"]);
    let body = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
    person.post("/passkeys/registration/verify", body).await
}

async fn sign_in(stage: &Stage, authenticator: &mut Authenticator) -> Response {
    let begun = stage.client.post("/passkeys/authentication/options", json!({})).await.expect(200).body;
    let credential = authenticator.get(&begun["options"]);
    let body = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
    stage.client.post("/passkeys/authentication/verify", body).await
}

fn rejection(response: &Response) -> (u16, &str) {
    (response.status.as_u16(), text(&response.body, "/code"))
}

#[tokio::test]
async fn a_passkey_signs_in_without_a_name() {
    let stage = start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let person = stage.as_person(&session);
    let mut key = Authenticator::new(RP_ID, ORIGIN);
    let passkey = register(&person, &mut key).await.expect(200).body;
    assert_eq!(passkey["friendly_name"], "Passkey");
    let signed_in = sign_in(&stage, &mut key).await.expect(200).body;
    assert_eq!(signed_in["user"]["id"], session["user"]["id"]);
    let claims = claims(text(&signed_in, "/access_token"));
    assert_eq!((&claims["aal"], &claims["amr"][0]["method"]), (&json!("aal1"), &json!("passkey")));
    let listed = person.get("/passkeys").await.expect(200).body;
    assert_eq!(listed[0]["id"], passkey["id"]);
    assert!(listed[0]["last_used_at"].is_string());
    assert_eq!(stage.count("select sign_count from auth.webauthn_credentials").await, 1);
    assert_eq!(stage.client.get("/settings").await.expect(200).body["passkeys_enabled"], true);
}

#[tokio::test]
async fn a_ceremony_is_used_once_and_by_its_account() {
    let stage = start().await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let other = stage.as_person(&stage.sign_up("luca@exemple.fr").await.body);
    let mut key = Authenticator::new(RP_ID, ORIGIN);
    let begun = person.post("/passkeys/registration/options", json!({})).await.expect(200).body;
    let credential = key.create(&begun["options"]);
    let body = json!({ "challenge_id": begun["challenge_id"], "credential": credential });
    let path = "/passkeys/registration/verify";
    assert_eq!(rejection(&other.post(path, body.clone()).await), (400, "webauthn_challenge_not_found"));
    person.post(path, body.clone()).await.expect(200);
    assert_eq!(rejection(&person.post(path, body).await), (400, "webauthn_challenge_not_found"));

    let taken = register(&other, &mut key).await;
    assert_eq!(rejection(&taken), (422, "webauthn_credential_exists"));
    let begun = stage.client.post("/passkeys/authentication/options", json!({})).await.expect(200).body;
    stage.execute("update auth.webauthn_challenges set expires_at = now() - interval '1 second'").await;
    let body = json!({ "challenge_id": begun["challenge_id"], "credential": key.get(&begun["options"]) });
    let late = stage.client.post("/passkeys/authentication/verify", body).await;
    assert_eq!(rejection(&late), (400, "webauthn_challenge_expired"));
}

#[tokio::test]
async fn a_signature_of_another_key_or_for_another_site_is_rejected() {
    let stage = start().await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let mut key = Authenticator::new(RP_ID, ORIGIN);
    register(&person, &mut key).await.expect(200);
    let begun = person.post("/passkeys/registration/options", json!({})).await.expect(200).body;
    let mut stranger = Authenticator::new(RP_ID, ORIGIN);
    stranger.create(&begun["options"]);
    let failed = (400, "webauthn_verification_failed");
    assert_eq!(rejection(&sign_in(&stage, &mut stranger).await), failed);

    key.origin = "https://exemple.com".to_owned();
    assert_eq!(rejection(&sign_in(&stage, &mut key).await), failed);
    let mut phished = Authenticator::new("exemple.com", ORIGIN);
    assert_eq!(rejection(&register(&person, &mut phished).await), failed);
    key.origin = ORIGIN.to_owned();
    let begun = stage.client.post("/passkeys/authentication/options", json!({})).await.expect(200).body;
    let mut forged = key.get(&begun["options"]);
    let other = key.get(&begun["options"]);
    forged["response"]["signature"] = other["response"]["signature"].clone();
    let body = json!({ "challenge_id": begun["challenge_id"], "credential": forged });
    assert_eq!(rejection(&stage.client.post("/passkeys/authentication/verify", body).await), failed);
    sign_in(&stage, &mut key).await.expect(200);
}

#[tokio::test]
async fn passkeys_are_renamed_deleted_and_limited() {
    let stage = start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let person = stage.as_person(&session);
    let (mut first, mut second) = (Authenticator::new(RP_ID, ORIGIN), Authenticator::new(RP_ID, ORIGIN));
    let passkey = register(&person, &mut first).await.expect(200).body;
    let path = format!("/passkeys/{}", text(&passkey, "/id"));
    let name = json!({ "friendly_name": "Yubikey" });
    let renamed = person.send_json(Method::PATCH, &path, name.clone()).await.expect(200).body;
    assert_eq!(renamed["friendly_name"], "Yubikey");
    let other = stage.as_person(&stage.sign_up("luca@exemple.fr").await.body);
    assert_eq!(rejection(&other.send_json(Method::PATCH, &path, name).await), (404, "validation_failed"));
    let removed = register(&person, &mut second).await.expect(200).body;
    let third = person.post("/passkeys/registration/options", json!({})).await;
    assert_eq!(rejection(&third), (422, "too_many_passkeys"));

    let of_account = format!("/admin/users/{}/passkeys", text(&session, "/user/id"));
    let listed = stage.as_admin().get(&of_account).await.expect(200).body;
    assert_eq!(listed.as_array().unwrap().len(), 2);
    stage.as_admin().delete(&format!("{of_account}/{}", text(&removed, "/id"))).await.expect(204);
    person.delete(&path).await.expect(204);
    assert_eq!(rejection(&person.delete(&path).await), (404, "validation_failed"));
    assert_eq!(rejection(&sign_in(&stage, &mut first).await), (400, "webauthn_verification_failed"));
}

#[tokio::test]
async fn passkeys_are_off_unless_enabled() {
    let stage = Stage::start().await;
    let response = stage.client.post("/passkeys/authentication/options", json!({})).await;
    assert_eq!(rejection(&response), (404, "passkey_disabled"));
}

#[tokio::test]
async fn a_security_key_raises_the_session() {
    let stage = start().await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let enrolled = person.post("/factors", json!({ "factor_type": "webauthn" })).await.expect(200).body;
    let factor = format!("/factors/{}", text(&enrolled, "/id"));
    let mut key = Authenticator::new(RP_ID, ORIGIN);
    let begun = person.post(&format!("{factor}/challenge"), json!({})).await.expect(200).body;
    assert_eq!(begun["webauthn"]["type"], "create");
    let response = key.create(&begun["webauthn"]["credential_options"]["publicKey"]);
    let body = json!({
        "challenge_id": begun["id"], "webauthn": { "type": "create", "credential_response": response },
    });
    let path = format!("{factor}/verify");
    let raised = person.post(&path, body.clone()).await.expect(200).body;
    let first = claims(text(&raised, "/access_token"));
    assert_eq!((&first["aal"], &first["amr"][0]["method"]), (&json!("aal2"), &json!("mfa/webauthn")));
    assert_eq!(rejection(&person.post(&path, body).await), (422, "mfa_factor_not_found"));

    let low = stage.as_person(&stage.sign_in(EMAIL, PASSWORD).await.expect(200).body);
    let begun = low.post(&format!("{factor}/challenge"), json!({})).await.expect(200).body;
    assert_eq!(begun["webauthn"]["type"], "request");
    let options = &begun["webauthn"]["credential_options"]["publicKey"];
    let answer = |kind: &str, response: Value| json!({ "challenge_id": begun["id"], "webauthn": { "type": kind, "credential_response": response } });
    let replacement = Authenticator::new(RP_ID, ORIGIN).create(options);
    let replaced = low.post(&path, answer("create", replacement)).await;
    assert_eq!(rejection(&replaced), (400, "validation_failed"), "a password does not replace the key");
    let raised = low.post(&path, answer("request", key.get(options))).await.expect(200).body;
    assert_eq!(claims(text(&raised, "/access_token"))["aal"], "aal2");
    assert_eq!(low.post("/passkeys/registration/options", json!({})).await.status, 200);
}
