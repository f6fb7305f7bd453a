//! Reading and changing one's own account.

use super::*;
use service_test::sign_with;

#[tokio::test]
async fn a_person_reads_their_account() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user, session["user"]);
}

#[tokio::test]
async fn a_token_that_is_missing_forged_or_of_a_deleted_account_is_rejected() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let missing = stage.client.get("/user").await.expect(401);
    assert_eq!(missing.body["code"], "no_authorization");
    let claims = claims(text(&session, "/access_token"));
    let forged = stage.client.bearer(&sign_with(&"x".repeat(40), &claims)).get("/user").await.expect(403);
    assert_eq!(forged.body["code"], "bad_jwt");
    let without_account = stage.as_admin().get("/user").await.expect(403);
    assert_eq!(without_account.body["message"], "invalid claim: missing sub claim");
    stage.execute("delete from auth.users").await;
    let deleted = stage.as_person(&session).get("/user").await.expect(403);
    assert_eq!(deleted.body["code"], "user_not_found");
}

#[tokio::test]
async fn metadata_is_merged_and_null_removes_a_field() {
    let stage = Stage::start().await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    person.put("/user", json!({ "data": { "city": "Corte", "walks": true } })).await.expect(200);
    let user =
        person.put("/user", json!({ "data": { "city": null, "language": "co" } })).await.expect(200).body;
    let metadata = &user["user_metadata"];
    assert_eq!(
        (metadata.get("city"), &metadata["walks"], &metadata["language"]),
        (None, &json!(true), &json!("co"))
    );
    person.put("/user", json!({ "app_metadata": { "role": "admin" } })).await.expect(403);
    assert_eq!(person.get("/user").await.body["app_metadata"].get("role"), None);
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let stage = Stage::start().await;
    let other = stage.sign_up(EMAIL).await.body;
    let session = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    let person = stage.as_person(&session);
    let same = person.put("/user", json!({ "password": PASSWORD })).await.expect(422);
    assert_eq!(same.body["code"], "same_password");
    person.put("/user", json!({ "password": "maquis-2027" })).await.expect(200);
    stage.as_person(&other).get("/user").await.expect(403);
    person.get("/user").await.expect(200);
    stage.sign_in(EMAIL, PASSWORD).await.expect(400);
    stage.sign_in(EMAIL, "maquis-2027").await.expect(200);
}

#[tokio::test]
async fn an_address_of_another_account_is_rejected() {
    let stage = Stage::start().await;
    stage.sign_up("luca@exemple.fr").await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let taken = person.put("/user", json!({ "email": "luca@exemple.fr" })).await.expect(422);
    assert_eq!(taken.body["code"], "email_exists");
}

#[tokio::test]
async fn an_address_changes_accounts_only_so_often() {
    let stage = Stage::start_with(&[("GOTRUE_RATE_LIMIT_OTP", "1")]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    person.put("/user", json!({ "data": { "city": "Corte" } })).await.expect(200);
    let limited = person.put("/user", json!({ "data": { "city": "Bastia" } })).await.expect(429);
    assert_eq!(limited.body["code"], "over_request_rate_limit");
}
