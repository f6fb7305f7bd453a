//! Calls 4 and 5.

use contract::Backend;
use serde_json::{Value, json};

#[tokio::test]
async fn call_4_saves_and_call_5_lists_newest_first() {
    let lucie = Backend::get().visitor().signed_in().await;
    let first =
        json!({ "destination": "Calvi", "checkin": "2031-06-01", "checkout": "2031-06-05", "guests": 2 });
    lucie.post("user-searches", first).await.succeeded();
    let second = json!({ "destination": "Sartène", "checkin": null, "checkout": null, "guests": 1 });
    lucie.post("user-searches", second).await.succeeded();

    let id = lucie.id.to_string();
    let body = lucie.get("user-searches", &[("userId", &id), ("limit", "25")]).await.succeeded().body;
    let searches = body["searches"].as_array().unwrap();
    let field = |name: &str| searches.iter().map(|search| search[name].clone()).collect::<Vec<Value>>();
    assert_eq!(field("destination"), ["Sartène", "Calvi"]);
    assert_eq!(field("checkin"), [json!(null), json!("2031-06-01")]);
    assert_eq!(field("guests"), [1, 2]);
    assert!(field("created_at").iter().all(Value::is_string) && field("id").iter().all(Value::is_string));
}

#[tokio::test]
async fn call_5_keeps_a_history_to_its_owner() {
    let backend = Backend::get();
    let (lucie, paul) = (backend.visitor().signed_in().await, backend.visitor().signed_in().await);
    lucie.get("user-searches", &[("userId", &paul.id.to_string())]).await.refused(403);
    backend.visitor().get("user-searches", &[]).await.refused(401);
    lucie.with_token("forged.forged.forged").get("user-searches", &[]).await.refused(401);
}
