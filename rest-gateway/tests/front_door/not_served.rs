//! Parts of Supabase that are not served answer 501, and paths of the admin port do not lead to the site.

use crate::client::{get, send};
use crate::stack::{PUBLISHABLE, Setup};

#[tokio::test(flavor = "multi_thread")]
async fn an_unserved_part_of_supabase_is_a_501_with_its_name() {
    let stack = Setup::functions(&["hello"]).start().await;
    for (path, name) in [
        ("/rest/v1/hotels", "/rest/v1"),
        ("/auth/v1/token?grant_type=password", "/auth/v1"),
        ("/storage/v1/bucket", "/storage/v1"),
        ("/realtime/v1/websocket", "/realtime/v1"),
        ("/graphql/v1", "/graphql/v1"),
        ("/storage/v1/upload/resumable", "/storage/v1"),
    ] {
        for method in ["GET", "POST"] {
            let answer = send(method, &stack.url(path), &[("apikey", PUBLISHABLE)], "").await;
            assert_eq!(answer.status, 501, "{method} {path}");
            let message = answer.json()["message"].as_str().unwrap().to_owned();
            let expected = format!("({name}) is not served by this stack");
            assert!(message.ends_with(&expected), "{path}: {message}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_s3_client_gets_a_501_in_xml() {
    let stack = Setup::functions(&["hello"]).start().await;
    let answer = get(&stack.url("/storage/v1/s3/bucket/key"), &[]).await;
    assert_eq!(answer.status, 501);
    assert_eq!(answer.header("content-type"), Some("application/xml"));
    assert!(answer.text().contains("<Code>NotImplemented</Code>"), "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_health_check_on_the_public_port_names_the_admin_port() {
    let dist = tempfile::tempdir().unwrap();
    std::fs::write(dist.path().join("index.html"), "<p>page</p>").unwrap();
    let stack = Setup { dist: Some(dist.path().to_owned()), ..Setup::default() }.start().await;
    for path in ["/healthz", "/livez", "/readyz", "/health", "/metrics"] {
        let answer = get(&stack.url(path), &[]).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.json()["hint"].as_str().unwrap().contains("admin_port"), "{path}");
    }
    assert!(get(&stack.url("/hotels"), &[]).await.text().contains("page"));
}
