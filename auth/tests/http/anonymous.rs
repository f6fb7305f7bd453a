//! Anonymous accounts and their conversion.

use super::*;

const ENABLED: [(&str, &str); 1] = [("GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", "true")];

#[tokio::test]
async fn anonymous_sign_ins_are_disabled_by_default() {
    let stage = Stage::start().await;
    let response = stage.client.post("/signup", json!({})).await.expect(422);
    assert_eq!(response.body["code"], "anonymous_provider_disabled");
}

#[tokio::test]
async fn an_anonymous_account_becomes_permanent_with_an_address_and_a_password() {
    let stage = Stage::start_with(&ENABLED).await;
    let session = stage.client.post("/signup", json!({ "data": { "theme": "dark" } })).await.expect(200).body;
    let user = &session["user"];
    assert_eq!(
        (&user["is_anonymous"], &user["email"], &user["app_metadata"]),
        (&json!(true), &json!(""), &json!({}))
    );
    assert_eq!(claims(text(&session, "/access_token"))["is_anonymous"], true);

    let person = stage.as_person(&session);
    person.put("/user", json!({ "password": PASSWORD })).await.expect(422);
    stage.execute("update auth.users set raw_app_meta_data = '{\"plan\": \"trial\"}'").await;
    let permanent =
        person.put("/user", json!({ "email": EMAIL, "password": PASSWORD })).await.expect(200).body;
    assert_eq!((&permanent["is_anonymous"], &permanent["email"]), (&json!(false), &json!(EMAIL)));
    assert_eq!(permanent["id"], user["id"]);
    let app_metadata = json!({ "plan": "trial", "provider": "email", "providers": ["email"] });
    assert_eq!(permanent["app_metadata"], app_metadata);
    assert_eq!(permanent["user_metadata"]["theme"], "dark");
    assert_eq!(permanent["identities"][0]["provider"], "email");
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}
