//! The admin port.

use rest_gateway::health_checks::{Systems, checks};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};
use test_db::eventually;

use crate::client::get;
use crate::stack::{Setup, Stack, always_on};

/// A port of loopback that refuses connections for as long as the socket lives.
fn refusing() -> (Socket, u16) {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.bind(&std::net::SocketAddr::from(([127, 0, 0, 1], 0)).into()).unwrap();
    let port = socket.local_addr().unwrap().as_socket().unwrap().port();
    (socket, port)
}

/// The status of `/readyz`, and the reasons of failed checks.
async fn readiness(stack: &Stack) -> (u16, Value) {
    let ready = get(&stack.admin_url("/readyz"), &[]).await;
    let checks = ready.json()["checks"].as_array().unwrap().clone();
    let failed = checks.into_iter().filter(|check| check["status"] == "failed");
    let reasons = failed.map(|check| (check["name"].as_str().unwrap().to_owned(), check["reason"].clone()));
    (ready.status, Value::Object(reasons.collect()))
}

async fn stack_over(db_url: &str, s3_endpoint: Option<&str>) -> Stack {
    stack_over_replicas(db_url, &[], s3_endpoint).await
}

async fn stack_over_replicas(db_url: &str, read_urls: &[String], s3_endpoint: Option<&str>) -> Stack {
    start(&Systems { db_url, pooler_url: None, read_urls, s3_endpoint, redis_url: None }).await
}

async fn start(systems: &Systems<'_>) -> Stack {
    Setup { checks: checks(systems).unwrap(), ..Setup::default() }.start().await
}

#[tokio::test(flavor = "multi_thread")]
async fn is_live_and_is_ready_while_eager_services_run() {
    let setup = Setup { services: vec![always_on("storage")], storage: Some("storage"), ..Setup::default() };
    let stack = setup.start().await;
    assert_eq!(get(&stack.admin_url("/livez"), &[]).await.status, 200);
    let ready = get(&stack.admin_url("/readyz"), &[]).await;
    let expected = json!({ "status": "ok", "checks": [
        { "name": "storage", "status": "ok", "required": true },
        { "name": "functions", "status": "ok", "required": false },
    ] });
    assert_eq!((ready.status, ready.json()), (200, expected));
    stack.host.stop().await;
    assert_eq!(readiness(&stack).await, (503, json!({ "storage": "its process does not run" })));
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_needs_the_database_and_its_schema_but_not_the_objects_store() {
    let database = test_db::Database::platform().await;
    let (_socket, port) = refusing();
    let url = database.url("authenticator");
    let stack = stack_over(&url, Some(&format!("http://127.0.0.1:{port}"))).await;
    assert_eq!(readiness(&stack).await, (200, json!({ "s3": "it does not accept connections" })));

    let newest = "delete from extensions.platform_migrations
                  where version = (select max(version) from extensions.platform_migrations)";
    database.client().await.batch_execute(newest).await.unwrap();
    let reason = json!({ "schema_version": "the database needs the migrations of this version" });
    assert_eq!(readiness(&stack_over(&url, None).await).await, (503, reason));

    let nowhere = stack_over(&format!("postgres://authenticator@127.0.0.1:{port}/nowhere"), None).await;
    let reasons = json!({ "database": "it does not answer", "schema_version": "it cannot be read" });
    assert_eq!(readiness(&nowhere).await, (503, reasons));
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_needs_either_the_primary_or_a_replica() {
    let database = test_db::Database::platform().await;
    let (_socket, port) = refusing();
    let nowhere = format!("postgres://authenticator@127.0.0.1:{port}/nowhere");
    let replicas = [nowhere.clone(), database.url("authenticator")];
    let without_primary = stack_over_replicas(&nowhere, &replicas, None).await;
    assert_eq!(readiness(&without_primary).await, (200, json!({ "database": "it does not answer" })));
    let without_replica =
        stack_over_replicas(&database.url("authenticator"), std::slice::from_ref(&nowhere), None).await;
    assert_eq!(readiness(&without_replica).await, (200, json!({})));
    let without_any = stack_over_replicas(&nowhere, std::slice::from_ref(&nowhere), None).await;
    let reasons = json!({ "database": "it does not answer", "schema_version": "it cannot be read" });
    assert_eq!(readiness(&without_any).await, (503, reasons));
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_needs_the_pooler_unless_replicas_answer_reads() {
    let database = test_db::Database::platform().await;
    let Some(mut pooler) = test_db::PgBouncer::start(&database, "").await else { return };
    let (db_url, pooler_url) = (database.url("authenticator"), pooler.url("authenticator"));
    let replicas = [db_url.clone()];
    let start = async |read_urls| {
        start(&Systems {
            db_url: &db_url,
            pooler_url: Some(&pooler_url),
            read_urls,
            s3_endpoint: None,
            redis_url: None,
        })
        .await
    };
    let (stack, with_replica) = (start(&[]).await, start(&replicas).await);
    assert_eq!(readiness(&stack).await, (200, json!({})));
    pooler.end();
    let reason = json!({ "pooler": "it does not answer" });
    eventually(async || readiness(&stack).await == (503, reason.clone())).await;
    assert_eq!(readiness(&with_replica).await, (200, reason));
    pooler.start_again().await;
    eventually(async || readiness(&stack).await == (200, json!({}))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_routes_statuses_durations_and_restarts() {
    let stack = Setup::functions(&["hello", "sleeper"]).start().await;
    for path in
        ["/functions/v1/hello", "/functions/v1/hello", "/functions/v1/nobody", "/functions/v1/hello/die"]
    {
        get(&stack.url(path), &[]).await;
    }
    get(&stack.url("/functions/v1/hello"), &[]).await;
    let answer = get(&stack.admin_url("/metrics"), &[]).await;
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let figures = answer.text();
    for line in [
        r#"gateway_requests_total{route="functions",status="200"} 3"#,
        r#"gateway_requests_total{route="functions",status="404"} 1"#,
        r#"gateway_requests_total{route="functions",status="503"} 1"#,
        r#"gateway_request_duration_seconds_bucket{route="functions",le="+Inf"} 5"#,
        r#"gateway_request_duration_seconds_count{route="functions"} 5"#,
        r#"gateway_service_up{service="hello"} 1"#,
        r#"gateway_service_up{service="sleeper"} 0"#,
        r#"gateway_service_restarts_total{service="hello"} 1"#,
        r#"gateway_service_restarts_total{service="sleeper"} 0"#,
    ] {
        assert!(figures.lines().any(|figure| figure == line), "{line} is missing in\n{figures}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_public_port_does_not_serve_admin_paths() {
    let stack = Setup::default().start().await;
    for path in ["/livez", "/readyz", "/metrics"] {
        assert_eq!(get(&stack.url(path), &[]).await.status, 404, "{path}");
    }
}
