//! Unknown paths of the site.

use tempfile::TempDir;

use crate::client::{get, send};
use crate::page::{INDEX, write};
use crate::stack::{Setup, Stack};

async fn stack(files: &[(&str, &str)]) -> (Stack, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in files {
        write(folder.path(), file, INDEX.replace("accueil", text));
    }
    let stack = Setup { dist: Some(folder.path().to_owned()), ..Setup::default() }.start().await;
    (stack, folder)
}

const SITE: [(&str, &str); 5] = [
    ("index.html", "accueil"),
    ("404.html", "page introuvable"),
    ("de/index.html", "Startseite"),
    ("de/404.html", "Seite nicht gefunden"),
    ("hotels/index.html", "les hôtels"),
];

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_path_is_a_404_with_the_sites_document() {
    let (stack, _folder) = stack(&SITE).await;
    for path in ["/nowhere", "/nowhere/at/all", "/hotels/7", "/404.html", "/%ff", "/Hotels?id=1"] {
        let answer = get(&stack.url(path), &[]).await;
        assert_eq!(answer.status, 404, "{path}");
        if path == "/404.html" {
            continue;
        }
        assert!(answer.text().contains("page introuvable"), "{path}: {}", answer.text());
        assert!(answer.text().contains("anonKey"), "the document is the application");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        assert!(answer.header("content-security-policy").is_some());
        assert_eq!(answer.header("etag"), None, "a client cannot revalidate it into a 304");
    }
    assert_eq!(get(&stack.url("/hotels"), &[]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_has_its_own_document_for_unknown_paths() {
    let (stack, _folder) = stack(&SITE).await;
    for (path, status, text) in [
        ("/de", 200, "Startseite"),
        ("/de/", 200, "Startseite"),
        ("/de/nirgends", 404, "Seite nicht gefunden"),
        ("/de/hotels/nirgends", 404, "Seite nicht gefunden"),
        ("/hotels/nowhere", 404, "page introuvable"),
        ("/dezember", 404, "page introuvable"),
    ] {
        let answer = get(&stack.url(path), &[]).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.text().contains(text), "{path}: {}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_script_has_an_empty_body_and_a_visitor_gets_the_document() {
    let (stack, _folder) = stack(&SITE).await;
    for path in ["/assets/app-old.js", "/pictures/old.webp", "/favicon.svg", "/de/old.js"] {
        let script = get(&stack.url(path), &[("accept", "*/*")]).await;
        assert_eq!((script.status, script.text()), (404, String::new()), "{path}");
        assert_eq!(script.header("cache-control"), Some("no-cache"));
        let visit = get(&stack.url(path), &[("accept", "text/html,application/xhtml+xml,*/*;q=0.8")]).await;
        assert_eq!(visit.status, 404, "{path}");
        assert!(visit.text().contains("anonKey"), "{path}: {}", visit.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn head_of_an_unknown_path_has_no_body() {
    let (stack, _folder) = stack(&SITE).await;
    let whole = get(&stack.url("/nowhere"), &[]).await;
    let head = send("HEAD", &stack.url("/nowhere"), &[], "").await;
    assert_eq!((head.status, head.body.len()), (404, 0));
    assert_eq!(head.header("content-length"), Some(whole.body.len().to_string().as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_build_without_a_404_document_knows_its_paths_itself() {
    let (stack, _folder) = stack(&[("index.html", "application")]).await;
    let answer = get(&stack.url("/any/path"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("application"));
    assert_eq!(get(&stack.url("/assets/app-old.js"), &[]).await.status, 404);
}
