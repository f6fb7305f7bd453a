//! The built site: configuration, fallback, caching, compression, and path traversal.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::client::{get, send};
use crate::stack::{Setup, Stack, anon_key};

pub const INDEX: &str = concat!(
    "<!doctype html><html lang=\"fr\"><head>",
    r#"<script type="application/json" id="supabase-config">{}</script>"#,
    "</head><body>accueil</body></html>"
);

pub fn write(folder: &Path, file: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

async fn stack() -> (Stack, TempDir) {
    let outside = tempfile::tempdir().unwrap();
    let dist = outside.path().join("dist");
    write(&dist, "index.html", INDEX);
    write(&dist, "200.html", INDEX.replace("accueil", "fallback"));
    write(&dist, "hotels/index.html", INDEX.replace("accueil", "les hôtels"));
    write(&dist, "assets/app-1a2b.js", "plain script");
    write(&dist, "assets/app-1a2b.js.br", "brotli script");
    write(&dist, "assets/app-1a2b.js.gz", "gzip script");
    write(&dist, "favicon.svg", "<svg/>");
    write(&dist, ".env", "hidden");
    write(outside.path(), "secret.txt", "out of reach");
    let stack = Setup { dist: Some(dist), ..Setup::default() }.start().await;
    (stack, outside)
}

#[tokio::test(flavor = "multi_thread")]
async fn inserts_the_anon_key_into_documents() {
    let (stack, _folder) = stack().await;
    let answer = get(&stack.url("/"), &[]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    let config = format!(r#"id="supabase-config">{{"url":"","anonKey":"{}"}}</script>"#, anon_key());
    assert!(answer.text().contains(&config), "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_prerendered_routes_and_the_fallback_document() {
    let (stack, _folder) = stack().await;
    for (path, text) in [
        ("/", "accueil"),
        ("/hotels", "les hôtels"),
        ("/hotels/", "les hôtels"),
        ("/hotels?type=villa", "les hôtels"),
        ("/hotel-detail/7", "fallback"),
        ("/nowhere/at/all", "fallback"),
    ] {
        let answer = get(&stack.url(path), &[]).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.text().contains(text), "{path}: {}", answer.text());
        assert!(answer.text().contains("anonKey"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hashed_files_are_immutable_and_others_revalidate() {
    let (stack, _folder) = stack().await;
    let asset = get(&stack.url("/assets/app-1a2b.js"), &[]).await;
    assert_eq!(asset.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(asset.header("content-type"), Some("text/javascript; charset=utf-8"));
    for path in ["/", "/favicon.svg", "/hotels"] {
        let url = stack.url(path);
        let first = get(&url, &[]).await;
        assert_eq!(first.header("cache-control"), Some("no-cache"), "{path}");
        let etag = first.header("etag").unwrap();
        let again = get(&url, &[("if-none-match", etag)]).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), Some(etag));
        let many = format!("\"other\", W/{etag}");
        assert_eq!(get(&url, &[("if-none-match", &many)]).await.status, 304);
        assert_eq!(get(&url, &[("if-none-match", "\"other\"")]).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_asset_is_a_404() {
    let (stack, _folder) = stack().await;
    let answer = get(&stack.url("/assets/app-old.js"), &[]).await;
    assert_eq!((answer.status, answer.body.len()), (404, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_precompressed_files_by_accept_encoding() {
    let (stack, _folder) = stack().await;
    let url = stack.url("/assets/app-1a2b.js");
    let mut etags = Vec::new();
    for (accepted, coding, text) in [
        ("gzip, deflate, br", Some("br"), "brotli script"),
        ("gzip", Some("gzip"), "gzip script"),
        ("br;q=0, gzip;q=0.5", Some("gzip"), "gzip script"),
        ("identity", None, "plain script"),
    ] {
        let answer = get(&url, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding"), coding, "{accepted}");
        assert_eq!(answer.text(), text);
        assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
        etags.push(answer.header("etag").unwrap().to_owned());
    }
    etags.sort();
    etags.dedup();
    assert_eq!(etags.len(), 3, "each variant has its own tag");
}

#[tokio::test(flavor = "multi_thread")]
async fn compresses_documents_with_their_configuration() {
    let (stack, _folder) = stack().await;
    let answer = get(&stack.url("/"), &[("accept-encoding", "gzip")]).await;
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    let mut html = String::new();
    let mut decoder = flate2::read::GzDecoder::new(&answer.body[..]);
    std::io::Read::read_to_string(&mut decoder, &mut html).unwrap();
    assert!(html.contains("anonKey") && html.contains("accueil"));
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_path_traversal_and_hidden_files() {
    let (stack, _folder) = stack().await;
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/.env",
        "/%2eenv",
        "//etc/passwd",
        "/assets/%00",
    ] {
        // A client library would normalise the path.
        let mut client = tokio::net::TcpStream::connect(stack.front_door.address()).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        client.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 "), "{path}: {answer}");
        for leak in ["out of reach", "hidden", "root:"] {
            assert!(!answer.contains(leak), "{path}: {answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn head_has_the_length_and_no_body() {
    let (stack, _folder) = stack().await;
    for path in ["/", "/favicon.svg"] {
        let whole = get(&stack.url(path), &[]).await;
        let head = send("HEAD", &stack.url(path), &[], "").await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(head.header("content-length"), Some(whole.body.len().to_string().as_str()));
        assert_eq!(head.header("etag"), whole.header("etag"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_rejects_other_methods() {
    let (stack, _folder) = stack().await;
    assert_eq!(send("POST", &stack.url("/hotels"), &[], "a=b").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_have_security_headers() {
    let (stack, _folder) = stack().await;
    let answer = get(&stack.url("/"), &[]).await;
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("referrer-policy"), Some("strict-origin-when-cross-origin"));
    assert_eq!(answer.header("strict-transport-security"), None);
    let policy = answer.header("content-security-policy").unwrap();
    for rule in [
        "default-src 'self'",
        "script-src 'self';",
        "connect-src 'self';",
        "object-src 'none'",
        "frame-ancestors 'self'",
    ] {
        assert!(policy.contains(rule), "{policy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_https_origin_sends_hsts() {
    let stack = Setup { public_url: Some("https://isula.example"), ..Setup::default() }.start().await;
    let answer = get(&stack.url("/functions/v1/nobody"), &[]).await;
    assert!(answer.header("strict-transport-security").unwrap().starts_with("max-age=31536000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_site_folder_fails_the_start() {
    let host = rest_gateway::function_host::FunctionHost::new(Vec::new()).unwrap();
    let options = rest_gateway::front_door::Options {
        listener: std::net::TcpListener::bind("127.0.0.1:0").unwrap(),
        admin: None,
        keys: rest_gateway::front_door::Keys {
            anon: anon_key(),
            service_role: crate::stack::service_key(),
            publishable: Vec::new(),
            secret: Vec::new(),
        },
        tokens: rest_gateway::function_host::TokenVerifier::from_jwks(&crate::stack::jwks()).unwrap(),
        sessions: None,
        engine: None,
        host,
        auth: None,
        auth_needs_key: true,
        storage: None,
        realtime: None,
        dist: Some("/nowhere/dist".into()),
        site_functions: Vec::new(),
        map_style_url: None,
        trusted_proxies: rest_gateway::trusted_proxies::TrustedProxies::default(),
        public_url: "http://127.0.0.1".to_owned(),
        workers: Some(1),
        checks: Vec::new(),
        certificates: None,
        slow_after: None,
        drain: std::time::Duration::from_secs(10),
    };
    let error = rest_gateway::front_door::start(options).await.unwrap_err();
    assert!(error.to_string().contains("/nowhere/dist"), "{error}");
}
