//! Captchas and leaked passwords, against servers that answer as hCaptcha and Have I Been Pwned do.

use std::sync::{Arc, Mutex};

use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};

use super::*;

/// A server that answers every request with the same text, and records the path and body of each.
struct Recorder {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Recorder {
    async fn start(answer: &'static str) -> Recorder {
        let requests = Arc::new(Mutex::new(Vec::new()));
        let recorded = Arc::clone(&requests);
        let server = HttpServer::new(move || {
            let recorded = Arc::clone(&recorded);
            let handler = move |request: HttpRequest, body: Bytes| {
                let body = String::from_utf8(body.to_vec()).unwrap();
                recorded.lock().unwrap().push(format!("{} {body}", request.path()));
                std::future::ready(HttpResponse::Ok().body(answer))
            };
            App::new().default_service(web::to(handler))
        });
        let server = server.workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        let address = format!("http://{}", server.addrs()[0]);
        tokio::spawn(server.run());
        Recorder { address, requests }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn with_captcha(address: &str) -> Stage {
    Stage::start_with(&[
        ("GOTRUE_SECURITY_CAPTCHA_ENABLED", "true"),
        ("GOTRUE_SECURITY_CAPTCHA_PROVIDER", "turnstile"),
        ("GOTRUE_SECURITY_CAPTCHA_SECRET", "the-secret"),
        ("GOTRUE_SECURITY_CAPTCHA_URL", address),
    ])
    .await
}

/// A sign-up with a captcha's token.
fn registration(token: &str) -> Value {
    json!({ "email": EMAIL, "password": PASSWORD, "gotrue_meta_security": { "captcha_token": token } })
}

#[tokio::test]
async fn a_solved_captcha_lets_a_person_sign_up_and_in() {
    let captcha = Recorder::start(r#"{"success": true}"#).await;
    let stage = with_captcha(&captcha.address).await;
    stage.client.post("/signup", registration("solved")).await.expect(200);
    stage.client.post("/token?grant_type=password", registration("solved")).await.expect(200);
    let request = captcha.requests().remove(0);
    assert!(request.contains("secret=the-secret&response=solved&remoteip=127.0.0.1"), "{request}");
    assert_eq!(captcha.requests().len(), 2);
}

#[tokio::test]
async fn a_request_without_a_solved_captcha_has_no_effect() {
    let captcha = Recorder::start(r#"{"success": false, "error-codes": ["invalid-input-response"]}"#).await;
    let stage = with_captcha(&captcha.address).await;
    for (token, reason) in [("", "no captcha_token found"), ("wrong", "invalid-input-response")] {
        for path in ["/signup", "/token?grant_type=password", "/otp", "/magiclink", "/recover", "/resend"] {
            let rejected = stage.client.post(path, registration(token)).await.expect(400).body;
            let message = format!("captcha protection: request disallowed ({reason})");
            assert_eq!(
                (&rejected["code"], &rejected["message"]),
                (&json!("captcha_failed"), &json!(message)),
                "{path}"
            );
        }
    }
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn refreshes_and_administrators_need_no_captcha() {
    let captcha = Recorder::start("busy").await;
    let stage = with_captcha(&captcha.address).await;
    let session = stage.as_admin().post("/signup", registration("")).await.expect(200).body;
    stage.refresh(text(&session, "/refresh_token")).await.expect(200);
    let failed = stage.client.post("/signup", registration("solved")).await.expect(500).body;
    assert_eq!(failed["message"], "captcha verification process failed");
}

/// The suffix of the SHA-1 digest of `maquis-2026`, and padding.
const RANGE: &str = "DE26D2D6D199CE6FDE8C5B11DE72CB21C55:12\r\n0000000000000000000000000000000000A:0\r\n";

#[tokio::test]
async fn a_leaked_password_is_weak_and_only_five_characters_of_its_digest_leave() {
    let range = Recorder::start(RANGE).await;
    let variables =
        [("GOTRUE_PASSWORD_HIBP_ENABLED", "true"), ("GOTRUE_PASSWORD_HIBP_URL", range.address.as_str())];
    let stage = Stage::start_with(&variables).await;
    let rejected =
        stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD })).await.expect(422);
    assert_eq!(rejected.body["code"], "weak_password");
    assert_eq!(rejected.body["weak_password"]["reasons"], json!(["pwned"]));
    assert_eq!(range.requests(), ["/67245 "]);
    stage.client.post("/signup", json!({ "email": EMAIL, "password": "another-2026" })).await.expect(200);
}

#[tokio::test]
async fn while_the_range_api_is_silent_passwords_are_accepted_unless_it_fails_closed() {
    let variables =
        [("GOTRUE_PASSWORD_HIBP_ENABLED", "true"), ("GOTRUE_PASSWORD_HIBP_URL", "http://127.0.0.1:9")];
    let stage = Stage::start_with(&variables).await;
    stage.sign_up(EMAIL).await;
    let closed = [&variables[..], &[("GOTRUE_PASSWORD_HIBP_FAIL_CLOSED", "true")]].concat();
    let stage = Stage::start_with(&closed).await;
    let failed =
        stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD })).await.expect(500);
    let message = "Unable to perform password strength check with HaveIBeenPwned.org.";
    assert_eq!(failed.body["message"], message);
}
