//! Calls 4 and 5.

use contract::visitor;
use serde_json::{Value, json};

#[tokio::test]
async fn call_4_saves_and_call_5_lists_newest_first() {
    let lucie = visitor().signed_in().await;
    let first =
        json!({ "destination": "Calvi", "checkin": "2031-06-01", "checkout": "2031-06-05", "guests": 2 });
    lucie.post("user-searches", first).await.assert_success();
    let second = json!({ "destination": "Sartène", "checkin": null, "checkout": null, "guests": 1 });
    lucie.post("user-searches", second).await.assert_success();

    let id = lucie.id.to_string();
    let body = lucie.get("user-searches", &[("userId", &id), ("limit", "25")]).await.assert_success().body;
    let searches = body["searches"].as_array().unwrap();
    let field = |name: &str| searches.iter().map(|search| search[name].clone()).collect::<Vec<Value>>();
    assert_eq!(field("destination"), ["Sartène", "Calvi"]);
    assert_eq!(field("checkin"), [json!(null), json!("2031-06-01")]);
    assert_eq!(field("guests"), [1, 2]);
    assert!(field("created_at").iter().all(Value::is_string) && field("id").iter().all(Value::is_string));
}

#[tokio::test]
async fn call_5_shows_a_history_only_to_its_owner() {
    let (lucie, paul) = (visitor().signed_in().await, visitor().signed_in().await);
    lucie.get("user-searches", &[("userId", &paul.id.to_string())]).await.assert_error(403);
    visitor().get("user-searches", &[]).await.assert_error(401);
    lucie.with_token("forged.forged.forged").get("user-searches", &[]).await.assert_error(401);
}
