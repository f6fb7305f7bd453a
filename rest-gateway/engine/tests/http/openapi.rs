//! The OpenAPI description at the root, for the role of the request.

use crate::common::{Api, user};
use rest_engine::OpenApiMode;
use serde_json::{Value, json};

#[actix_web::test]
async fn describes_relations_and_functions_with_their_comments() {
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
async fn lists_what_the_role_may_use_unless_privileges_are_ignored() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/").await.json()["paths"]["/notes"], Value::Null);
    assert!(api.get("/").token(user("marie")).await.json()["paths"]["/notes"].is_object());
    let open = Api::with_config(|config| config.openapi_mode = OpenApiMode::IgnorePrivileges).await;
    assert!(open.get("/").await.json()["paths"]["/notes"].is_object());
}

#[actix_web::test]
async fn lists_an_overload_that_the_role_may_call() {
    let schema = "
        create schema api; grant usage on schema api to anon;
        create function api.look(a int) returns int language sql stable as 'select 1';
        create function api.look(b text) returns int language sql stable as 'select 1';
        create function api.hide(a int) returns int language sql stable as 'select 1';
        revoke execute on all functions in schema api from public;
        grant execute on function api.look(text) to anon";
    let document = Api::with_fixture(schema, |_| ()).await.get("/").await.json();
    let look = &document["paths"]["/rpc/look"]["get"]["parameters"];
    assert_eq!(look[0]["name"], "b");
    assert_eq!(document["paths"]["/rpc/hide"], Value::Null);
}

#[actix_web::test]
async fn can_be_disabled_and_has_no_other_media_type() {
    for root_spec in [None, Some("api.add".to_owned())] {
        let api = Api::with_config(|config| {
            config.openapi_mode = OpenApiMode::Disabled;
            config.db_root_spec = root_spec;
        })
        .await;
        for method in ["GET", "OPTIONS", "POST"] {
            assert_eq!(api.request(method, "/").await.error(), (404, "PGRST126".to_owned()), "{method}");
        }
        assert_eq!(api.get("/films?limit=0").await.status, 200);
    }
    let api = Api::cinema().await;
    assert_eq!(api.get("/").accept("text/csv").await.error(), (406, "PGRST107".to_owned()));
    assert_eq!(api.post("/", json!({})).await.error(), (405, "PGRST117".to_owned()));
    let head = api.request("HEAD", "/").await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

const WORKSHOP: &str = "
    create schema api; grant usage on schema api to anon;
    create type api.state as enum ('new', 'done');
    create table api.benches (id bigint primary key, place char(2), state api.state not null default 'new');
    create table api.vices (bench_id bigint primary key references api.benches, width smallint default 7);
    create view api.places as select id as bench, place from api.benches;
    create view api.jaws as select bench_id from api.vices;
    create view api.read_only as select 1 as one;
    create function api.find(state api.state, ids bigint[], extra json default null, variadic names text[] default '{}')
      returns int language sql stable as 'select 1';
    create function api.front() returns json language sql stable as $$ select '{\"own\": true}'::json $$;
    comment on function api.find is 'Finds benches.';
    grant select, insert on all tables in schema api to anon;
    grant execute on all functions in schema api to anon";

#[actix_web::test]
async fn uses_openapi_type_names_where_they_exist() {
    let document = Api::with_fixture(WORKSHOP, |_| ()).await.get("/").await.json();
    let benches = &document["definitions"]["benches"]["properties"];
    assert_eq!((&benches["id"]["type"], &benches["id"]["format"]), (&json!("integer"), &json!("int64")));
    assert_eq!(benches["place"], json!({"type": "string", "format": "character", "maxLength": 2}));
    assert_eq!(benches["state"]["format"], "api.state");
    assert_eq!(benches["state"]["enum"], json!(["new", "done"]));
    let vices = &document["definitions"]["vices"]["properties"];
    assert_eq!(vices["width"], json!({"type": "integer", "format": "int32", "default": 7}));
    let find = &document["paths"]["/rpc/find"];
    assert_eq!(
        find["get"]["parameters"],
        json!([
            {"name": "state", "in": "query", "required": true, "type": "string", "format": "state"},
            {"name": "ids", "in": "query", "required": true, "type": "string", "format": "bigint[]"},
            {"name": "extra", "in": "query", "required": false, "type": "string", "format": "json"},
            {"name": "names", "in": "query", "required": false, "type": "array", "collectionFormat": "multi",
                "items": {"type": "string", "format": "text"}},
        ])
    );
    let body = &find["post"]["parameters"][0]["schema"]["properties"];
    assert_eq!(body["ids"], json!({"type": "array", "items": {"type": "integer"}, "format": "bigint[]"}));
    assert_eq!(body["extra"], json!({"format": "json"}));
    assert_eq!(document["parameters"]["preferParams"]["enum"], Value::Null);
}

#[actix_web::test]
async fn notes_foreign_keys_of_tables_and_views() {
    let document = Api::with_fixture(WORKSHOP, |_| ()).await.get("/").await.json();
    let note = |relation: &str, column: &str| {
        document["definitions"][relation]["properties"][column]["description"].clone()
    };
    let key = "This is a Primary Key.<pk/>";
    let to_benches = "This is a Foreign Key to `benches.id`.<fk table='benches' column='id'/>";
    assert_eq!(note("vices", "bench_id"), format!("Note:\n{key}\n{to_benches}"));
    assert_eq!(note("jaws", "bench_id"), format!("Note:\n{key}\n{to_benches}"));
    assert_eq!(note("benches", "id"), format!("Note:\n{key}"));
    assert_eq!(note("places", "bench"), format!("Note:\n{key}"));
}

#[actix_web::test]
async fn includes_the_address_and_the_supported_writes() {
    let document = Api::with_fixture(WORKSHOP, |_| ()).await.get("/").await.json();
    assert_eq!((&document["host"], &document["basePath"]), (&json!("127.0.0.1:8080"), &json!("/")));
    let methods = |relation: &str| -> Vec<String> {
        document["paths"][relation].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(methods("/benches"), ["delete", "get", "patch", "post"]);
    assert_eq!(methods("/read_only"), ["get"]);
    for (proxy, host, path, scheme) in [
        ("https://example.org/api", "example.org:443", "/api", "https"),
        ("http://example.org", "example.org:80", "/", "http"),
        ("https://example.org:8443/", "example.org:8443", "/", "https"),
    ] {
        let behind =
            Api::with_fixture(WORKSHOP, |config| config.openapi_server_proxy_uri = Some(proxy.to_owned()))
                .await;
        let document = behind.get("/").await.json();
        assert_eq!(
            (&document["host"], &document["basePath"], &document["schemes"]),
            (&json!(host), &json!(path), &json!([scheme]))
        );
    }
}

#[actix_web::test]
async fn a_function_can_serve_the_root() {
    let api = Api::with_fixture(WORKSHOP, |config| config.db_root_spec = Some("api.front".to_owned())).await;
    assert_eq!(api.get("/").await.outcome(), (200, json!({"own": true})));
    assert_eq!(api.post("/", json!({})).await.outcome(), (200, json!({"own": true})));
    assert_eq!(api.request("OPTIONS", "/").await.header("allow"), "OPTIONS,GET,HEAD,POST");
    assert_eq!(api.get("/benches").await.outcome(), (200, json!([])));
}
