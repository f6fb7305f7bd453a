//! `/profile`.

use crate::Stage;
use serde_json::{Value, json};

const PATH: &str = "/user-account/profile";

fn details() -> Value {
    json!({
        "firstName": "Marie", "lastName": "Dupont", "phone": "+33 4 95 00 00 00", "address": "1 cours Napoléon",
        "city": "Ajaccio", "postalCode": "20000", "country": "France",
    })
}

fn with(name: &str, value: Value) -> Value {
    let mut body = details();
    body[name] = value;
    body
}

#[tokio::test]
async fn an_account_without_a_profile_gets_one_with_its_own_address() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    assert_eq!(marie.client.get(PATH).await.expect(200).body["profile"], json!(null));
    let mut body = details();
    body["email"] = json!("paul@exemple.fr");
    let saved = marie.client.put(PATH, body).await.expect(200).body["profile"].clone();
    assert_eq!((&saved["email"], &saved["id"]), (&json!("marie@exemple.fr"), &json!(marie.id)));
    assert_eq!(marie.client.get(PATH).await.expect(200).body["profile"], saved);
}

#[tokio::test]
async fn a_change_replaces_every_field_and_trims_it() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    marie.client.put(PATH, details()).await.expect(200);
    let body = json!({ "firstName": " Ghjulia ", "lastName": "Leca", "city": "Corte" });
    let saved = marie.client.put(PATH, body).await.expect(200).body["profile"].clone();
    let texts = ["first_name", "last_name", "city", "phone", "address", "postal_code", "country"]
        .map(|name| saved[name].as_str().unwrap().to_owned());
    assert_eq!(texts, ["Ghjulia", "Leca", "Corte", "", "", "", ""]);
    assert_ne!(saved["updated_at"], saved["created_at"]);
}

#[tokio::test]
async fn rejects_missing_too_long_and_invisible_texts() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    for body in [
        with("firstName", json!(null)),
        with("firstName", json!("  ")),
        with("lastName", json!(7)),
        with("lastName", json!("x".repeat(101))),
        with("firstName", json!("\u{202e}eiraM")),
        with("city", json!("Cor\nte")),
        with("phone", json!("0".repeat(41))),
        with("address", json!("x".repeat(201))),
        with("city", json!("x".repeat(101))),
        with("postalCode", json!("0".repeat(21))),
        with("country", json!("x".repeat(101))),
    ] {
        marie.client.put(PATH, body.clone()).await.expect_error(400, "validation_failed");
    }
    assert_eq!(stage.count("select count(*) from profiles").await, 0);
}

#[tokio::test]
async fn nobody_reads_or_writes_anothers_profile() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let paul = stage.sign_up("paul@exemple.fr").await;
    marie.client.put(PATH, details()).await.expect(200);
    let mut body = with("firstName", json!("Paul"));
    body["id"] = json!(marie.id);
    paul.client.put(PATH, body).await.expect(200);
    let read = marie.client.get(PATH).await.expect(200).body["profile"].clone();
    assert_eq!((&read["id"], &read["first_name"]), (&json!(marie.id), &json!("Marie")));
}

#[tokio::test]
async fn an_administrator_sees_their_own_profile_only() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    marie.client.put(PATH, details()).await.expect(200);
    let admin = stage.sign_up("admin@exemple.fr").await;
    let promote =
        "update auth.users set raw_app_meta_data = '{\"role\": \"admin\"}' where email = 'admin@exemple.fr'";
    stage.database.client().await.batch_execute(promote).await.unwrap();
    assert_eq!(admin.client.get(PATH).await.expect(200).body["profile"], json!(null));
}
