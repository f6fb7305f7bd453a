//! The root describes the API for the role that asks.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Api, user};
use rest_engine::OpenApiMode;
use serde_json::{Value, json};

#[actix_web::test]
async fn the_root_describes_relations_and_functions_from_their_comments() {
    let api = Api::cinema().await;
    let answer = api.get("/").await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "application/openapi+json; charset=utf-8")
    );
    let document = answer.json();
    assert_eq!(document["swagger"], "2.0");
    let films = &document["definitions"]["films"];
    assert_eq!(films["required"], json!(["id", "title", "tags", "minutes"]));
    assert_eq!(
        films["properties"]["title"],
        json!({"type": "string", "format": "text", "description": "What it is called."})
    );
    assert_eq!(films["properties"]["minutes"]["default"], 90);
    assert_eq!(
        films["properties"]["director_id"]["description"],
        "Note:\nThis is a Foreign Key to `directors.id`.<fk table='directors' column='id'/>"
    );
    let path = &document["paths"]["/films"];
    assert_eq!(path["get"]["summary"], "Films");
    assert_eq!(path["get"]["description"], "All that were ever made.");
    assert!(path["post"].is_object() && path["patch"].is_object() && path["delete"].is_object());
    assert_eq!(document["paths"]["/old_films"]["post"], Value::Null);
    let add = &document["paths"]["/rpc/add"]["post"];
    assert_eq!(add["summary"], "Adds two numbers.");
    assert_eq!(add["parameters"][0]["schema"]["required"], json!(["a"]));
    assert_eq!(document["paths"]["/rpc/add_director"]["get"], Value::Null);
}

#[actix_web::test]
async fn it_shows_what_the_role_may_use_unless_told_otherwise() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/").await.json()["paths"]["/notes"], Value::Null);
    assert!(api.get("/").token(user("marie")).await.json()["paths"]["/notes"].is_object());
    let open = Api::with(|config| config.openapi_mode = OpenApiMode::IgnorePrivileges).await;
    assert!(open.get("/").await.json()["paths"]["/notes"].is_object());
}

#[actix_web::test]
async fn it_can_be_switched_off_and_has_no_other_form() {
    let api = Api::with(|config| config.openapi_mode = OpenApiMode::Disabled).await;
    assert_eq!(api.get("/").await.error(), (404, "PGRST126".to_owned()));
    let api = Api::cinema().await;
    assert_eq!(api.get("/").accept("text/csv").await.error(), (406, "PGRST107".to_owned()));
    assert_eq!(api.post("/", json!({})).await.error(), (405, "PGRST117".to_owned()));
    let head = api.ask("HEAD", "/").await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}
