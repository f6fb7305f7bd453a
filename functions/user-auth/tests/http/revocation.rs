//! A person whose session has ended is rejected by auth, functions, storage and REST, although their token is valid for
//! a week.

use crate::{PASSWORD, PROGRAM, registration};
use serde_json::json;
use service_test::{Client, Database, Gateway, anon_key, service_role_key};

const SETTINGS: &str = "[auth.rate_limit]\nsign_in_sign_ups = 1000
[storage.s3]\nendpoint = \"http://127.0.0.1:1\"\nbucket = \"bytes\"\naccess_key_id = \"k\"\nsecret_access_key = \"s\"
[functions.user-auth]\nverify_jwt = false\n[functions.user-searches]\nverify_jwt = false";
const USER_AUTH: &str = "/functions/v1/user-auth";

/// A person who is logged in.
struct LoggedIn {
    id: String,
    client: Client,
}

async fn log_in(gateway: &Gateway) -> LoggedIn {
    let client = Client::new(gateway.address()).header("apikey", &anon_key());
    client.post(USER_AUTH, registration("marie@exemple.fr")).await.expect(201);
    let answer = client.post(USER_AUTH, login_body()).await.expect(200).body;
    let token = answer["session"]["access_token"].as_str().unwrap();
    LoggedIn { id: answer["user"]["id"].as_str().unwrap().to_owned(), client: client.bearer(token) }
}

fn login_body() -> serde_json::Value {
    json!({ "action": "login", "email": "marie@exemple.fr", "password": PASSWORD })
}

/// The status of a call of each part.
async fn statuses(person: &LoggedIn) -> [u16; 4] {
    let searches = format!("/functions/v1/user-searches?userId={}&limit=25", person.id);
    let bucket = json!({ "prefix": "", "limit": 1 });
    [
        person.client.get("/auth/v1/user").await,
        person.client.get(&searches).await,
        person.client.post("/storage/v1/object/list/hotel-images", bucket).await,
        person.client.get("/rest/v1/profiles?select=id").await,
    ]
    .map(|response| response.status.as_u16())
}

#[tokio::test]
async fn a_live_session_is_accepted_everywhere() {
    let database = Database::create().await;
    let gateway = Gateway::with_auth(PROGRAM, &database, SETTINGS).await;
    assert_eq!(statuses(&log_in(&gateway).await).await, [200; 4]);
}

#[tokio::test]
async fn a_person_who_signed_out_is_rejected_everywhere_and_can_log_in_again() {
    let database = Database::create().await;
    let gateway = Gateway::with_auth(PROGRAM, &database, SETTINGS).await;
    let person = log_in(&gateway).await;
    person.client.post("/auth/v1/logout", json!({})).await.expect(204);
    assert_eq!(statuses(&person).await, [403, 401, 400, 401]);
    // The site may still send the old token.
    person.client.post(USER_AUTH, login_body()).await.expect(200);
}

#[tokio::test]
async fn a_banned_or_deleted_person_is_rejected_everywhere() {
    for is_deleted in [false, true] {
        let database = Database::create().await;
        let gateway = Gateway::with_auth(PROGRAM, &database, SETTINGS).await;
        let person = log_in(&gateway).await;
        let account = format!("/auth/v1/admin/users/{}", person.id);
        let administrator = Client::new(gateway.address()).header("apikey", &service_role_key());
        let administrator = administrator.bearer(&service_role_key());
        if is_deleted {
            administrator.delete(&account).await.expect(200);
        } else {
            administrator.put(&account, json!({ "ban_duration": "24h" })).await.expect(200);
        }
        assert_eq!(statuses(&person).await, [403, 401, 400, 401], "deleted: {is_deleted}");
    }
}
