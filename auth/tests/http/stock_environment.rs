//! The binary alone, with the environment of a stock supabase/auth: no variable of ours.

use super::*;
use tokio::process::Command;

const SITE: &str = "http://localhost:3000";

/// A command with the variables of supabase/auth's own example, and `variables`.
fn stock(database: &Database, variables: &[(&str, &str)]) -> Command {
    let mut command = service_test::bare_command(env!("CARGO_BIN_EXE_auth"));
    command
        .env("GOTRUE_API_HOST", "127.0.0.1")
        .env("GOTRUE_API_PORT", "0")
        .env("API_EXTERNAL_URL", "http://localhost:9999")
        .env("GOTRUE_DB_DRIVER", "postgres")
        .env("DATABASE_URL", database.url("supabase_auth_admin"))
        .env("DB_NAMESPACE", "auth")
        .env("GOTRUE_SITE_URL", SITE)
        .env("GOTRUE_JWT_SECRET", service_test::SECRET)
        .env("GOTRUE_JWT_EXP", "3600")
        .env("GOTRUE_JWT_AUD", "authenticated")
        .env("GOTRUE_JWT_DEFAULT_GROUP_NAME", "authenticated")
        .env("GOTRUE_JWT_ADMIN_ROLES", "supabase_admin,service_role")
        .env("GOTRUE_DISABLE_SIGNUP", "False")
        .env("GOTRUE_EXTERNAL_EMAIL_ENABLED", "1")
        .env("GOTRUE_EXTERNAL_PHONE_ENABLED", "T")
        .env("GOTRUE_EXTERNAL_SAML_ENABLED", "true")
        .env("GOTRUE_MAILER_AUTOCONFIRM", "TRUE")
        .env("GOTRUE_SMTP_HOST", "")
        .env("GOTRUE_SMTP_PORT", "")
        .env("GOTRUE_RATE_LIMIT_HEADER", "X-Forwarded-For")
        .env("GOTRUE_RATE_LIMIT_EMAIL_SENT", "100/24h")
        .env("GOTRUE_RATE_LIMIT_VERIFY", "30.0")
        .envs(variables.iter().copied());
    command
}

async fn start(variables: &[(&str, &str)]) -> Stage {
    let database = Database::platform().await;
    let service = Service::spawn(stock(&database, variables)).await;
    let client = service.client().header("x-supabase-api-version", "2024-01-01");
    Stage { database, service, client }
}

#[tokio::test]
async fn people_sign_in_and_administrators_are_known() {
    let stage = start(&[]).await;
    stage.sign_up(EMAIL).await;
    let session = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    let token = claims(text(&session, "/access_token"));
    assert_eq!(token.get("iss"), None, "supabase/auth names no issuer unless one is configured");
    stage.as_person(&session).get("/user").await.expect(200);
    let users = stage.as_admin().get("/admin/users").await.expect(200).body;
    assert_eq!(users["users"][0]["email"], EMAIL);
    let settings = stage.client.get("/settings").await.expect(200).body;
    assert_eq!(
        (&settings["external"]["email"], &settings["external"]["phone"]),
        (&json!(true), &json!(true))
    );
}

#[tokio::test]
async fn a_hosted_key_set_signs_with_the_kid_of_its_secret() {
    use base64::Engine as _;
    let k = base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(service_test::SECRET);
    let keys =
        json!([{ "kty": "oct", "kid": "hosted-1", "alg": "HS256", "k": k, "key_ops": ["sign", "verify"] }]);
    let stage =
        start(&[("GOTRUE_JWT_KEYS", &keys.to_string()), ("GOTRUE_JWT_ISSUER", "https://a.example")]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let token = text(&session, "/access_token");
    let header = token.split('.').next().unwrap();
    let header = base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(header).unwrap();
    let header: Value = serde_json::from_slice(&header).unwrap();
    assert_eq!((&header["alg"], &header["kid"]), (&json!("HS256"), &json!("hosted-1")));
    assert_eq!(claims(token)["iss"], "https://a.example");
    stage.as_person(&session).get("/user").await.expect(200);
    // The service key was signed without a kid.
    stage.as_admin().get("/admin/users").await.expect(200);
    let published = stage.client.get("/.well-known/jwks.json").await.expect(200);
    assert_eq!(published.body, json!({ "keys": [] }));
}

#[tokio::test]
async fn the_trusted_header_names_the_client() {
    let stage = start(&[]).await;
    stage.sign_up(EMAIL).await;
    let of = |address: &str| stage.client.header("x-forwarded-for", address);
    let wrong = json!({ "email": "nobody@exemple.fr", "password": "maquis-2027" });
    let mut attempts = 0;
    // One attempt is added every ten seconds, so a slow machine may allow more than the burst.
    while of("203.0.113.7, 10.0.0.1").post("/token?grant_type=password", wrong.clone()).await.status == 400 {
        attempts += 1;
        assert!(attempts < 100, "there is no limit");
    }
    assert!(attempts >= 30, "{attempts}");
    let right = json!({ "email": EMAIL, "password": PASSWORD });
    of("203.0.113.8").post("/token?grant_type=password", right).await.expect(200);
    let sessions = "select count(*) from auth.sessions where ip = '203.0.113.8'";
    assert_eq!(stage.count(sessions).await, 1);
}

#[tokio::test]
async fn mails_go_to_authorized_addresses_alone() {
    let authorized = [
        ("GOTRUE_MAILER_AUTOCONFIRM", "false"),
        ("GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES", "Marie@exemple.fr,luca@exemple.fr"),
    ];
    let stage = start(&authorized).await;
    let sign_up = async |email: &str| {
        stage.client.post("/signup", json!({ "email": email, "password": PASSWORD })).await
    };
    sign_up("marie+essai@exemple.fr").await.expect(200);
    let rejected = sign_up("antoine@exemple.fr").await.expect(400).body;
    assert_eq!(rejected["code"], "email_address_not_authorized");
    assert_eq!(stage.count("select count(*) from auth.users").await, 1);
}

#[tokio::test]
async fn the_audit_log_can_be_left_out() {
    let stage = start(&[("GOTRUE_AUDIT_LOG_DISABLE_POSTGRES", "t")]).await;
    stage.sign_up(EMAIL).await;
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
    assert_eq!(stage.count("select count(*) from auth.audit_log_entries").await, 0);
}

#[tokio::test]
async fn a_session_below_its_level_ends_early() {
    let stage = start(&[("GOTRUE_SESSIONS_ALLOW_LOW_AAL", "10m")]).await;
    let session = stage.sign_up(EMAIL).await.body;
    let lifetime = |session: &Value| {
        let claims = claims(text(session, "/access_token"));
        claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap()
    };
    assert_eq!(lifetime(&session), 3600);
    stage
        .execute(
            "insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
             select gen_random_uuid(), id, '', 'totp', 'verified', now(), now(), 'x' from auth.users",
        )
        .await;
    let session = stage.refresh(text(&session, "/refresh_token")).await.expect(200).body;
    assert!(lifetime(&session) <= 600, "{session}");
    stage.execute("update auth.sessions set created_at = now() - interval '11 minutes'").await;
    let ended = stage.refresh(text(&session, "/refresh_token")).await.expect(400).body;
    assert_eq!(ended["code"], "session_expired");
}

#[tokio::test]
async fn a_missing_key_is_named() {
    let database = Database::platform().await;
    let mut command = stock(&database, &[("GOTRUE_JWT_SECRET", "")]);
    let output = command.output().await.unwrap();
    assert!(!output.status.success());
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("GOTRUE_JWT_SECRET is missing"), "{log}");
}
