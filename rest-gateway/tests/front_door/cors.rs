//! §1.7: pages of any origin may call the API and read every response, errors included.

use crate::client::{get, send};
use crate::stack::{PUBLISHABLE, Setup};

const ORIGIN: (&str, &str) = ("origin", "https://elsewhere.example");

#[tokio::test(flavor = "multi_thread")]
async fn a_preflight_needs_no_key_and_starts_no_function() {
    let stack = Setup::functions(&["hello"]).start().await;
    for path in ["/rest/v1/hotels", "/functions/v1/hello", "/auth/v1/token", "/storage/v1/object/a/b"] {
        let headers = [
            ORIGIN,
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization, x-client-info, apikey, content-type"),
        ];
        let answer = send("OPTIONS", &stack.url(path), &headers, "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.body.len(), 0);
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        assert_eq!(
            answer.header("access-control-allow-methods"),
            Some("GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT")
        );
        assert_eq!(
            answer.header("access-control-allow-headers"),
            Some("authorization, x-client-info, apikey, content-type")
        );
        assert_eq!(answer.header("access-control-max-age"), None);
        assert_eq!(answer.header("access-control-allow-credentials"), None);
    }
    assert_eq!(stack.pid("hello"), None, "no function was started for it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preflight_without_requested_headers_allows_none() {
    let stack = Setup::default().start().await;
    let headers = [ORIGIN, ("access-control-request-method", "GET")];
    let answer = send("OPTIONS", &stack.url("/rest/v1/hotels"), &headers, "").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-headers"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_options_request_that_is_not_a_preflight_reaches_the_function() {
    let stack = Setup::functions(&["hello"]).start().await;
    let answer = send("OPTIONS", &stack.url("/functions/v1/hello"), &[ORIGIN], "").await;
    assert_eq!(answer.json()["method"], "OPTIONS");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_api_response_allows_any_origin() {
    let stack = Setup::functions(&["hello"]).start().await;
    for (path, status) in [
        ("/functions/v1/hello", 200),
        ("/functions/v1/nobody", 404),
        ("/functions/v1/hello/die", 503),
        ("/auth/v1/token", 501),
        ("/rest/v2/hotels", 404),
        ("/graphql/v1", 501),
    ] {
        let answer = get(&stack.url(path), &[ORIGIN]).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{path}");
        let exposed = answer.header("access-control-expose-headers").unwrap();
        for name in ["Content-Range", "Retry-After", "X-Total-Count", "Link"] {
            assert!(exposed.contains(name), "{path}: {exposed}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_api_paths_are_404_json_and_never_the_site() {
    let dist = tempfile::tempdir().unwrap();
    std::fs::write(dist.path().join("index.html"), "<p>page</p>").unwrap();
    let stack = Setup { dist: Some(dist.path().to_owned()), ..Setup::default() }.start().await;
    for path in ["/rest/v2/hotels", "/realtime/v2", "/pg/tables", "/auth", "/storage"] {
        let answer = get(&stack.url(path), &[("apikey", PUBLISHABLE)]).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.text(), r#"{"message":"no Route matched with those values"}"#, "{path}");
    }
}
