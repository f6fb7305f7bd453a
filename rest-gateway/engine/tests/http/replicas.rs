//! Reads from a replica: a client reads what it has written, and a replica that lags or is away gets no reads.

use crate::common::{Api, RequestBuilder, Response, eventually};
use rest_engine::Config;
use serde_json::json;
use std::time::Duration;
use test_db::Cluster;

const FIXTURE: &str = "
    create schema api;
    create table api.notes (id int primary key);
    create view api.server as select pg_is_in_recovery() as is_replica;
    create function api.on_replica() returns boolean stable language sql as 'select pg_is_in_recovery()';
    create function api.on_replica_volatile() returns boolean volatile language sql as 'select pg_is_in_recovery()';
    grant usage on schema api to anon;
    grant select, insert on all tables in schema api to anon;
    grant execute on all functions in schema api to anon";
/// So long that no replica lags.
const FOR_EVER: Duration = Duration::from_secs(3600);

struct Replicated {
    api: Api,
    standby: Cluster,
    primary: Cluster,
}

impl Replicated {
    /// An engine on a primary and its standby, which reads from the standby already.
    async fn start(change: impl FnOnce(&mut Config)) -> Replicated {
        let mut primary = Cluster::start();
        let database = primary.database().await;
        let standby = primary.standby().await;
        let replica = standby.url("authenticator", database.name());
        let api = Api::with_database(database, FIXTURE, |config| {
            config.db_read_uris = vec![replica];
            config.db_read_max_lag = FOR_EVER;
            change(config);
        })
        .await;
        let replicated = Replicated { api, standby, primary };
        replicated.reads_on_replica(true).await;
        replicated
    }

    async fn is_read_on_replica(&self) -> bool {
        is_replica(&self.api.get("/server").await)
    }

    async fn reads_on_replica(&self, expected: bool) {
        eventually(async || self.is_read_on_replica().await == expected).await;
    }

    /// Stops the standby's replay of what it receives.
    async fn pause_replay(&self) {
        let client = self.standby.superuser("postgres").await;
        client.batch_execute("select pg_wal_replay_pause()").await.unwrap();
        let paused = "select pg_get_wal_replay_pause_state() = 'paused'";
        eventually(async || client.query_one(paused, &[]).await.unwrap().get(0)).await;
    }

    async fn resume_replay(&self) {
        self.standby
            .superuser("postgres")
            .await
            .batch_execute("select pg_wal_replay_resume()")
            .await
            .unwrap();
    }

    async fn write_note(&self, id: i32) -> Response {
        let written = self.api.post("/notes", json!({ "id": id })).await;
        assert_eq!(written.status, 201, "{}", written.body);
        written
    }

    fn read_note(&self, id: i32) -> RequestBuilder {
        self.api.get(&format!("/notes?id=eq.{id}"))
    }
}

fn is_replica(response: &Response) -> bool {
    assert_eq!(response.status, 200, "{}", response.body);
    response.column("is_replica") == [json!(true)]
}

#[actix_web::test]
async fn reads_go_to_the_replica_and_writes_to_the_primary() {
    let replicated = Replicated::start(|_| ()).await;
    let api = &replicated.api;
    assert_eq!(api.post("/rpc/on_replica", json!({})).await.json(), json!(true));
    assert_eq!(api.get("/rpc/on_replica").await.json(), json!(true));
    assert_eq!(api.post("/rpc/on_replica_volatile", json!({})).await.json(), json!(false));
    assert_eq!(api.get("/rpc/on_replica_volatile").await.json(), json!(false));
    let read = api.get("/server").await;
    assert_eq!((read.header("x-commit-lsn"), read.header("set-cookie")), ("", ""), "a read commits nothing");
    let preferred = api.get("/server").prefer("read=primary, handling=strict").await;
    assert!(!is_replica(&preferred));
    assert_eq!(preferred.header("preference-applied"), "handling=strict, read=primary");
    for id in 0..20 {
        let written = replicated.write_note(id).await;
        let position = written.header("x-commit-lsn");
        assert!(written.header("set-cookie").starts_with(&format!("commit_lsn={position}; Path=/;")));
        let read = replicated.read_note(id).header("X-Commit-LSN", position).await;
        assert_eq!(read.json(), json!([{ "id": id }]));
    }
}

