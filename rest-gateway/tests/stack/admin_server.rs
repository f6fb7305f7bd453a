//! The admin server of `serve`.

use crate::postgrest_server::{Server, eventually};
use hyper::StatusCode;
use std::fs;

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_server_serves_health_metrics_and_schema_cache() {
    let mut server = Server::start(&[("PGRST_ADMIN_SERVER_PORT", "0")]).await;
    assert_eq!(server.get("/metrics").await.0, StatusCode::NOT_FOUND, "not on the public port");
    server.url = server.admin();
    for path in ["/live", "/ready"] {
        assert_eq!(server.get(path).await, (StatusCode::OK, String::new()), "{path}");
    }
    let (status, metrics) = server.get("/metrics").await;
    assert!(status == StatusCode::OK && metrics.contains("pgrst_schema_cache_loads_total"), "{metrics}");
    let (status, cache) = server.get("/schema_cache").await;
    assert!(status == StatusCode::OK && cache.contains(r#""dbTables":[[{"qiName":"books","#), "{cache}");
    // It would contain secrets.
    assert_eq!(server.get("/config").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_server_reports_a_stale_schema_cache_and_an_unreachable_api() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("api.sock");
    let mut server = Server::start(&[
        ("PGRST_ADMIN_SERVER_PORT", "0"),
        ("PGRST_SERVER_UNIX_SOCKET", socket.to_str().unwrap()),
    ])
    .await;
    server.url = server.admin();
    let status = async |path: &str| server.get(path).await.0;
    let client = server.database.client().await;
    // The event trigger makes the server reload, which fails.
    client.batch_execute("revoke select on pg_catalog.pg_proc from public").await.unwrap();
    eventually(async || status("/ready").await == StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(status("/live").await, StatusCode::OK);
    client.batch_execute("grant select on pg_catalog.pg_proc to public").await.unwrap();
    eventually(async || status("/ready").await == StatusCode::OK).await;

    fs::remove_file(&socket).unwrap();
    for path in ["/live", "/ready"] {
        assert_eq!(status(path).await, StatusCode::INTERNAL_SERVER_ERROR, "{path}");
    }
}
