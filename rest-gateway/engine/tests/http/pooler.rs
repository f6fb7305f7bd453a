//! Behind PgBouncer in transaction mode, which runs each transaction on whichever of its connections is free.

use crate::common::server::{send, serve};
use crate::common::{Api, eventually, user};
use futures_util::future::join_all;
use rest_engine::{Config, Share};
use serde_json::json;
use test_db::{Database, PgBouncer};

const FUNCTIONS: &str = "
    create function api.me() returns text language sql stable as
      $$ select current_user || ' ' || coalesce(current_setting('request.jwt.claims', true)::json->>'sub', '') $$;
    create function api.kept() returns bigint language sql stable as 'select count(*) from pg_prepared_statements';
    create function api.nap() returns void language sql stable set statement_timeout = 0
      as 'select pg_catalog.pg_sleep(30)';
    grant execute on all functions in schema api to anon, authenticated;";

/// An engine with more connections than its pooler has.
async fn pooled(settings: &str, change: impl FnOnce(&mut Config)) -> Option<(Api, PgBouncer)> {
    let database = Database::create().await;
    let pooler = PgBouncer::start(&database, settings).await?;
    let fixture = format!("{}{FUNCTIONS}", include_str!("common/cinema.sql"));
    let api = Api::with_database(database, &fixture, |config| {
        let direct_uri = std::mem::replace(&mut config.db_uri, pooler.url("authenticator"));
        config.db_direct_uri = Some(direct_uri);
        config.db_prepared_statements = false;
        config.db_pool = 6;
        config.db_pool_client_share = Share::WHOLE;
        config.db_pool_anon_share = Share::WHOLE;
        change(config);
    })
    .await;
    Some((api, pooler))
}

/// Clients of several roles at once, each of which gets its own answers.
async fn assert_answers_everybody(api: &Api) {
    let clients = (1000..1040).map(async |number| {
        let name = format!("person {number}");
        let me = api.get("/rpc/me").token(user(&name)).await;
        assert_eq!(me.outcome(), (200, json!(format!("authenticated {name}"))));
        assert_eq!(api.get("/rpc/me").await.outcome(), (200, json!("anon ")));
        let note = api.post("/notes?select=id", json!({ "id": number })).token(user(&name));
        assert_eq!(note.prefer("return=representation").await.ids(), [number]);
        assert_eq!(api.get("/notes?select=id").token(user(&name)).await.ids(), [number]);
        let films = api.get("/films?id=in.(1,2)&select=id,directors(name)&order=id").await;
        assert_eq!(films.ids(), [1, 2], "{}", films.body);
        assert_eq!(api.get("/films?id=eq.x").await.error(), (400, "22P02".to_owned()));
        let removed = api.delete(&format!("/notes?id=eq.{number}")).token(user(&name));
        assert_eq!(removed.await.status, 204);
    });
    join_all(clients).await;
    let connections = "select count(*) from pg_stat_activity
                       where datname = current_database() and usename = 'authenticator' and query !~ '^LISTEN'";
    let connections = api.sql(connections).await[0]["count"].as_i64().unwrap();
    assert!(connections <= PgBouncer::SERVERS, "{connections} connections beside the one that listens");
}

#[actix_web::test]
async fn transactions_share_the_poolers_connections_and_leave_no_state_on_them() {
    let Some((api, _pooler)) = pooled("", |_| ()).await else { return };
    assert_answers_everybody(&api).await;
    let kept = join_all((0..20).map(async |_| api.get("/rpc/kept").await.json())).await;
    assert!(kept.iter().all(|kept| *kept == json!(0)), "{kept:?}");
}

/// Only where PgBouncer passes prepared statements on. An older one rejects them or runs another client's statement of the
/// same name, so that there is nothing to hold; the other tests run with it.
#[actix_web::test]
async fn prepared_statements_are_kept_by_a_pooler_that_passes_them_on() {
    if !PgBouncer::passes_prepared_statements() {
        eprintln!("left out: this PgBouncer is older than 1.21");
        return;
    }
    let keeps = |config: &mut Config| config.db_prepared_statements = true;
    let Some((api, _pooler)) = pooled("max_prepared_statements = 100", keeps).await else { return };
    for _ in 0..3 {
        assert_answers_everybody(&api).await;
    }
    let kept = api.get("/rpc/kept").await.json();
    assert!(kept.as_i64().unwrap() > 3, "{kept}");
}

#[actix_web::test]
async fn the_schema_is_reloaded_by_a_notification() {
    let Some((api, _pooler)) = pooled("", |_| ()).await else { return };
    let client = api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    client.batch_execute("notify pgrst, 'reload schema'").await.unwrap();
    eventually(async || api.get("/added").await.status == 200).await;
}

#[actix_web::test]
async fn a_disconnect_cancels_the_clients_statement() {
    let Some((api, _pooler)) = pooled("", |_| ()).await else { return };
    let asleep = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
    let is_asleep = async || api.sql(asleep).await != json!([]);
    let client = send(serve(&api), "GET /rpc/nap HTTP/1.1\r\nHost: x\r\n\r\n").await;
    eventually(async || is_asleep().await).await;
    drop(client);
    eventually(async || !is_asleep().await).await;
    assert_answers_everybody(&api).await;
}

#[actix_web::test]
async fn requests_succeed_again_after_a_restart_of_the_pooler() {
    let Some((api, mut pooler)) = pooled("", |_| ()).await else { return };
    assert_answers_everybody(&api).await;
    pooler.restart().await;
    eventually(async || api.get("/films?limit=1").await.status == 200).await;
    // Each connection from before fails one request at most.
    eventually(async || {
        let answers = join_all((0..12).map(async |_| api.get("/films?limit=1").await.status)).await;
        answers.iter().all(|status| *status == 200)
    })
    .await;
    assert_answers_everybody(&api).await;
    assert!(api.engine.is_ready(), "it listened all the time");
}
