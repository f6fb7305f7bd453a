//! Settings of a transaction: if one of them cannot be applied, the transaction does not run.

use std::time::Duration;

use crate::common::{Api, user};
use rest_engine::Config;
use serde_json::{Value, json};

const FUNCTIONS: &str = "
    create function api.whoami() returns text language sql volatile as 'select current_user::text';
    create function api.statement_timeout() returns text language sql stable
      as $$ select current_setting('statement_timeout') $$;
    create function api.own_timeout() returns text language sql stable set statement_timeout = '7s'
      as $$ select current_setting('statement_timeout') $$;
    grant usage on schema api to service_role;
    grant execute on all functions in schema api to anon, authenticated, service_role;";

async fn cinema_with(more: &str, change: impl FnOnce(&mut Config)) -> Api {
    Api::with_fixture(&format!("{}{FUNCTIONS}{more}", include_str!("common/cinema.sql")), change).await
}

#[actix_web::test]
async fn rejects_a_role_name_that_postgres_would_truncate_to_another_role() {
    // Postgres truncates names to 63 bytes.
    let (real, requested) = ("r".repeat(63), "r".repeat(64));
    let role = format!(
        "do $$ begin create role {real}; exception when duplicate_object then null; end $$;
         grant {real} to authenticator; grant usage on schema api to {real};
         grant execute on all functions in schema api to {real};
         grant insert on api.directors to {real};"
    );
    let api = cinema_with(&role, |_| ()).await;
    let valid = api.post("/rpc/whoami", json!({})).token(json!({ "role": real })).await;
    assert_eq!((valid.status, valid.json()), (200, json!(real)));
    // The second round uses prepared statements.
    for _ in 0..2 {
        let refused = api.post("/rpc/whoami", json!({})).token(json!({ "role": requested })).await;
        assert_eq!(refused.error(), (500, "PGRSTX02".to_owned()));
        let write = api.post("/directors", json!({"id": 9, "name": "N"})).token(json!({ "role": requested }));
        assert_eq!(write.await.status, 500);
        assert_eq!(api.get("/films?limit=0").await.status, 200, "the connection stays usable");
    }
    assert_eq!(api.sql("select from api.directors where id = 9").await, json!([]));
}

#[actix_web::test]
async fn the_login_roles_search_path_cannot_shadow_functions_and_operators() {
    let shadow = "
        create schema shadow;
        create function shadow.set_config(text, text, boolean) returns text language sql as 'select $2';
        create function shadow.current_setting(text) returns text language sql as $$ select 'read committed' $$;
        create function shadow.always(text, text) returns boolean language sql as 'select true';
        create operator shadow.= (leftarg = text, rightarg = text, function = shadow.always);
        grant usage on schema shadow to public;
        do $$ begin execute format(
          'alter role authenticator in database %I set search_path = shadow, pg_catalog', current_database());
        end $$;";
    let api = cinema_with(shadow, |_| ()).await;
    for _ in 0..2 {
        let who = api.post("/rpc/whoami", json!({})).token(user("ada")).await;
        assert_eq!((who.status, who.json()), (200, json!("authenticated")));
    }
}

/// The effective `statement_timeout` of a role without its own one.
async fn effective_timeout(more: &str, timeout: Option<u64>) -> Value {
    let role = "do $$ begin execute format(
                  'alter role service_role in database %I set work_mem = ''5MB''', current_database()); end $$;";
    let timeout = timeout.map(Duration::from_secs);
    let api = cinema_with(&format!("{role}{more}"), |config| config.db_query_timeout = timeout).await;
    let request = || api.get("/rpc/statement_timeout").token(json!({ "role": "service_role" }));
    let (first, prepared) = (request().await, request().await);
    assert_eq!((first.status, prepared.status), (200, 200), "{}", first.body);
    assert_eq!(first.json(), prepared.json());
    first.json()
}

#[actix_web::test]
async fn the_configured_timeout_applies_to_roles_without_their_own() {
    let of_database = |timeout: &str| {
        format!(
            "do $$ begin execute format(
               'alter database %I set statement_timeout = ''{timeout}''', current_database()); end $$;"
        )
    };
    assert_eq!(effective_timeout("", Some(60)).await, "1min");
    assert_eq!(effective_timeout("", None).await, "0");
    assert_eq!(effective_timeout(&of_database("5s"), Some(60)).await, "5s", "the shorter timeout applies");
    assert_eq!(effective_timeout(&of_database("1500ms"), None).await, "1500ms");
    assert_eq!(effective_timeout(&of_database("1d"), Some(60)).await, "1min");
}

#[actix_web::test]
async fn the_timeout_of_a_role_or_a_function_overrides_the_configured_one() {
    let role = "do $$ begin execute format(
                  'alter role anon in database %I set statement_timeout = ''90s''', current_database()); end $$;";
    let api = cinema_with(role, |config| config.db_query_timeout = Some(Duration::from_secs(60))).await;
    assert_eq!(api.get("/rpc/statement_timeout").await.json(), "90s");
    assert_eq!(api.get("/rpc/own_timeout").await.json(), "7s");
}

#[actix_web::test]
async fn a_statement_that_exceeds_the_configured_timeout_is_answered_like_in_postgrest() {
    let nap =
        "create function api.nap() returns void language sql stable as 'select pg_catalog.pg_sleep(30)';
               grant execute on function api.nap to service_role;";
    let api = cinema_with(nap, |config| config.db_query_timeout = Some(Duration::from_millis(100))).await;
    for _ in 0..2 {
        let ended = api.get("/rpc/nap").token(json!({ "role": "service_role" })).await;
        assert_eq!(ended.error(), (500, "57014".to_owned()));
    }
}
