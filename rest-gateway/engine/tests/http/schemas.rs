//! Several exposed schemas, chosen by profile headers.

use crate::common::Api;
use serde_json::json;

const TWO: &str = "
  create schema one; create schema two;
  grant usage on schema one, two to anon;
  create table one.things (id int primary key, color text);
  create table two.things (id int primary key, shape text);
  create function two.here() returns text language sql stable as $$ select current_schema()::text $$;
  insert into one.things values (1, 'red');
  insert into two.things values (2, 'round');
  grant all on one.things, two.things to anon;
  grant execute on function two.here() to anon;";

async fn api_with_two_schemas() -> Api {
    Api::with_fixture(TWO, |config| config.db_schemas = vec!["one".to_owned(), "two".to_owned()]).await
}

#[actix_web::test]
async fn the_first_schema_is_the_default_and_is_named_in_the_response() {
    let api = api_with_two_schemas().await;
    let answer = api.get("/things").await;
    assert_eq!(
        (answer.json(), answer.header("content-profile")),
        (json!([{"id": 1, "color": "red"}]), "one")
    );
}

#[actix_web::test]
async fn reads_use_accept_profile_and_writes_use_content_profile() {
    let api = api_with_two_schemas().await;
    let read = api.get("/things").header("Accept-Profile", "two").await;
    assert_eq!((read.json(), read.header("content-profile")), (json!([{"id": 2, "shape": "round"}]), "two"));
    let written =
        api.post("/things", json!({"id": 3, "shape": "square"})).header("Content-Profile", "two").await;
    assert_eq!(written.status, 201);
    assert_eq!(api.post("/rpc/here", json!({})).header("Content-Profile", "two").await.json(), "two");
    assert_eq!(api.sql("select count(*) from two.things").await[0]["count"], 2);
}

#[actix_web::test]
async fn schemas_that_are_not_exposed_are_not_acceptable() {
    let api = api_with_two_schemas().await;
    let refused = api.get("/things").header("Accept-Profile", "auth").await;
    assert_eq!(refused.error(), (406, "PGRST106".to_owned()));
    assert_eq!(refused.json()["message"], "Invalid schema: auth");
    assert_eq!(refused.json()["hint"], "Only the following schemas are exposed: one, two");
}

#[actix_web::test]
async fn a_single_schema_is_not_named_in_the_response() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?limit=0").await.header("content-profile"), "");
    assert_eq!(
        api.get("/films?limit=0").header("Accept-Profile", "api").await.header("content-profile"),
        "api"
    );
}