#[actix_web::test]
async fn a_client_reads_what_it_has_written_from_a_server_that_has_it() {
    let replicated = Replicated::start(|_| ()).await;
    replicated.pause_replay().await;
    let written = replicated.write_note(1).await;
    let position = written.header("x-commit-lsn");
    let cookie = written.header("set-cookie").split(';').next().unwrap();
    let (there, missing) = (json!([{ "id": 1 }]), json!([]));
    assert_eq!(replicated.read_note(1).await.json(), missing, "another client reads from the replica");
    assert_eq!(replicated.read_note(1).header("X-Commit-LSN", position).await.json(), there);
    assert_eq!(replicated.read_note(1).header("Cookie", cookie).await.json(), there);
    for of_the_primary in ["unreadable", "FFFFFFFF/FFFFFFFF"] {
        let cookie = format!("commit_lsn={of_the_primary}");
        assert_eq!(replicated.read_note(1).header("Cookie", &cookie).await.json(), there);
    }
    assert_eq!(replicated.read_note(1).prefer("read=primary").await.json(), there);
    replicated.resume_replay().await;
    let on_replica =
        async || is_replica(&replicated.api.get("/server").header("X-Commit-LSN", position).await);
    eventually(on_replica).await;
    assert_eq!(replicated.read_note(1).header("X-Commit-LSN", position).await.json(), there);
}

#[actix_web::test]
async fn a_replica_that_lags_gets_no_reads() {
    let replicated = Replicated::start(|config| config.db_read_max_lag = Duration::from_secs(1)).await;
    replicated.pause_replay().await;
    replicated.write_note(1).await;
    replicated.reads_on_replica(false).await;
    assert_eq!(replicated.read_note(1).await.json(), json!([{ "id": 1 }]));
    replicated.resume_replay().await;
    replicated.reads_on_replica(true).await;
}

#[actix_web::test]
async fn a_replica_that_is_killed_loses_no_read_and_comes_back() {
    let mut replicated = Replicated::start(|_| ()).await;
    replicated.standby.kill();
    // `is_replica` requires a 200.
    replicated.reads_on_replica(false).await;
    replicated.standby.restart();
    replicated.reads_on_replica(true).await;
}

#[actix_web::test]
async fn reads_go_on_while_the_primary_is_away() {
    let mut replicated = Replicated::start(|config| config.db_read_uris.push(config.db_uri.clone())).await;
    replicated.reads_on_replica(false).await;
    replicated.primary.kill();
    for _ in 0..20 {
        assert!(replicated.is_read_on_replica().await);
    }
    let engine = replicated.api.engine.clone();
    eventually(async || !engine.is_ready()).await;
    assert!(engine.answers_reads());
    assert_eq!(replicated.api.post("/notes", json!({ "id": 1 })).await.status, 503);
    replicated.standby.kill();
    eventually(async || !engine.answers_reads()).await;
    replicated.primary.restart();
    replicated.standby.restart();
    eventually(async || engine.is_ready()).await;
    replicated.write_note(1).await;
}

#[actix_web::test]
async fn reads_go_on_while_the_schema_cache_is_loaded_after_a_reconnection() {
    let replicated = Replicated::start(|_| ()).await;
    let engine = &replicated.api.engine;
    let superuser = replicated.primary.superuser(replicated.api.database.name()).await;
    superuser.batch_execute("begin; lock table pg_catalog.pg_description").await.unwrap();
    let end = "select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and query like 'LISTEN%'";
    superuser.execute(end, &[]).await.unwrap();
    let waiting =
        "select count(*) > 0 from pg_locks where relation = 'pg_description'::regclass and not granted";
    eventually(async || superuser.query_one(waiting, &[]).await.unwrap().get(0)).await;
    assert!(!engine.is_ready());
    assert!(engine.answers_reads());
    assert!(replicated.is_read_on_replica().await);
    superuser.batch_execute("rollback").await.unwrap();
    eventually(async || engine.is_ready()).await;
}

#[actix_web::test]
async fn a_replica_without_the_objects_of_the_schema_cache_gets_no_reads() {
    let replicated = Replicated::start(|_| ()).await;
    replicated.pause_replay().await;
    let client = replicated.api.database.client().await;
    client.batch_execute("create table api.added (id int); grant select on api.added to anon").await.unwrap();
    replicated.api.engine.reload().await.unwrap();
    assert_eq!(replicated.api.get("/added").await.outcome(), (200, json!([])));
    assert!(!replicated.is_read_on_replica().await);
    replicated.resume_replay().await;
    replicated.reads_on_replica(true).await;
    assert_eq!(replicated.api.get("/added").await.outcome(), (200, json!([])));
}
