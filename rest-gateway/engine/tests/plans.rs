//! `application/vnd.pgrst.plan`: how Postgres would answer, for those whom the server lets see it.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Api;
use serde_json::{Value, json};

const PLAN: &str = "application/vnd.pgrst.plan";

async fn explaining() -> Api {
    Api::with(|config| config.db_plan_enabled = true).await
}

#[actix_web::test]
async fn plans_are_shown_only_where_the_server_allows_it() {
    let api = Api::cinema().await;
    let requests = [api.get("/films"), api.get("/rpc/add?a=1"), api.delete("/films?id=eq.1")];
    for request in requests {
        assert_eq!(request.accept(PLAN).await.error(), (406, "PGRST107".to_owned()));
    }
}

#[actix_web::test]
async fn a_plan_comes_as_text_or_json_and_its_type_says_what_it_explains() {
    let api = explaining().await;
    let text = api.get("/films?id=eq.1").accept(PLAN).await;
    assert_eq!(text.status, 200);
    assert!(text.body.starts_with("Aggregate"), "{}", text.body);
    let expected = r#"application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8"#;
    assert_eq!(text.header("content-type"), expected);

    let asked = r#"application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=wal|nothing|analyze"#;
    let json = api.get("/films?id=eq.1").accept(asked).await;
    assert!(json.json()[0]["Plan"]["WAL Records"].is_number(), "{}", json.body);
    assert_eq!(
        json.header("content-type"),
        r#"application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=analyze|wal; charset=utf-8"#
    );
}

#[actix_web::test]
async fn rows_that_are_only_explained_are_neither_counted_nor_checked() {
    let api = explaining().await;
    let asked = r#"application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object""#;
    let many = api.get("/films?limit=1").prefer("count=estimated").accept(asked).await;
    assert_eq!((many.status, many.header("content-range")), (200, ""));
    assert!(many.json()[0]["Plan"]["Total Cost"].as_f64() > Some(0.0));
}

#[actix_web::test]
async fn the_body_stands_in_the_plan_where_postgrest_has_it() {
    let api = explaining().await;
    let asked = r#"application/vnd.pgrst.plan+json; for="application/json"; options=verbose"#;
    let write = api.delete("/actors?id=eq.1").prefer("return=representation").accept(asked).await;
    let read = api.get("/actors?id=eq.1").prefer("count=exact").accept(asked).await;
    for (answer, place) in [(write, 3), (read, 2)] {
        let body = answer.json()[0]["Plan"]["Output"][place].as_str().unwrap().to_owned();
        assert!(body.starts_with("COALESCE(json_agg("), "{body}");
    }
}

#[actix_web::test]
async fn explained_writes_and_calls_do_nothing() {
    let api = explaining().await;
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
