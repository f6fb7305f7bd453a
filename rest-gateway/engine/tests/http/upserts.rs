//! Upserts: `Prefer: resolution`, `on_conflict` and PUT.

use crate::common::Api;
use serde_json::json;

#[actix_web::test]
async fn an_upsert_merges_or_ignores_duplicates() {
    let api = Api::cinema().await;
    let rows = json!([{"id": 1, "name": "Agnès"}, {"id": 9, "name": "New"}]);
    assert_eq!(api.post("/directors", rows.clone()).await.error(), (409, "23505".to_owned()));
    let ignored = api
        .post("/directors?select=id", rows.clone())
        .prefer("resolution=ignore-duplicates, return=representation")
        .await;
    assert_eq!(ignored.outcome(), (201, json!([{"id": 9}])));
    assert_eq!(ignored.header("preference-applied"), "resolution=ignore-duplicates, return=representation");
    let merged = api
        .post("/directors?select=id", rows)
        .prefer("resolution=merge-duplicates, return=representation")
        .await;
    assert_eq!(merged.outcome(), (200, json!([{"id": 1}, {"id": 9}])));
    let partly = json!([{"id": 1, "name": "A"}, {"id": 10, "name": "B"}]);
    assert_eq!(api.post("/directors", partly).prefer("resolution=merge-duplicates").await.status, 201);
    assert_eq!(api.sql("select name from api.directors where id = 1").await, json!([{"name": "A"}]));
}

#[actix_web::test]
async fn on_conflict_selects_another_unique_key() {
    let api = Api::cinema().await;
    let answer = api
        .post("/actors?on_conflict=name", json!([{"id": 1, "name": "Corinne Marchand"}]))
        .prefer("resolution=merge-duplicates")
        .await;
    assert_eq!(answer.status, 200);
    let wrong = api
        .post("/actors?on_conflict=id,name", json!([{"id": 1, "name": "x"}]))
        .prefer("resolution=merge-duplicates")
        .await;
    assert_eq!(wrong.error(), (400, "42P10".to_owned()));
}

#[actix_web::test]
async fn put_inserts_or_replaces_the_row_of_its_url() {
    let api = Api::cinema().await;
    let row = json!({"id": 9, "name": "P", "born": null});
    let inserted = api.put("/directors?id=eq.9", row.clone()).prefer("return=representation").await;
    assert_eq!(inserted.outcome(), (201, json!([row])));
    assert_eq!(api.put("/directors?id=eq.9", json!({"id": 9, "name": "Q", "born": null})).await.status, 204);
    let before = api.directors().await;
    for (path, body, expected) in [
        ("/directors?id=eq.9", json!({"id": 8, "name": "x", "born": null}), (400, "PGRST115")),
        ("/directors?id=gt.9", row.clone(), (405, "PGRST105")),
        ("/directors?id=eq.9&name=eq.x", row.clone(), (405, "PGRST105")),
        ("/directors", row.clone(), (405, "PGRST105")),
        ("/directors?id=eq.9&limit=1", row.clone(), (400, "PGRST114")),
    ] {
        let (status, code) = expected;
        assert_eq!(api.put(path, body).await.error(), (status, code.to_owned()), "{path}");
    }
    assert_eq!(api.directors().await, before);
}
