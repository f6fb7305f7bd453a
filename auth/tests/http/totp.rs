//! Factors with an authenticator app.

use super::*;
use ring::hmac;
use service_test::Method;
use std::time::SystemTime;

/// The site that names accounts in the app.
const SITE: (&str, &str) = ("GOTRUE_SITE_URL", "https://exemple.fr");

/// The code of the time step that is `offset` steps from now.
pub fn code(secret: &str, offset: i64) -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
    let step = u64::try_from(i64::try_from(now / 30).unwrap() + offset).unwrap();
    let secret = data_encoding::BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let start = usize::from(tag.as_ref()[19] & 15);
    let number = u32::from_be_bytes(tag.as_ref()[start..start + 4].try_into().unwrap());
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

/// A factor of an account.
struct Factor {
    path: String,
    secret: String,
}

async fn enroll(client: &Client, name: &str) -> Factor {
    let body = json!({ "factor_type": "totp", "friendly_name": name });
    let enrolled = client.post("/factors", body).await.expect(200).body;
    Factor {
        path: format!("/factors/{}", text(&enrolled, "/id")),
        secret: text(&enrolled, "/totp/secret").to_owned(),
    }
}

async fn challenge(client: &Client, factor: &Factor) -> String {
    let challenge = client.post(&format!("{}/challenge", factor.path), json!({})).await.expect(200).body;
    text(&challenge, "/id").to_owned()
}

async fn verify(client: &Client, factor: &Factor, code: &str) -> Response {
    let body = json!({ "challenge_id": challenge(client, factor).await, "code": code });
    client.post(&format!("{}/verify", factor.path), body).await
}

fn rejection(response: &Response) -> (u16, &str) {
    (response.status.as_u16(), text(&response.body, "/code"))
}

