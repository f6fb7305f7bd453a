//! `/deletion`.

use crate::{PASSWORD, Person, Stage};
use serde_json::{Value, json};
use service_test::Response;

const PATH: &str = "/user-account/deletion";

async fn delete(person: &Person, password: &str) -> Response {
    person.client.post(PATH, json!({ "password": password })).await
}

async fn accounts(stage: &Stage) -> i64 {
    stage.count("select count(*) from auth.users").await
}

#[tokio::test]
async fn deletes_the_account_with_everything_that_belongs_to_it() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let paul = stage.sign_up("paul@exemple.fr").await;
    for person in [&marie, &paul] {
        stage.add_traces(person).await;
        let names = json!({ "firstName": "Marie", "lastName": "Dupont" });
        person.client.put("/user-account/profile", names).await.expect(200);
    }
    assert_eq!(stage.count("select reviews_count::bigint from hotels where id = 7").await, 2);
    assert_eq!(delete(&marie, PASSWORD).await.expect(204).body, json!(null));
    for table in ["auth.users", "auth.sessions", "profiles", "user_searches", "hotel_reviews"] {
        let column = if table == "auth.users" || table == "profiles" { "id" } else { "user_id" };
        let of_paul = format!("select count(*) from {table} where {column} = '{}'", paul.id);
        let all = format!("select count(*) from {table}");
        assert_eq!((stage.count(&of_paul).await, stage.count(&all).await), (1, 1), "{table}");
    }
    assert_eq!(stage.count("select reviews_count::bigint from hotels where id = 7").await, 1);
    marie.auth.get("/auth/v1/user").await.expect(403);
    let login = json!({ "email": marie.email, "password": PASSWORD });
    stage.auth().post("/auth/v1/token?grant_type=password", login).await.expect(400);
    stage.sign_up("marie@exemple.fr").await;
}

#[tokio::test]
async fn a_wrong_or_missing_password_deletes_nothing() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let sentence = delete(&marie, "maquis-2027").await.expect_error(403, "wrong_password");
    assert_eq!(sentence, "Le mot de passe est incorrect.");
    for body in [
        json!({}),
        json!({ "password": "" }),
        json!({ "password": 7 }),
        json!({ "password": "x".repeat(1025) }),
    ] {
        marie.client.post(PATH, body).await.expect_error(400, "validation_failed");
    }
    assert_eq!(accounts(&stage).await, 1);
    marie.auth.get("/auth/v1/user").await.expect(200);
}

#[tokio::test]
async fn anothers_password_does_not_help() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    stage.sign_up("paul@exemple.fr").await;
    marie.auth.put("/auth/v1/user", json!({ "password": "torrent-2026" })).await.expect(200);
    delete(&marie, PASSWORD).await.expect_error(403, "wrong_password");
    assert_eq!(accounts(&stage).await, 2);
}

#[tokio::test]
async fn wrong_passwords_count_as_failed_logins() {
    let stage = Stage::with_settings("[auth.rate_limit]\nsign_in_sign_ups = 4").await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let mut failed = 0;
    let refused = loop {
        let answer = delete(&marie, "maquis-2027").await;
        if answer.status != 403 {
            break answer;
        }
        failed += 1;
        assert!(failed < 40, "no limit");
    };
    refused.expect_error(429, "over_request_rate_limit");
    assert!(refused.headers.contains_key("retry-after"));
    delete(&marie, PASSWORD).await.expect_error(429, "over_request_rate_limit");
    assert_eq!(accounts(&stage).await, 1);
}

#[tokio::test]
async fn an_account_with_a_second_factor_needs_it() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    let factor = format!(
        "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         values (gen_random_uuid(), '{}', 'totp', 'verified', now(), now())",
        marie.id
    );
    stage.database.client().await.batch_execute(&factor).await.unwrap();
    delete(&marie, PASSWORD).await.expect_error(403, "insufficient_aal");
    assert_eq!(accounts(&stage).await, 1);
}

#[tokio::test]
async fn a_session_that_has_ended_deletes_nothing() {
    let stage = Stage::set().await;
    let marie = stage.sign_up("marie@exemple.fr").await;
    marie.auth.post("/auth/v1/logout", Value::Null).await.expect(204);
    delete(&marie, PASSWORD).await.expect_error(401, "unauthorized");
    assert_eq!(accounts(&stage).await, 1);
}
