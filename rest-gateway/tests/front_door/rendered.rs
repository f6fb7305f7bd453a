//! Documents of the site that a function fills in.

use flate2::read::GzDecoder;
use std::io::Read;
use tempfile::TempDir;

use crate::client::{Answer, get, send};
use crate::page::{INDEX, write};
use crate::stack::{Setup, Stack, anon_key, function};

const PAGES: [(&str, &str); 5] = [
    ("/hotel-detail", "filler"),
    ("/*/hotel-detail", "filler"),
    ("/die", "filler"),
    ("/never", "filler"),
    ("/elsewhere", "missing"),
];

async fn stack() -> (Stack, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for page in ["hotel-detail", "de/hotel-detail", "die", "never", "elsewhere", "hotels"] {
        let document = INDEX.replace("accueil", &format!("<script>start()</script>built {page} <!--text-->"));
        write(folder.path(), &format!("{page}/index.html"), document);
    }
    let stack = Setup {
        services: vec![function("filler")],
        dist: Some(folder.path().to_owned()),
        site_functions: PAGES.to_vec(),
        public_url: Some("https://isula.example"),
        ..Setup::default()
    };
    (stack.start().await, folder)
}

fn assert_built(answer: &Answer, page: &str) {
    assert_eq!(answer.status, 200, "{page}");
    assert!(answer.text().contains(&format!("built {page} <!--text-->")), "{page}: {}", answer.text());
    assert!(answer.text().contains("anonKey"));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_fills_in_the_document_of_its_path() {
    let (stack, _folder) = stack().await;
    for (path, page) in [
        ("/hotel-detail", "hotel-detail"),
        ("/hotel-detail/", "hotel-detail"),
        ("/de/hotel-detail", "de/hotel-detail"),
    ] {
        let answer = get(&stack.url(&format!("{path}?text=Calvi&id=7")), &[]).await;
        assert_eq!(answer.status, 200);
        let text = answer.text();
        assert!(text.contains(&format!("built {page} Calvi ")), "{text}");
        let address = format!("https://isula.example/filler/{page}?text=Calvi&id=7");
        assert!(text.contains(&address), "the query is passed on, the public URL inserted: {text}");
        assert!(text.contains(&anon_key()));
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        assert_eq!(answer.header("referrer-policy"), Some("strict-origin-when-cross-origin"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_policy_allows_the_built_scripts_alone() {
    let (stack, _folder) = stack().await;
    let built = get(&stack.url("/hotel-detail?status=204"), &[]).await;
    let filled = get(&stack.url("/hotel-detail?text=%3Cscript%3Ealert(1)%3C/script%3E"), &[]).await;
    assert!(filled.text().contains("<script>alert(1)"), "the function does not escape: {}", filled.text());
    let policy = filled.header("content-security-policy").unwrap();
    assert_eq!(Some(policy), built.header("content-security-policy"));
    assert_eq!(policy.matches("'sha256-").count(), 1, "{policy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filled_in_document_is_revalidated_and_compressed() {
    let (stack, _folder) = stack().await;
    let url = stack.url("/hotel-detail?text=Calvi&cache_control=public,%20s-maxage=60");
    let plain = get(&url, &[("x-request-id", "1")]).await;
    assert_eq!(plain.header("cache-control"), Some("public, s-maxage=60"));
    assert_eq!((plain.header("vary"), plain.header("content-encoding")), (Some("Accept-Encoding"), None));
    let compressed = get(&url, &[("accept-encoding", "br, gzip")]).await;
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    let mut text = String::new();
    GzDecoder::new(&compressed.body[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text, plain.text());

    let tag = plain.header("etag").unwrap();
    assert_ne!(compressed.header("etag"), Some(tag), "each coding has its own tag");
    let again = get(&url, &[("if-none-match", tag)]).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(tag));
    assert_eq!(get(&stack.url("/hotel-detail?text=Bastia"), &[("if-none-match", tag)]).await.status, 200);

    let head = send("HEAD", &url, &[], "").await;
    assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, Some(tag)));
    assert_eq!(head.header("content-length"), Some(plain.body.len().to_string().as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_function_may_answer_that_there_is_no_such_page() {
    let (stack, _folder) = stack().await;
    for status in [404, 410] {
        let url = stack.url(&format!("/hotel-detail?status={status}&text=introuvable"));
        let answer = get(&url, &[("if-none-match", "*")]).await;
        assert_eq!(answer.status, status);
        assert!(answer.text().contains("introuvable"));
        assert_eq!(send("HEAD", &url, &[], "").await.status, status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_built_document_is_served_when_the_function_fails() {
    let (stack, _folder) = stack().await;
    for query in ["status=204", "status=500", "status=302", "status=404&content_type=application/json"] {
        assert_built(&get(&stack.url(&format!("/hotel-detail?{query}")), &[]).await, "hotel-detail");
    }
    assert_built(&get(&stack.url("/elsewhere"), &[]).await, "elsewhere");
    assert_built(&get(&stack.url("/never"), &[]).await, "never");
    assert_built(&get(&stack.url("/die"), &[]).await, "die");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_over_the_functions_rate_limit_gets_its_429_with_the_built_document() {
    let (stack, _folder) = stack().await;
    let url = stack.url("/hotel-detail?status=429");
    let answer = get(&url, &[("if-none-match", "*")]).await;
    assert_eq!((answer.status, answer.header("retry-after")), (429, Some("7")));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    assert!(answer.text().contains("built hotel-detail <!--text-->"), "{}", answer.text());
    assert_eq!(send("HEAD", &url, &[], "").await.status, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_function_does_not_get_the_visitors_credentials() {
    let (stack, _folder) = stack().await;
    let personal =
        [("authorization", "Bearer token"), ("cookie", "a=1"), ("accept-language", "de"), ("apikey", "k")];
    let text = get(&stack.url("/hotel-detail?text=headers"), &personal).await.text();
    assert!(text.contains("x-forwarded-for x-forwarded-host x-forwarded-proto x-request-id"), "{text}");
    for (name, _) in personal {
        assert!(!text.contains(name), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_pages_and_methods_do_not_reach_the_function() {
    let (stack, _folder) = stack().await;
    assert_built(&get(&stack.url("/hotels?text=Calvi"), &[]).await, "hotels");
    assert_eq!(send("POST", &stack.url("/hotel-detail"), &[], "a=b").await.status, 404);
    assert_eq!(stack.pid("filler"), None, "not even started");
}
