//! `/export`.

use crate::Stage;
use serde_json::{Value, json};

const PATH: &str = "/user-account/export";

#[tokio::test]
async fn contains_everything_of_the_account_and_nothing_of_others() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let paul = stage.sign_up("paul@exemple.fr").await;
    for person in [&marie, &paul] {
        stage.add_traces(person).await;
        let names = json!({ "firstName": "Marie", "lastName": "Dupont", "city": "Ajaccio" });
        person.client.put("/user-account/profile", names).await.expect(200);
    }
    let export = marie.client.get(PATH).await.expect(200).body;
    assert!(export["exported_at"].is_string());
    assert_eq!(
        (&export["account"]["id"], &export["account"]["email"]),
        (&json!(marie.id), &json!(marie.email))
    );
    assert_eq!(export["profile"]["city"], "Ajaccio");
    let only = |name: &str| -> Value {
        let rows = export[name].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{name}");
        rows[0].clone()
    };
    assert_eq!(only("searches")["destination"], "Bonifacio");
    assert_eq!(only("reviews")["review_title"], "Parfait");
    assert_eq!(only("sessions")["is_current"], true);
    let text = export.to_string();
    assert!(!text.contains(&paul.id) && !text.contains("paul@") && !text.contains("encrypted_password"));
}

/// An e-mail address is not verified, so that an account with a stranger's address would get the stranger's data.
#[tokio::test]
async fn does_not_contain_applications_with_the_same_address() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let application =
        "insert into host_applications (first_name, last_name, email, phone, property_type, property_name,
        address, city, photos_urls)
        values ('M', 'D', 'marie@exemple.fr', '0495000000', 'Villa', 'A Casetta', 'rue', 'Zonza', '{a,b,c}')";
    stage.database.client().await.batch_execute(application).await.unwrap();
    let export = marie.client.get(PATH).await.expect(200).body;
    assert!(!export.to_string().contains("A Casetta"));
}

#[tokio::test]
async fn is_rejected_after_the_session_has_ended() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    marie.auth.post("/auth/v1/logout", json!({})).await.expect(204);
    marie.client.get(PATH).await.expect_error(401, "unauthorized");
}