#[tokio::test]
async fn a_new_factor_comes_with_a_secret_a_uri_and_a_qr_code() {
    let stage = Stage::start_with(&[SITE]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let body = json!({ "factor_type": "totp", "friendly_name": "Phone" });
    let enrolled = person.post("/factors", body).await.expect(200).body;
    let secret = text(&enrolled, "/totp/secret");
    assert_eq!((&enrolled["type"], &enrolled["friendly_name"]), (&json!("totp"), &json!("Phone")));
    assert_eq!(
        enrolled["totp"]["uri"],
        format!(
            "otpauth://totp/exemple.fr:{EMAIL}?algorithm=SHA1&digits=6&issuer=exemple.fr&period=30&secret={secret}"
        )
    );
    assert!(text(&enrolled, "/totp/qr_code").contains("<svg"));
    let user = person.get("/user").await.expect(200).body;
    assert_eq!(
        (&user["factors"][0]["id"], &user["factors"][0]["status"], &user["factors"][0]["factor_type"]),
        (&enrolled["id"], &json!("unverified"), &json!("totp"))
    );
    assert_eq!(user["factors"][0].get("secret"), None);
}

#[tokio::test]
async fn a_verified_code_raises_the_session_and_ends_the_others() {
    let stage = Stage::start_with(&[SITE]).await;
    let other = stage.sign_up(EMAIL).await.body;
    let session = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    let person = stage.as_person(&session);
    let (factor, _abandoned) = (enroll(&person, "Phone").await, enroll(&person, "Tablet").await);
    let raised = verify(&person, &factor, &code(&factor.secret, 0)).await.expect(200).body;
    let claims = claims(text(&raised, "/access_token"));
    assert_eq!(claims["aal"], "aal2");
    let methods: Vec<&str> =
        claims["amr"].as_array().unwrap().iter().map(|entry| text(entry, "/method")).collect();
    assert_eq!(methods, ["totp", "password"]);
    let factors = raised["user"]["factors"].as_array().unwrap();
    assert_eq!((factors.len(), &factors[0]["status"]), (1, &json!("verified")));

    assert_eq!(rejection(&stage.as_person(&other).get("/user").await), (403, "session_not_found"));
    let refreshed = stage.refresh(text(&raised, "/refresh_token")).await.expect(200).body;
    assert_eq!(super::claims(text(&refreshed, "/access_token"))["aal"], "aal2");
    let again = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    assert_eq!(super::claims(text(&again, "/access_token"))["aal"], "aal1");
}

#[tokio::test]
async fn a_code_and_a_challenge_are_accepted_once() {
    let stage = Stage::start_with(&[SITE]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let factor = enroll(&person, "").await;
    let wrong = verify(&person, &factor, "000000").await;
    // A right guess has a chance of three in a million.
    assert_eq!(rejection(&wrong), (422, "mfa_verification_failed"));
    assert_eq!(wrong.body["message"], "Invalid TOTP code entered");

    let id = challenge(&person, &factor).await;
    let path = format!("{}/verify", factor.path);
    let used = code(&factor.secret, 0);
    let body = json!({ "challenge_id": id, "code": used });
    let (a, b) = tokio::join!(person.post(&path, body.clone()), person.post(&path, body));
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);

    let replayed = verify(&person, &factor, &used).await;
    assert_eq!(rejection(&replayed), (422, "mfa_verification_failed"));
    verify(&person, &factor, &code(&factor.secret, 1)).await.expect(200);
}

#[tokio::test]
async fn a_challenge_expires_and_is_its_factors_alone() {
    let stage = Stage::start_with(&[SITE]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let (first, second) = (enroll(&person, "a").await, enroll(&person, "b").await);
    let path = format!("{}/verify", first.path);
    let body = json!({ "challenge_id": challenge(&person, &second).await, "code": code(&first.secret, 0) });
    assert_eq!(rejection(&person.post(&path, body).await), (422, "mfa_factor_not_found"));

    let body = json!({ "challenge_id": challenge(&person, &first).await, "code": code(&first.secret, 0) });
    stage.execute("update auth.mfa_challenges set ip_address = '192.0.2.1'").await;
    assert_eq!(rejection(&person.post(&path, body.clone()).await), (422, "mfa_ip_address_mismatch"));
    stage
        .execute("update auth.mfa_challenges set ip_address = '127.0.0.1', created_at = now() - interval '6 minutes'")
        .await;
    assert_eq!(rejection(&person.post(&path, body).await), (422, "mfa_challenge_expired"));
}

#[tokio::test]
async fn an_account_with_a_factor_needs_it_for_its_credentials() {
    let stage = Stage::start_with(&[SITE]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let factor = enroll(&person, "").await;
    verify(&person, &factor, &code(&factor.secret, 0)).await.expect(200);
    let low = stage.as_person(&stage.sign_in(EMAIL, PASSWORD).await.expect(200).body);

    let change = low.put("/user", json!({ "password": "another-password" })).await;
    assert_eq!(rejection(&change), (401, "insufficient_aal"));
    low.put("/user", json!({ "data": { "city": "Bastia" } })).await.expect(200);
    let another = low.post("/factors", json!({ "factor_type": "totp", "friendly_name": "b" })).await;
    assert_eq!(rejection(&another), (403, "insufficient_aal"));
    assert_eq!(rejection(&low.delete(&factor.path).await), (422, "insufficient_aal"));

    let raised = verify(&low, &factor, &code(&factor.secret, 1)).await.expect(200).body;
    let high = stage.as_person(&raised);
    let removed = high.delete(&factor.path).await.expect(200).body;
    assert_eq!(factor.path, format!("/factors/{}", text(&removed, "/id")));
    let refreshed = stage.refresh(text(&raised, "/refresh_token")).await.expect(200).body;
    let claims = claims(text(&refreshed, "/access_token"));
    assert_eq!((&claims["aal"], claims["amr"].as_array().unwrap().len()), (&json!("aal1"), 1));
    assert_eq!(refreshed["user"].get("factors"), None);
}

#[tokio::test]
async fn enrolments_are_limited_and_named_once() {
    let stage = Stage::start_with(&[SITE, ("GOTRUE_MFA_MAX_ENROLLED_FACTORS", "2")]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    enroll(&person, "a").await;
    let again = person.post("/factors", json!({ "factor_type": "totp", "friendly_name": "a" })).await;
    assert_eq!(rejection(&again), (422, "mfa_factor_name_conflict"));
    enroll(&person, "b").await;
    let third = person.post("/factors", json!({ "factor_type": "totp", "friendly_name": "c" })).await;
    assert_eq!(rejection(&third), (422, "too_many_enrolled_mfa_factors"));
    stage.execute("update auth.mfa_factors set created_at = now() - interval '6 minutes'").await;
    enroll(&person, "c").await;
    assert_eq!(stage.count("select count(*) from auth.mfa_factors").await, 1, "abandoned factors are gone");
}

#[tokio::test]
async fn unusable_requests_are_rejected() {
    let stage = Stage::start_with(&[
        SITE,
        ("GOTRUE_MFA_TOTP_ENROLL_ENABLED", "false"),
        ("GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", "true"),
    ])
    .await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    for (body, status, code) in [
        (json!({ "factor_type": "totp" }), 422, "mfa_totp_enroll_not_enabled"),
        (json!({ "factor_type": "phone" }), 422, "mfa_phone_enroll_not_enabled"),
        (json!({ "factor_type": "webauthn" }), 422, "mfa_webauthn_enroll_not_enabled"),
        (json!({ "factor_type": "key" }), 400, "validation_failed"),
    ] {
        let response = person.post("/factors", body.clone()).await;
        assert_eq!(rejection(&response), (status, code), "{body}");
    }
    let anonymous = stage.client.post("/signup", json!({})).await.expect(200).body;
    let refused = stage.as_person(&anonymous).post("/factors", json!({ "factor_type": "totp" })).await;
    assert_eq!(rejection(&refused), (403, "no_authorization"));
    let unknown = person.post("/factors/00000000-0000-0000-0000-000000000001/challenge", json!({})).await;
    assert_eq!(rejection(&unknown), (404, "mfa_factor_not_found"));
    assert_eq!(rejection(&person.delete("/factors/1").await), (404, "validation_failed"));
    assert_eq!(stage.client.post("/factors", json!({})).await.status, 401);
}

#[tokio::test]
async fn guesses_are_limited() {
    let stage = Stage::start_with(&[SITE, ("GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY", "1")]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let factor = enroll(&person, "").await;
    let body = json!({ "challenge_id": challenge(&person, &factor).await, "code": "000000" });
    let path = format!("{}/verify", factor.path);
    for _ in 0..2 {
        assert_eq!(rejection(&person.post(&path, body.clone()).await), (422, "mfa_verification_failed"));
    }
    assert_eq!(rejection(&person.post(&path, body).await), (429, "over_request_rate_limit"));
}

#[tokio::test]
async fn administrators_list_change_and_delete_factors() {
    let stage = Stage::start_with(&[SITE]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let person = stage.as_person(&session);
    let factor = enroll(&person, "Phone").await;
    let raised = verify(&person, &factor, &code(&factor.secret, 0)).await.expect(200).body;
    let admin = stage.as_admin();
    let factors = format!("/admin/users/{}/factors", text(&session, "/user/id"));
    let path = format!("/admin/users/{}{}", text(&session, "/user/id"), factor.path);
    let renamed = admin.put(&path, json!({ "friendly_name": "Tablet" })).await.expect(200).body;
    assert_eq!(renamed["friendly_name"], "Tablet");
    assert_eq!(admin.get(&factors).await.expect(200).body, json!([renamed]));
    person.get(&factors).await.expect(403);
    admin.delete(&path).await.expect(200);
    assert_eq!(admin.get(&factors).await.expect(200).body, json!([]));
    let refreshed = stage.refresh(text(&raised, "/refresh_token")).await.expect(200).body;
    assert_eq!(claims(text(&refreshed, "/access_token"))["aal"], "aal1");
    let unknown = admin.send_json(Method::DELETE, &path, json!({})).await;
    assert_eq!(rejection(&unknown), (404, "mfa_factor_not_found"));
}

#[tokio::test]
async fn secrets_are_encrypted_where_a_key_is_configured() {
    let stage = Stage::start_with(&[
        SITE,
        ("GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPT", "true"),
        ("GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY_ID", "one"),
        ("GOTRUE_SECURITY_DB_ENCRYPTION_ENCRYPTION_KEY", "pwFoiPyybQMqNmYVN0gUnpbfpGQV2sDv9vp0ZAxi_Y4"),
        ("GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS", "one:pwFoiPyybQMqNmYVN0gUnpbfpGQV2sDv9vp0ZAxi_Y4"),
    ])
    .await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let factor = enroll(&person, "").await;
    let encrypted = "select count(*) from auth.mfa_factors where secret::jsonb ->> 'alg' = 'aes-gcm-hkdf'";
    assert_eq!(stage.count(encrypted).await, 1);
    // As it was before encryption was configured.
    stage.execute(&format!("update auth.mfa_factors set secret = '{}'", factor.secret)).await;
    verify(&person, &factor, &code(&factor.secret, 0)).await.expect(200);
    assert_eq!(stage.count(encrypted).await, 1);
}
