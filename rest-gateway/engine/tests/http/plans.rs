//! `application/vnd.pgrst.plan`: execution plans, if the configuration allows them.

use crate::common::Api;
use serde_json::{Value, json};

const PLAN: &str = "application/vnd.pgrst.plan";

async fn api_with_plans() -> Api {
    Api::with_config(|config| config.db_plan_enabled = true).await
}

#[actix_web::test]
async fn plans_require_db_plan_enabled() {
    let api = Api::cinema().await;
    let requests = [api.get("/films"), api.get("/rpc/add?a=1"), api.delete("/films?id=eq.1")];
    for request in requests {
        assert_eq!(request.accept(PLAN).await.error(), (406, "PGRST107".to_owned()));
    }
}

#[actix_web::test]
async fn a_plan_is_text_or_json_and_its_media_type_names_the_explained_one() {
    let api = api_with_plans().await;
    let text = api.get("/films?id=eq.1").accept(PLAN).await;
    assert_eq!(text.status, 200);
    assert!(text.body.starts_with("Aggregate"), "{}", text.body);
    let expected = r#"application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8"#;
    assert_eq!(text.header("content-type"), expected);

    let accept = r#"application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=wal|nothing|analyze"#;
    let json = api.get("/films?id=eq.1").accept(accept).await;
    assert!(json.json()[0]["Plan"]["WAL Records"].is_number(), "{}", json.body);
    assert_eq!(
        json.header("content-type"),
        r#"application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=analyze|wal; charset=utf-8"#
    );
}

#[actix_web::test]
async fn explained_rows_are_neither_counted_nor_checked() {
    let api = api_with_plans().await;
    let accept = r#"application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object""#;
    let many = api.get("/films?limit=1").prefer("count=estimated").accept(accept).await;
    assert_eq!((many.status, many.header("content-range")), (200, ""));
    assert!(many.json()[0]["Plan"]["Total Cost"].as_f64() > Some(0.0));
}

#[actix_web::test]
async fn the_body_has_postgrests_position_in_the_plan() {
    let api = api_with_plans().await;
    let accept = r#"application/vnd.pgrst.plan+json; for="application/json"; options=verbose"#;
    let write = api.delete("/actors?id=eq.1").prefer("return=representation").accept(accept).await;
    let read = api.get("/actors?id=eq.1").prefer("count=exact").accept(accept).await;
    for (answer, place) in [(write, 3), (read, 2)] {
        let body = answer.json()[0]["Plan"]["Output"][place].as_str().unwrap().to_owned();
        assert!(body.starts_with("COALESCE(json_agg("), "{body}");
    }
}

#[actix_web::test]
async fn explained_writes_and_calls_have_no_effect() {
    let api = api_with_plans().await;
    let requests = [
        api.post("/actors", json!({ "id": 9, "name": "Anna Karina" })),
        api.patch("/actors?id=eq.1", json!({ "name": "Nobody" })),
        api.put("/actors?id=eq.9", json!({ "id": 9, "name": "Anna Karina" })),
        api.delete("/actors"),
        api.post("/rpc/add_director", json!({ "id": 9, "name": "Chantal Akerman" })),
    ];
    for request in requests {
        let answer = request.accept("application/vnd.pgrst.plan+json").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert!(answer.json()[0]["Plan"].is_object());
    }
    let names = api.sql("select name from api.actors order by id").await;
    assert_eq!(names.as_array().map(Vec::len), Some(3));
    assert_eq!(names[0]["name"], "Corinne Marchand");
    assert_eq!(api.sql("select id from api.directors where id = 9").await, Value::Array(Vec::new()));
}
