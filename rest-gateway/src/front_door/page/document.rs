//! Prepares an HTML document: inserts the site's configuration and the public URL, and derives a content security
//! policy that allows the document's own inline scripts by their hashes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

const CONFIG_TAG: &str = r#"<script type="application/json" id="supabase-config">"#;
const SCRIPT_END: &str = "</script>";

/// The configuration that the site reads from the document. An empty `url` means the site's own origin.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageConfig<'a> {
    url: &'a str,
    anon_key: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    map_style_url: Option<&'a str>,
}

/// The placeholder that the build writes wherever an absolute URL is required: `sitemap.xml`, `robots.txt`, and the
/// metadata of the documents.
const URL_PLACEHOLDER: &str = "https://isula.invalid";

/// Replaces the placeholder by the public URL, without a trailing slash.
pub(super) fn with_public_url(text: &str, public_url: &str) -> String {
    text.replace(URL_PLACEHOLDER, public_url.trim_end_matches('/'))
}

/// Inserts the configuration. A document without the configuration tag is returned unchanged.
pub(super) fn with_config(html: &str, anon_key: &str, map_style_url: Option<&str>) -> String {
    let found = html.find(CONFIG_TAG).map(|at| at + CONFIG_TAG.len());
    let Some((start, end)) =
        found.and_then(|start| Some((start, start + html.get(start..)?.find(SCRIPT_END)?)))
    else {
        return html.to_owned();
    };
    format!("{}{}{}", &html[..start], config_json(anon_key, map_style_url), &html[end..])
}

/// Escapes `<`, so that no value can close the script element.
fn config_json(anon_key: &str, map_style_url: Option<&str>) -> String {
    let config = PageConfig { url: "", anon_key, map_style_url };
    let json = serde_json::to_string(&config).unwrap_or_else(|_| "{}".to_owned());
    json.replace('<', "\\u003c")
}

/// Inline styles are allowed because components use style attributes. Images may come from any HTTPS host, because
/// hotels' photos do. The document names the hosts for `connect-src` and `frame-src` in `<meta>` elements; the street
/// map's style, tiles and fonts come from the host of its style.
pub(super) fn content_security_policy(html: &str, map_style_url: Option<&str>) -> String {
    let hashes: String = inline_scripts(html)
        .map(|script| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes()))))
        .collect();
    let (mut connect, frames) = (named_hosts(html, "connect-hosts"), named_hosts(html, "frame-hosts"));
    if let Some(origin) = map_style_url.and_then(origin_of) {
        connect.push(' ');
        connect.push_str(&origin);
    }
    format!(
        "default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob: https:; font-src 'self' data:; connect-src 'self'{connect}; \
         frame-src 'self'{frames}; media-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; \
         frame-ancestors 'self'"
    )
}

/// The origins in the content of `<meta name="…" content="…">`, each preceded by a space. Everything else is dropped,
/// so that the content cannot add a rule to the policy.
fn named_hosts(html: &str, name: &str) -> String {
    let tag = format!(r#"<meta name="{name}" content=""#);
    let content = html.split_once(&tag).and_then(|(_, rest)| rest.split_once('"'));
    let origins = content.map_or("", |(content, _)| content).split(' ').filter(|origin| is_origin(origin));
    origins.map(|origin| format!(" {origin}")).collect()
}

/// The origin of a URL, without its path and query.
fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let origin = format!("{scheme}://{authority}");
    is_origin(&origin).then_some(origin)
}

fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte))
}

/// The texts of executable inline scripts. Scripts with a source are covered by `'self'`, and data blocks do not
/// execute.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (script, _) = rest.split_once(SCRIPT_END)?;
        let runs = !attributes.contains(" src=") && !attributes.contains(r#"type="application/"#);
        if runs && !script.is_empty() { Some(script) } else { None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserts_the_configuration_in_place_of_the_empty_object() {
        let html = format!("<head>{CONFIG_TAG}{{}}</script><title>Isula</title></head>");
        let with = with_config(&html, "the.anon.key", None);
        assert_eq!(
            with,
            format!(
                r#"<head>{CONFIG_TAG}{{"url":"","anonKey":"the.anon.key"}}</script><title>Isula</title></head>"#
            )
        );
    }

    #[test]
    fn a_value_cannot_close_the_script_element() {
        let html = format!("{CONFIG_TAG}{{}}</script>");
        assert!(!with_config(&html, "</script><script>alert(1)", None).contains("<script>alert"));
    }

    #[test]
    fn names_the_street_map_and_allows_connections_to_its_host() {
        let html = format!(r#"<meta name="connect-hosts" content=""><head>{CONFIG_TAG}{{}}</script></head>"#);
        let style = Some("https://tiles.example/styles/corse.json?key=a'b;c");
        let with = with_config(&html, "key", style);
        assert!(
            with.contains(r#""mapStyleUrl":"https://tiles.example/styles/corse.json?key=a'b;c""#),
            "{with}"
        );
        let policy = content_security_policy(&with, style);
        assert!(policy.contains("connect-src 'self' https://tiles.example; "), "{policy}");
        let hostile = content_security_policy(&with, Some("https://tiles.example;script-src/"));
        assert!(hostile.contains("connect-src 'self'; "), "{hostile}");
    }

    #[test]
    fn a_document_without_the_configuration_tag_stays_unchanged() {
        assert_eq!(with_config("<p>plain</p>", "key", None), "<p>plain</p>");
    }

    #[test]
    fn replaces_the_placeholder_by_the_public_url() {
        let built = format!("Sitemap: {URL_PLACEHOLDER}/sitemap.xml");
        assert_eq!(
            with_public_url(&built, "https://corse.example/"),
            "Sitemap: https://corse.example/sitemap.xml"
        );
    }

    #[test]
    fn allows_inline_scripts_by_hash_and_skips_data_blocks() {
        let html = r#"<script type="application/json" id="x">{}</script><script src="/a.js"></script>
            <script>start()</script>"#;
        let policy = content_security_policy(html, None);
        let hash = STANDARD.encode(Sha256::digest(b"start()"));
        assert!(policy.contains(&format!("script-src 'self' 'sha256-{hash}'; ")), "{policy}");
        assert!(!policy.contains("unsafe-eval"));
    }

    #[test]
    fn the_policy_allows_exactly_the_hosts_that_the_document_names() {
        let html = r#"<meta name="connect-hosts" content="https://geo.example http://127.0.0.1:8080 'unsafe-inline' https: *">
            <meta name="frame-hosts" content="https://maps.example; script-src *">"#;
        let policy = content_security_policy(html, None);
        assert!(
            policy.contains("connect-src 'self' https://geo.example http://127.0.0.1:8080; "),
            "{policy}"
        );
        assert!(policy.contains("frame-src 'self'; "), "{policy}");
        let bare = content_security_policy(r#"<meta name="connect-hosts" content="">"#, None);
        assert!(bare.contains("connect-src 'self'; frame-src 'self'; media-src 'self'; "), "{bare}");
    }
}
