//! Reloading: the schema cache and the configuration follow the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Api, eventually};
use rest_engine::{Config, Engine};
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
async fn an_event_trigger_reloads_the_schema_cache_after_ddl() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
    client.batch_execute("drop table api.added").await.unwrap();
    eventually(async || api.get("/added").await.error() == (404, "PGRST205".to_owned())).await;
}

#[actix_web::test]
async fn prepared_statements_are_dropped_when_the_schema_changes() {
    let api = Api::with_config(|config| config.db_pool = 1).await;
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

#[actix_web::test]
async fn an_invalid_setting_in_the_database_keeps_the_previous_configuration() {
    let api = Api::cinema().await;
    let (client, name) = (api.database.client().await, api.database.name());
    let set = async |sql: &str| {
        client.batch_execute(&format!("alter role authenticator in database {name} {sql}")).await.unwrap();
    };
    let rows = async || api.get("/films?select=id").await.json().as_array().map(Vec::len);
    set("set pgrst.db_max_rows = '1'").await;
    set("set pgrst.jwt_role_claim_key = 'test'").await;
    let refused = api.engine.reload_config().await.unwrap_err().to_string();
    assert!(refused.contains("`test` is not a value of jwt-role-claim-key"), "{refused}");
    assert_eq!(rows().await, Some(4));
    // The schema is reloaded nevertheless, also by an engine that starts now.
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    api.engine.reload().await.unwrap();
    assert_eq!((api.get("/added").await.status, rows().await), (200, Some(4)));
    let engine = Engine::connect(api.config.clone()).await.unwrap();
    assert!(engine.is_ready());
    assert_eq!(engine.with_config(|config| config.db_max_rows), None);

    set("set pgrst.jwt_role_claim_key = '$.role'").await;
    api.engine.reload_config().await.unwrap();
    assert_eq!(rows().await, Some(1));
}

#[actix_web::test]
async fn role_settings_override_pre_config() {
    let api = Api::cinema().await;
    let (client, name) = (api.database.client().await, api.database.name());
    let set = |sql: &str| {
        format!("alter role authenticator in database {name} {sql}; notify pgrst, 'reload config'")
    };
    let function = "create function api.configure() returns void language sql as
                      $$ select set_config('pgrst.db_max_rows', '1', true),
                                set_config('pgrst.db_aggregates_enabled', 'true', true) $$;
                    grant usage on schema api to authenticator;
                    grant execute on function api.configure to authenticator; ";
    let rows = async || api.get("/films?select=id").await.json().as_array().map(Vec::len);
    // The role's settings can name the function as well.
    client
        .batch_execute(&(function.to_owned() + &set("set pgrst.db_pre_config = 'api.configure'")))
        .await
        .unwrap();
    eventually(async || rows().await == Some(1)).await;
    assert_eq!(api.get("/films?select=count()").await.body, r#"[{"count":4}]"#);
    client.batch_execute(&set("set pgrst.db_max_rows = '2'")).await.unwrap();
    eventually(async || rows().await == Some(2)).await;
    assert_eq!(api.get("/films?select=count()").await.body, r#"[{"count":4}]"#);
}

#[actix_web::test]
async fn a_failed_load_is_retried_until_it_succeeds() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    assert!(api.engine.is_ready());
    // No event trigger notifies the engine of this session's changes.
    client.batch_execute("set session_replication_role = replica").await.unwrap();
    client.batch_execute("revoke select on pg_catalog.pg_proc from public").await.unwrap();
    assert!(api.engine.reload().await.is_err());
    assert!(!api.engine.is_ready());
    assert_eq!(api.get("/films?select=id&limit=1").await.ids(), [1], "from the previous schema cache");
    let heal = "create table api.added (id int); grant select on api.added to anon;
                grant select on pg_catalog.pg_proc to public";
    client.batch_execute(heal).await.unwrap();
    eventually(async || api.engine.is_ready()).await;
    assert_eq!(api.get("/added").await.status, 200);
}

#[actix_web::test]
async fn connections_from_before_a_schema_reload_are_not_reused() {
    let api = Api::with_config(|config| config.db_pool = 2).await;
    let work_mem = async || api.get("/rpc/settings?name=work_mem").await.json();
    assert_ne!(work_mem().await, "7MB");
    let (client, name) = (api.database.client().await, api.database.name());
    let set = format!(
        "alter role authenticator in database {name} set work_mem = '7MB'; notify pgrst, 'reload schema'"
    );
    client.batch_execute(&set).await.unwrap();
    eventually(async || work_mem().await == "7MB").await;
    assert_eq!(work_mem().await, "7MB");
}

#[actix_web::test]
async fn reload_config_reads_the_configuration_source_again() {
    let api = Api::cinema().await;
    let (rows, given) = (Arc::new(AtomicU64::new(1)), api.config.clone());
    let source = rows.clone();
    api.engine.set_config_source(move || match source.load(Ordering::Relaxed) {
        0 => Err("the file is away"),
        rows => Ok(Config { db_max_rows: Some(rows), ..given.clone() }),
    });
    let client = api.database.client().await;
    let count = async || api.get("/films?select=id").await.json().as_array().map(Vec::len);
    client.batch_execute("notify pgrst, 'reload config'").await.unwrap();
    eventually(async || count().await == Some(1)).await;
    rows.store(2, Ordering::Relaxed);
    client.batch_execute("notify pgrst").await.unwrap();
    eventually(async || count().await == Some(2)).await;
    rows.store(0, Ordering::Relaxed);
    assert!(api.engine.reload_config().await.is_err());
    assert_eq!(count().await, Some(2));
}

/// A function that returns the number of prepared statements of its connection.
const KEPT: &str = "
    create function api.kept() returns bigint language sql as 'select count(*) from pg_prepared_statements';
    grant execute on function api.kept to anon;";

#[actix_web::test]
async fn a_failed_request_leaks_no_prepared_statement() {
    let fixture = include_str!("common/cinema.sql").to_owned() + KEPT;
    let api = Api::with_fixture(&fixture, |config| config.db_pool = 1).await;
    let mut kept = Vec::new();
    for _ in 0..3 {
        // Failures in each phase: setting the role, preparing, parsing the values, and checking the result.
        let nobody = api.get("/films").token(json!({"role": "nobody"})).await;
        assert_eq!(nobody.error(), (401, "22023".to_owned()), "{}", nobody.body);
        assert_eq!(api.get("/films?id=like.x").await.error(), (404, "42883".to_owned()));
        assert_eq!(api.get("/films?id=eq.x").await.error(), (400, "22P02".to_owned()));
        let many = api.patch("/directors?id=in.(1,2)", json!({"name": "x"}));
        let refused = many.prefer("max-affected=1, handling=strict").await;
        assert_eq!(refused.error(), (400, "PGRST124".to_owned()), "{}", refused.body);
        kept.push(api.get("/rpc/kept").await.json().as_i64().unwrap());
    }
    assert!(kept[0] > 3 && kept[1] == kept[2], "{kept:?}");
}

#[actix_web::test]
async fn no_statement_stays_prepared_when_prepared_statements_are_off() {
    let fixture = include_str!("common/cinema.sql").to_owned() + KEPT;
    let api = Api::with_fixture(&fixture, |config| {
        config.db_prepared_statements = false;
        config.db_pool = 1;
        config.db_pre_request = Some("api.watch".to_owned());
    })
    .await;
    for _ in 0..2 {
        assert_eq!(api.get("/films?id=in.(1,2)&select=id,directors(name)&order=id").await.ids(), [1, 2]);
        let counted = api.get("/films?select=title&limit=1").prefer("count=planned").await;
        assert_eq!(counted.status, 206, "{}", counted.body);
        let csv = api.get("/films?select=id,title&id=eq.2").accept("text/csv").await;
        assert_eq!(csv.body, "id,title\n2,\"Mon oncle\"");
        let made = api.post("/directors?select=id", json!([{"id": 9, "name": "x"}]));
        assert_eq!(made.prefer("return=representation").await.ids(), [9]);
        assert_eq!(api.delete("/directors?id=eq.9").await.status, 204);
        assert_eq!(api.get("/rpc/add?a=2&b=3").await.json(), 5);
        let size = api.request("POST", "/rpc/size_of").header("Content-Type", "application/octet-stream");
        assert_eq!(size.body("abc").await.json(), 3);
        assert_eq!(api.get("/films?id=eq.x").await.error(), (400, "22P02".to_owned()));
        assert_eq!(api.get("/rpc/kept").await.json(), 0);
    }
}

#[actix_web::test]
async fn a_missing_required_schema_prevents_loading() {
    let api = Api::with_config(|config| {
        config.db_schemas = vec!["api".to_owned(), "not \"yet\"".to_owned()];
        config.db_schemas_required = true;
    })
    .await;
    assert_eq!(api.get("/films").await.error(), (503, "PGRST002".to_owned()));
    let client = api.database.client().await;
    client.batch_execute("create schema \"not \"\"yet\"\"\"").await.unwrap();
    api.engine.reload().await.unwrap();
    assert_eq!(api.get("/films?limit=0").await.status, 200);
    client.batch_execute("drop schema \"not \"\"yet\"\"\"").await.unwrap();
    api.engine.reload().await.unwrap_err();
    assert!(!api.engine.is_ready());
    assert_eq!(api.get("/films?limit=0").await.status, 200, "the previous schema cache stays");
}
