//! People with accounts, and tokens of every kind, good and bad.

use crate::{Answer, SECRET};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use service_kit::jwt::Signer;
use test_db::Database;
use uuid::Uuid;

/// Somebody with an account, a profile and a valid token.
pub struct Person {
    pub id: Uuid,
    pub token: String,
}

impl Person {
    /// Puts an account without a password into the database.
    pub async fn create(database: &Database, first_name: &str, last_name: &str) -> Person {
        let id = Uuid::new_v4();
        let email = format!("{}@exemple.fr", id.simple());
        let client = database.client().await;
        client
            .execute(
                "insert into auth.users (id, email) values ($1::text::uuid, $2)",
                &[&id.to_string(), &email],
            )
            .await
            .expect("an account");
        client
            .execute(
                "insert into profiles (id, email, first_name, last_name) values ($1::text::uuid, $2, $3, $4)",
                &[&id.to_string(), &email, &first_name, &last_name],
            )
            .await
            .expect("a profile");
        Person { id, token: sign(&person_claims(id)) }
    }

    /// Somebody whose account is an administrator's.
    pub async fn administrator(database: &Database) -> Person {
        let person = Person::create(database, "Anghjula", "Rossi").await;
        person.set_account(database, "raw_app_meta_data = '{\"role\": \"admin\"}'").await;
        person
    }

    /// Changes the account by SQL, e.g. `banned_until = 'infinity'`.
    pub async fn set_account(&self, database: &Database, change: &str) {
        let update = format!("update auth.users set {change} where id = '{}'", self.id);
        database.client().await.batch_execute(&update).await.expect("change the account");
    }
}

/// Asserts that a call is refused to everybody but administrators, whatever they send along.
pub async fn refused_to_others(database: &Database, call: impl AsyncFn(Option<&str>) -> Answer) {
    let refused = async |who: &str, token: Option<&str>, status: u16| {
        let answer = call(token).await;
        assert_eq!((answer.status.as_u16(), &answer.body["success"]), (status, &json!(false)), "{who}");
    };
    let administrator = Person::administrator(database).await;
    refused("nobody", None, 401).await;
    for (who, token) in forged_tokens(&administrator) {
        refused(who, Some(&token), 401).await;
    }
    let marie = Person::create(database, "Marie", "Dupont").await;
    refused("an ordinary account", Some(&marie.token), 403).await;
    for change in [
        "banned_until = now() + interval '1 day'",
        "banned_until = null, deleted_at = now()",
        "deleted_at = null, raw_app_meta_data = '{\"role\": \"editor\"}'",
        "raw_app_meta_data = '{}', raw_user_meta_data = '{\"role\": \"admin\"}'",
    ] {
        administrator.set_account(database, change).await;
        refused(change, Some(&administrator.token), 403).await;
    }
    let claiming = json!({
        "sub": marie.id, "role": "authenticated", "exp": in_seconds(3600), "app_metadata": { "role": "admin" },
    });
    refused("a token that says it is an administrator's", Some(&sign(&claiming)), 403).await;
}

/// The key set that a service is given.
pub fn key_set() -> Value {
    json!({ "keys": [{ "kty": "oct", "k": URL_SAFE_NO_PAD.encode(SECRET), "alg": "HS256" }] })
}

/// A token with these claims, signed as the product signs.
pub fn sign(claims: &Value) -> String {
    sign_with(SECRET, claims)
}

/// A token with these claims, signed with another secret.
pub fn sign_with(secret: &str, claims: &Value) -> String {
    Signer::new(secret).sign(claims).expect("a token")
}

/// The public key, a JWT without a person in it.
pub fn anon_key() -> String {
    sign(&json!({ "role": "anon", "iss": "supabase", "exp": in_seconds(3600) }))
}

/// The service key.
pub fn service_role_key() -> String {
    sign(&json!({ "role": "service_role", "iss": "supabase", "exp": in_seconds(3600) }))
}

/// Tokens that must not pass for `person`, each with what is wrong with it.
pub fn forged_tokens(person: &Person) -> Vec<(&'static str, String)> {
    let good = person_claims(person.id);
    let mut expired = good.clone();
    expired["exp"] = json!(in_seconds(-1));
    let mut nobody = good.clone();
    nobody["sub"] = json!("not-an-account");
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
        ("no account in it", sign(&nobody)),
        ("the public key", anon_key()),
        ("the service key", service_role_key()),
        ("no token at all", "abc".into()),
    ]
}

fn person_claims(id: Uuid) -> Value {
    json!({
        "sub": id, "role": "authenticated", "aud": "authenticated", "exp": in_seconds(3600), "iat": in_seconds(0),
    })
}

fn in_seconds(seconds: i64) -> i64 {
    chrono::Utc::now().timestamp() + seconds
}
