//! The keys that sign users' tokens: what a new stack has, and their rotation without a restart.

use crate::postgrest_server::eventually;
use crate::running::{PROGRAM, Place, Stack};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper::StatusCode;
use jwt::{EncodingKey, Header};
use serde_json::{Value, json};
use std::process::Command;

/// The limits of production would stop the polling.
const CONFIG: &str =
    "[auth.rate_limit]\nsign_in_sign_ups = 10000\n[functions.user-searches]\nverify_jwt = false\n";

/// Runs `keys`, and returns its output.
fn keys(place: &Place, arguments: &[&str]) -> String {
    let mut command = Command::new(PROGRAM);
    command.arg("keys").args(arguments).arg("--data").arg(place.data()).current_dir(place.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

async fn sign_up(stack: &Stack, email: &str) -> String {
    let registration = json!({ "email": email, "password": "maquis-2026" });
    let session = stack.post("/auth/v1/signup", &registration).await;
    session["access_token"].as_str().unwrap().to_owned()
}

fn header(token: &str) -> Value {
    let part = URL_SAFE_NO_PAD.decode(token.split('.').next().unwrap()).unwrap();
    serde_json::from_slice(&part).unwrap()
}

/// The `kid`s of the published keys.
async fn published(stack: &Stack) -> Vec<Value> {
    let (_, jwks) = stack.get("/auth/v1/.well-known/jwks.json").await;
    let jwks: Value = serde_json::from_str(&jwks).unwrap();
    jwks["keys"].as_array().unwrap().iter().map(|key| key["kid"].clone()).collect()
}

/// Whether the REST engine, auth and a function that checks the token itself accept it.
async fn accepting(stack: &Stack, token: &str) -> [bool; 3] {
    let mut accepted = [false; 3];
    let paths = ["/rest/v1/profiles?select=email", "/auth/v1/user", "/functions/v1/user-searches"];
    for (path, accepted) in paths.into_iter().zip(&mut accepted) {
        *accepted = stack.get_as(path, token).await.0 == StatusCode::OK;
    }
    accepted
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_stack_signs_with_a_key_pair_that_can_be_rotated_without_a_restart() {
    let place = Place::with_config(CONFIG);
    let stack = place.start();
    let earlier = sign_up(&stack, "marie@exemple.fr").await;
    assert_eq!(header(&earlier)["alg"], "ES256");
    assert_eq!(published(&stack).await, [header(&earlier)["kid"].clone()]);
    for key in ["ANON_KEY", "SERVICE_ROLE_KEY"] {
        assert_eq!(header(stack.value(key))["alg"], "HS256");
    }
    let (status, _) = stack.get_as("/auth/v1/admin/users", stack.value("SERVICE_ROLE_KEY")).await;
    assert_eq!(status, StatusCode::OK, "the legacy keys are accepted");
    assert_eq!(accepting(&stack, &earlier).await, [true; 3]);

    keys(&place, &["standby"]);
    eventually(async || published(&stack).await.len() == 2).await;
    assert_eq!(header(&sign_up(&stack, "luca@exemple.fr").await)["kid"], header(&earlier)["kid"]);
    keys(&place, &["rotate"]);
    let emails: Vec<String> = (0..200).map(|index| format!("a{index}@exemple.fr")).collect();
    let unused = std::sync::Mutex::new(emails);
    let latest = std::sync::Mutex::new(String::new());
    eventually(async || {
        let email = unused.lock().unwrap().pop().unwrap();
        let token = sign_up(&stack, &email).await;
        let is_new = header(&token)["kid"] != header(&earlier)["kid"];
        *latest.lock().unwrap() = token;
        is_new
    })
    .await;
    let latest = latest.into_inner().unwrap();
    assert_eq!(accepting(&stack, &earlier).await, [true; 3]);
    // Nothing tells when every service has read the standby key, and the test does not wait before the rotation.
    eventually(async || accepting(&stack, &latest).await == [true; 3]).await;

    keys(&place, &["revoke", header(&earlier)["kid"].as_str().unwrap()]);
    eventually(async || accepting(&stack, &earlier).await == [false; 3]).await;
    assert_eq!(accepting(&stack, &latest).await, [true; 3]);
    // The services take changes of the keys each at their time.
    eventually(async || published(&stack).await == [header(&latest)["kid"].clone()]).await;
    let listed = keys(&place, &["list"]);
    assert!(listed.contains("Revoked") && listed.contains("InUse"), "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_part_of_the_platform_accepts_a_token_that_the_generated_secret_has_signed() {
    let place = Place::with_config(CONFIG);
    let stack = place.start();
    let claims = json!({ "role": "service_role", "exp": 4_102_444_800_i64, "team": "reports" });
    let secret = EncodingKey::from_secret(stack.value("JWT_SECRET").as_bytes());
    let token = jwt::encode(&Header::default(), &claims, &secret).unwrap();
    for path in ["/rest/v1/profiles?select=email", "/auth/v1/admin/users", "/storage/v1/bucket"] {
        let (status, text) = stack.get_as(path, &token).await;
        assert_eq!(status, StatusCode::OK, "{path} {text}");
        let (status, text) = crate::running::get(&format!("{}{path}", stack.value("API_URL")), &token).await;
        assert_eq!(status, StatusCode::OK, "{path} {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn functions_do_not_get_the_secret_of_a_stack_that_signs_with_a_key_pair() {
    let place = Place::with_config(CONFIG);
    let stack = place.start();
    stack.get("/functions/v1/user-searches").await;
    let secret = URL_SAFE_NO_PAD.encode(stack.value("JWT_SECRET"));
    let mut functions = 0;
    for pid in crate::processes::descendants(stack.pid()) {
        let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
        if program.ends_with("user-searches") {
            functions += 1;
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap();
            let environment = String::from_utf8_lossy(&environment);
            assert!(!environment.contains(&secret) && !environment.contains(stack.value("JWT_SECRET")));
        }
    }
    assert_eq!(functions, 1);
}
