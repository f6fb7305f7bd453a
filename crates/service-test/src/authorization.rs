//! Authorization checks that the tests of several functions share.

use crate::client::{Client, Response};
use crate::people::Person;
use crate::service::Service;
use crate::tokens::{anon_key, in_seconds, person_claims, service_role_key, sign, sign_with};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use test_db::Database;
use uuid::Uuid;

/// Asserts that only administrators may make a call to a service: all other callers get 401 or 403.
pub async fn assert_administrators_only(
    database: &Database,
    service: &Service,
    call: impl AsyncFn(Client) -> Response,
) {
    let assert_rejected = async |caller: &str, token: Option<&str>, status: u16| {
        let client = service.client();
        let response = call(token.map_or(client.clone(), |token| client.bearer(token))).await;
        assert_eq!(
            (response.status.as_u16(), &response.body["success"]),
            (status, &json!(false)),
            "{caller}"
        );
    };
    let administrator = Person::administrator(database).await;
    assert_rejected("no token", None, 401).await;
    for (caller, token) in invalid_tokens(&administrator) {
        assert_rejected(caller, Some(&token), 401).await;
    }
    let marie = Person::create(database, "Marie", "Dupont").await;
    assert_rejected("an ordinary account", Some(&marie.token), 403).await;
    for change in [
        "banned_until = now() + interval '1 day'",
        "banned_until = null, deleted_at = now()",
        "deleted_at = null, raw_app_meta_data = '{\"role\": \"editor\"}'",
        "raw_app_meta_data = '{}', raw_user_meta_data = '{\"role\": \"admin\"}'",
    ] {
        administrator.set_account(database, change).await;
        assert_rejected(change, Some(&administrator.token), 403).await;
    }
    let claiming = json!({
        "sub": marie.id, "role": "authenticated", "exp": in_seconds(3600), "app_metadata": { "role": "admin" },
    });
    assert_rejected("a token that claims the administrator's role", Some(&sign(&claiming)), 403).await;
}

/// Tokens that must not authenticate `person`, each with a description.
pub fn invalid_tokens(person: &Person) -> Vec<(&'static str, String)> {
    let good = person_claims(person.id);
    let mut expired = good.clone();
    expired["exp"] = json!(in_seconds(-1));
    let mut without_account = good.clone();
    without_account["sub"] = json!("not-an-account");
    let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
    let unsigned = format!("{}.{}.", encode(r#"{"alg":"none","typ":"JWT"}"#), encode(&good.to_string()));
    let signature = person.token.rsplit('.').next().unwrap_or_default();
    let mut other = good.clone();
    other["sub"] = json!(Uuid::new_v4());
    let head = person.token.split('.').next().unwrap_or_default();
    let swapped = format!("{head}.{}.{signature}", encode(&other.to_string()));
    vec![
        ("expired", sign(&expired)),
        ("another key", sign_with("another-secret-of-at-least-32-characters", &good)),
        ("alg none", unsigned),
        ("another person under the same signature", swapped),
        ("no account in it", sign(&without_account)),
        ("the public key", anon_key()),
        ("the service key", service_role_key()),
        ("no token at all", "abc".into()),
    ]
}
