//! `GET /admin/audit`.

use super::*;

#[tokio::test]
async fn the_audit_log_is_listed_by_pages_and_filtered() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    stage.sign_up("50%@exemple.fr").await;
    let admin = stage.as_admin();
    let all = admin.get("/admin/audit").await.expect(200);
    assert_eq!(all.headers["x-total-count"], "4");
    let newest = &all.body[0];
    assert_eq!(newest["payload"]["actor_username"], "50%@exemple.fr");
    assert!(newest["id"].is_string() && newest["created_at"].is_string() && newest["ip_address"].is_string());

    for (query, count) in [
        ("action:signedup", 2),
        ("type:account", 2),
        ("author:MARIE", 2),
        ("author:0%25@", 2),
        ("author:_arie", 0),
        ("action:", 4),
    ] {
        let found = admin.get(&format!("/admin/audit?query={query}")).await.expect(200);
        assert_eq!(found.body.as_array().unwrap().len(), count, "{query}");
    }
    let page = admin.get("/admin/audit?page=2&per_page=3").await.expect(200);
    assert_eq!(page.body.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_audit_log_is_for_administrators_and_for_known_scopes() {
    let stage = Stage::start().await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    person.get("/admin/audit").await.expect(403);
    stage.client.get("/admin/audit").await.expect(401);
    for query in ["email:marie", "author", "author:%00", "&page=two"] {
        let rejected = stage.as_admin().get(&format!("/admin/audit?query={query}")).await.expect(400);
        assert_eq!(rejected.body["code"], "validation_failed", "{query}");
    }
}

/// A refresh by a single statement logs as a transaction does, which the time limit of a session requires.
#[tokio::test]
async fn every_way_to_refresh_leaves_the_same_entry() {
    let mut payloads = Vec::new();
    for variables in [&[][..], &[("GOTRUE_SESSIONS_TIMEBOX", "24h")]] {
        let stage = Stage::start_with(variables).await;
        let session = stage.sign_up(EMAIL).await.body;
        let person = stage.as_person(&session);
        person.put("/user", json!({ "data": { "full_name": "Marie \"Luca\"" } })).await.expect(200);
        stage.refresh(text(&session, "/refresh_token")).await.expect(200);
        let entry = &stage.as_admin().get("/admin/audit?per_page=1").await.expect(200).body[0];
        assert_eq!(entry["payload"]["actor_id"], session["user"]["id"]);
        let mut payload = entry["payload"].clone();
        payload["actor_id"] = json!(null);
        payloads.push((payload, entry["ip_address"].clone()));
    }
    assert_eq!(payloads[0].0["action"], "token_refreshed");
    assert_eq!(payloads[0], payloads[1]);
}
