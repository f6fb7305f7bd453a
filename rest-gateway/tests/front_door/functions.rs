//! §3.1 to §3.5: how functions are called, the request that they see, and the errors that the platform answers itself.

use std::time::Duration;

use serde_json::json;

use crate::client::{get, send};
use crate::stack::{Setup, function};

#[tokio::test(flavor = "multi_thread")]
async fn a_function_starts_with_its_first_request_and_stays() {
    let stack = Setup::functions(&["hello"]).start().await;
    assert_eq!(stack.pid("hello"), None);
    let first = get(&stack.url("/functions/v1/hello"), &[]).await;
    assert_eq!(first.status, 200);
    let second = get(&stack.url("/functions/v1/hello"), &[]).await;
    assert_eq!(first.json()["pid"], second.json()["pid"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_prefixes_are_served_and_stripped() {
    let stack = Setup::functions(&["hello"]).start().await;
    for (path, target) in [
        ("/functions/v1/hello", "/hello"),
        ("/functions/hello", "/hello"),
        ("/functions/v1/hello/sub/path?q=a%20b", "/hello/sub/path?q=a%20b"),
        ("/functions/hello/?limit=25", "/hello/?limit=25"),
    ] {
        let answer = get(&stack.url(path), &[]).await;
        assert_eq!(answer.json()["target"], target, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_inherits_no_environment_variables() {
    let stack = Setup::functions(&["hello"]).start().await;
    let answer = get(&stack.url("/functions/v1/hello"), &[]).await.json();
    let environment = answer["environment"].as_object().unwrap();
    let mut names: Vec<&String> = environment.keys().collect();
    names.sort();
    assert_eq!(names, ["GREETING", "SOCKET"]);
    assert_eq!(environment["GREETING"], "bonjour");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_function_is_a_404_like_hosted_supabase() {
    let stack = Setup::functions(&["hello"]).start().await;
    for path in
        ["/functions/v1/nobody", "/functions/nobody", "/functions/v1", "/functions/v1/", "/functions/v1/.."]
    {
        let answer = get(&stack.url(path), &[]).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(
            answer.json(),
            json!({ "code": "NOT_FOUND", "message": "Requested function was not found" }),
            "{path}"
        );
        assert_eq!(answer.header("sb-error-code"), Some("NOT_FOUND"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_function_runtime_has_a_health_check() {
    let stack = Setup::default().start().await;
    let answer = get(&stack.url("/functions/v1/_internal/health"), &[]).await;
    assert_eq!((answer.status, answer.json()), (200, json!({ "message": "ok" })));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_of_the_stack_is_not_served_as_a_function() {
    let mut setup = Setup::functions(&[]);
    setup.services.push(crate::stack::always_on("storage"));
    let stack = Setup { storage: Some("storage"), ..setup }.start().await;
    assert_eq!(get(&stack.url("/functions/v1/storage"), &[]).await.status, 404);
    assert_eq!(get(&stack.url("/storage/v1/bucket"), &[]).await.json()["target"], "/bucket");
}

#[tokio::test(flavor = "multi_thread")]
async fn unsupported_methods_are_405() {
    let stack = Setup::functions(&["hello"]).start().await;
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
        let answer = send(method, &stack.url("/functions/v1/hello"), &[], "").await;
        assert_eq!(answer.json()["method"], method);
    }
    let answer = send("TRACE", &stack.url("/functions/v1/hello"), &[], "").await;
    assert_eq!(answer.status, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_cannot_boot_is_a_503() {
    let mut broken = function("broken");
    broken.command.program = "/bin/false".into();
    let mut missing = function("missing");
    missing.command.program = "/nowhere/at/all".into();
    let stack = Setup { services: vec![broken, missing], ..Setup::default() }.start().await;
    for name in ["broken", "missing"] {
        let answer = get(&stack.url(&format!("/functions/v1/{name}")), &[]).await;
        assert_eq!(answer.status, 503, "{name}");
        assert_eq!(
            answer.json(),
            json!({ "code": "BOOT_ERROR", "message": "Worker failed to boot (please check logs)" })
        );
        assert_eq!(answer.header("sb-error-code"), Some("BOOT_ERROR"));
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_in_backoff_is_a_503_with_retry_after() {
    let mut broken = function("broken");
    broken.command.program = "/bin/false".into();
    let stack = Setup { services: vec![broken], ..Setup::default() }.start().await;
    for _ in 0..20 {
        let answer = get(&stack.url("/functions/v1/broken"), &[]).await;
        assert_eq!(answer.status, 503);
        let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        if seconds > 2 {
            return;
        }
    }
    panic!("it was tried again and again without a rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_that_exceeds_its_timeout_is_a_504() {
    let mut silent = function("silent");
    silent.timeout = Duration::from_millis(200);
    let stack = Setup { services: vec![silent], ..Setup::default() }.start().await;
    let answer = get(&stack.url("/functions/v1/silent/never"), &[]).await;
    assert_eq!(answer.status, 504);
    assert_eq!(answer.json()["code"], "IDLE_TIMEOUT");
    let alive = get(&stack.url("/functions/v1/silent"), &[]).await;
    assert_eq!(alive.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn html_of_a_function_is_served_as_plain_text() {
    let stack = Setup::functions(&["hello"]).start().await;
    for (path, shown_as) in [("page", "text/plain"), ("page-in-capitals", "text/plain; charset=utf-8")] {
        let answer = get(&stack.url(&format!("/functions/v1/hello/{path}")), &[]).await;
        assert_eq!(answer.header("content-type"), Some(shown_as), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(answer.header("content-security-policy").unwrap().contains("sandbox"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_concurrent_first_requests_start_one_process() {
    let stack = Setup::functions(&["hello"]).start().await;
    let url = stack.url("/functions/v1/hello");
    let requests = (0..100).map(|_| get(&url, &[]));
    let answers = futures_util::future::join_all(requests).await;
    let pid = answers[0].json()["pid"].clone();
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.json()["pid"] == pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_services_cannot_share_a_name() {
    let twice = vec![function("hello"), function("hello")];
    assert!(rest_gateway::function_host::FunctionHost::new(twice).is_err());
    for name in ["", "v1", "1st", "a/b", "..", "né", "a.b"] {
        assert!(name.parse::<rest_gateway::function_host::ServiceName>().is_err(), "{name}");
    }
}
