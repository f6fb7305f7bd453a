//! The schema cache and the configuration follow the database.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Api, eventually};
use serde_json::json;

#[actix_web::test]
async fn a_new_table_is_served_after_reload_schema() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client.batch_execute("set session_replication_role = replica; create table api.added (id int); insert into api.added values (1); grant select on api.added to anon").await.unwrap();
    client.batch_execute("notify pgrst, 'reload schema'").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
    assert_eq!(api.get("/added").await.json(), json!([{"id": 1}]));
}

#[actix_web::test]
async fn ddl_alone_reaches_the_engine_by_event_trigger() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
    client.batch_execute("drop table api.added").await.unwrap();
    eventually(async || api.get("/added").await.error() == (404, "PGRST205".to_owned())).await;
}

#[actix_web::test]
async fn prepared_statements_do_not_outlive_the_schema_that_they_were_made_for() {
    let api = Api::with(|config| config.db_pool = 1).await;
    for _ in 0..2 {
        assert_eq!(api.get("/directors?id=eq.1&select=id").await.body, r#"[{"id":1}]"#);
    }
    let client = api.database.client().await;
    client.batch_execute("
        create table api.spare (id text); grant select on api.spare to anon;
        alter table api.films drop column director_id cascade; alter table api.prizes drop column winner_id, drop column presenter_id;
        drop view api.directors_view; alter table api.directors alter id type text").await.unwrap();
    eventually(async || api.get("/directors?id=eq.1&select=id").await.body == r#"[{"id":"1"}]"#).await;
}

#[actix_web::test]
async fn configuration_in_the_database_is_read_on_reload_config() {
    let api = Api::cinema().await;
    let (client, name) = (api.database.client().await, api.database.name());
    let set = |sql: &str| {
        format!("alter role authenticator in database {name} {sql}; notify pgrst, 'reload config'")
    };
    client.batch_execute(&set("set pgrst.db_max_rows = '2'")).await.unwrap();
    eventually(async || api.get("/films?select=id&order=id").await.ids() == [1, 2]).await;
    client.batch_execute(&set("set pgrst.db_aggregates_enabled = 'true'")).await.unwrap();
    eventually(async || api.get("/films?select=count()").await.body == r#"[{"count":4}]"#).await;
    client.batch_execute(&set("set pgrst.db_schemas = 'public, api'")).await.unwrap();
    eventually(async || api.get("/films").await.status == 404).await;
    assert_eq!(api.get("/films?limit=0").header("Accept-Profile", "api").await.status, 200);
    client.batch_execute(&set("reset all")).await.unwrap();
    eventually(async || {
        api.get("/films?select=id&order=id").await.json().as_array().map(Vec::len) == Some(4)
    })
    .await;
}
