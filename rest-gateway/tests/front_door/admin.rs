//! The admin port.

use serde_json::json;

use crate::client::get;
use crate::stack::{Setup, always_on};

#[tokio::test(flavor = "multi_thread")]
async fn is_live_and_is_ready_while_eager_services_run() {
    let setup = Setup { services: vec![always_on("storage")], storage: Some("storage"), ..Setup::default() };
    let stack = setup.start().await;
    assert_eq!(get(&stack.admin_url("/livez"), &[]).await.status, 200);
    let ready = get(&stack.admin_url("/readyz"), &[]).await;
    assert_eq!((ready.status, ready.json()), (200, json!({ "status": "ok", "waiting_for": [] })));
    stack.host.stop().await;
    let ready = get(&stack.admin_url("/readyz"), &[]).await;
    assert_eq!(
        (ready.status, ready.json()),
        (503, json!({ "status": "waiting", "waiting_for": ["storage"] }))
    );
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
