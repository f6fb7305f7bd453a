//! Registering: spec §7, call 1, and §5 'Registration'.

use crate::{PATH, count, registration, start, start_with, with};
use serde_json::json;
use service_test::{Database, sorted_statuses};

#[tokio::test]
async fn registering_creates_account_identity_and_profile() {
    let database = Database::create().await;
    let service = start(&database).await;
    let answer = service.client().post(PATH, registration("Marie.Dupont@Exemple.fr")).await.expect(201);
    assert_eq!(answer.body["user"]["email"], "marie.dupont@exemple.fr");
    assert_eq!(answer.body["user"]["user_metadata"]["firstName"], "Marie");
    assert_eq!(answer.body["profile"]["city"], "Ajaccio");
    assert_eq!(answer.body.get("session"), None);

    let row = database
        .client()
        .await
        .query_one(
            "select u.encrypted_password, u.aud, u.role, i.provider, p.first_name || ' ' || p.last_name || ', ' ||
               p.phone || ', ' || p.address || ', ' || p.postal_code || ' ' || p.country
             from auth.users u join auth.identities i on i.user_id = u.id join profiles p on p.id = u.id
             where u.email = 'marie.dupont@exemple.fr' and u.email_confirmed_at is not null
               and i.provider_id = u.id::text and i.email = u.email",
            &[],
        )
        .await
        .unwrap();
    assert!(row.get::<_, String>(0).starts_with("$argon2id$"));
    assert_eq!((row.get(1), row.get(2), row.get(3)), ("authenticated", "authenticated", "email"));
    assert_eq!(row.get::<_, &str>(4), "Marie Dupont, +33 4 95 00 00 00, 1 cours Napoléon, 20000 France");
}

#[tokio::test]
async fn the_country_is_france_by_default() {
    let database = Database::create().await;
    let service = start(&database).await;
    let bare = json!({ "firstName": "Marie", "lastName": "Dupont" });
    let body = with(registration("marie@exemple.fr"), "/userData", bare);
    let answer = service.client().post(PATH, body).await.expect(201);
    assert_eq!(answer.body["profile"]["country"], "France");
    assert_eq!(answer.body["profile"]["phone"], "");
}

#[tokio::test]
async fn rejects_missing_required_fields() {
    let database = Database::create().await;
    let service = start(&database).await;
    for (pointer, label) in [
        ("/email", "E-mail"),
        ("/password", "Mot de passe"),
        ("/userData/firstName", "Prénom"),
        ("/userData/lastName", "Nom"),
    ] {
        for missing in [json!(null), json!("")] {
            let body = with(registration("marie@exemple.fr"), pointer, missing);
            let sentence = service.client().post(PATH, body).await.expect_error(400, "validation_failed");
            assert_eq!(sentence, format!("Le champ «\u{a0}{label}\u{a0}» est obligatoire."));
        }
    }
    let blank = with(registration("marie@exemple.fr"), "/userData/firstName", json!("   "));
    service.client().post(PATH, blank).await.expect_error(400, "validation_failed");
    assert_eq!(count(&database, "select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn rejects_a_password_below_the_configured_minimum_with_the_specs_sentence() {
    let database = Database::create().await;
    let service = start(&database).await;
    let short = with(registration("marie@exemple.fr"), "/password", json!("12345"));
    let sentence = service.client().post(PATH, short).await.expect_error(400, "weak_password");
    assert_eq!(sentence, "Le mot de passe doit contenir au moins 6 caractères.");
    let six_characters = with(registration("marie@exemple.fr"), "/password", json!("éééééé"));
    service.client().post(PATH, six_characters).await.expect(201);

    let strict =
        start_with(&database, "minimum_password_length = 12", &[("GOTRUE_PASSWORD_MIN_LENGTH", "12")]).await;
    let sentence =
        strict.client().post(PATH, registration("a@exemple.fr")).await.expect_error(400, "weak_password");
    assert_eq!(sentence, "Le mot de passe doit contenir au moins 12 caractères.");
}

#[tokio::test]
async fn rejects_malformed_emails_and_too_long_fields() {
    let database = Database::create().await;
    let service = start(&database).await;
    for (pointer, value) in [
        ("/email", json!("pas-une-adresse")),
        ("/email", json!("marie@exemple.fr@")),
        ("/email", json!("paul?bcc=tous@exemple.com&subject=x@exemple.fr")),
        ("/userData/firstName", json!("Ma\u{202e}eir")),
        ("/userData/lastName", json!("Dupont\nBcc: tous@exemple.com")),
        ("/email", json!(42)),
        ("/password", json!("x".repeat(257))),
        ("/password", json!(["maquis"])),
        ("/userData", json!("Marie")),
        ("/userData/firstName", json!("x".repeat(101))),
        ("/userData/phone", json!("0".repeat(41))),
        ("/userData/address", json!({ "street": 1 })),
    ] {
        let body = with(registration("marie@exemple.fr"), pointer, value);
        service.client().post(PATH, body).await.expect_error(400, "validation_failed");
    }
    assert_eq!(count(&database, "select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn rejects_a_registered_email_in_any_case() {
    let database = Database::create().await;
    let service = start(&database).await;
    service.client().post(PATH, registration("marie@exemple.fr")).await.expect(201);
    let again = service.client().post(PATH, registration("MARIE@exemple.FR")).await;
    let sentence = again.expect_error(409, "user_already_exists");
    assert_eq!(sentence, "Un compte existe déjà avec cette adresse e-mail.");
}

#[tokio::test]
async fn fifty_concurrent_registrations_of_one_email_create_one_account() {
    let database = Database::create().await;
    let service = start(&database).await;
    let attempts = (0..50).map(|_| {
        let client = service.client();
        async move { client.post(PATH, registration("marie@exemple.fr")).await }
    });
    let statuses = sorted_statuses(attempts).await;
    assert_eq!((statuses[0], &statuses[1..]), (201, [409; 49].as_slice()));
    let rows = "select (select count(*) from auth.users) * 100 + (select count(*) from auth.identities) * 10
                     + (select count(*) from profiles)";
    assert_eq!(count(&database, rows).await, 111);
}

#[tokio::test]
async fn stores_every_character_as_sent_and_rejects_nul() {
    let database = Database::create().await;
    let service = start(&database).await;
    let name = "Zoë 'O''Neil'; drop table profiles; -- 🏝️ <b>";
    let body = with(registration("zoe@exemple.fr"), "/userData/firstName", json!(name));
    let answer = service.client().post(PATH, body).await.expect(201);
    assert_eq!(answer.body["profile"]["first_name"], name);
    let nul = with(registration("nul@exemple.fr"), "/userData/firstName", json!("Ma\0rie"));
    service.client().post(PATH, nul).await.expect_error(400, "bad_json");
}

#[tokio::test]
async fn rejects_registration_when_sign_ups_are_disabled() {
    let database = Database::create().await;
    let service = start_with(&database, "enable_signup = false", &[]).await;
    service.client().post(PATH, registration("marie@exemple.fr")).await.expect_error(403, "signup_disabled");
}
