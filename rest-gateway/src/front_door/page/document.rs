//! A document on its way out: the page's configuration and the stack's own address put in, and a content security policy
//! that lets an HTML document's own inline scripts run, by their hashes, and no others.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

const CONFIG_TAG: &str = r#"<script type="application/json" id="supabase-config">"#;
const SCRIPT_END: &str = "</script>";

/// What the page learns from the gateway; an empty `url` is the page's own origin.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageConfig<'a> {
    url: &'a str,
    anon_key: &'a str,
}

/// The address that the build writes where only whole addresses are allowed: `sitemap.xml`, `robots.txt`, and what the
/// documents say of themselves.
const BUILT_FOR: &str = "https://isula.invalid";

/// The same with the address at which the world sees this stack, without a slash at its end.
pub(super) fn with_address(text: &str, public_url: &str) -> String {
    text.replace(BUILT_FOR, public_url.trim_end_matches('/'))
}

/// A document without the tag keeps what it was built with.
pub(super) fn with_config(html: &str, anon_key: &str) -> String {
    let found = html.find(CONFIG_TAG).map(|at| at + CONFIG_TAG.len());
    let Some((start, end)) =
        found.and_then(|start| Some((start, start + html.get(start..)?.find(SCRIPT_END)?)))
    else {
        return html.to_owned();
    };
    format!("{}{}{}", &html[..start], config_json(anon_key), &html[end..])
}

/// `<` is escaped, so that no value can end the script that holds it.
fn config_json(anon_key: &str) -> String {
    let json = serde_json::to_string(&PageConfig { url: "", anon_key }).unwrap_or_else(|_| "{}".to_owned());
    json.replace('<', "\\u003c")
}

/// Styles may be inline, since components place things by style attributes. A hotel's pictures may be at any address. The
/// hosts that the page connects to, and those of its frames, are the ones that the document names.
pub(super) fn content_security_policy(html: &str) -> String {
    let hashes: String = inline_scripts(html)
        .map(|script| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes()))))
        .collect();
    let (connect, frames) = (named_hosts(html, "connect-hosts"), named_hosts(html, "frame-hosts"));
    format!(
        "default-src 'self'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob: https:; font-src 'self' data:; connect-src 'self'{connect}; \
         frame-src 'self'{frames}; media-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; \
         frame-ancestors 'self'"
    )
}

/// The origins in the content of `<meta name="…" content="…">`, each after a space. Anything else in it is left out, so
/// that it cannot add a rule to the policy.
fn named_hosts(html: &str, name: &str) -> String {
    let tag = format!(r#"<meta name="{name}" content=""#);
    let content = html.split_once(&tag).and_then(|(_, rest)| rest.split_once('"'));
    let origins = content.map_or("", |(content, _)| content).split(' ').filter(|origin| is_origin(origin));
    origins.map(|origin| format!(" {origin}")).collect()
}

fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.:[]".contains(&byte))
}

/// The texts of scripts that run: those with a source are covered by `'self'`, and data blocks never run.
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
    fn the_configuration_takes_the_place_of_the_empty_object() {
        let html = format!("<head>{CONFIG_TAG}{{}}</script><title>Isula</title></head>");
        let with = with_config(&html, "the.anon.key");
        assert_eq!(
            with,
            format!(
                r#"<head>{CONFIG_TAG}{{"url":"","anonKey":"the.anon.key"}}</script><title>Isula</title></head>"#
            )
        );
    }

    #[test]
    fn a_value_cannot_end_the_script_that_holds_it() {
        let html = format!("{CONFIG_TAG}{{}}</script>");
        assert!(!with_config(&html, "</script><script>alert(1)").contains("<script>alert"));
    }

    #[test]
    fn a_document_without_the_tag_is_left_alone() {
        assert_eq!(with_config("<p>plain</p>", "key"), "<p>plain</p>");
    }

    #[test]
    fn the_address_of_the_stack_takes_the_place_of_the_one_of_the_build() {
        let built = format!("Sitemap: {BUILT_FOR}/sitemap.xml");
        assert_eq!(
            with_address(&built, "https://corse.example/"),
            "Sitemap: https://corse.example/sitemap.xml"
        );
    }

    #[test]
    fn inline_scripts_are_allowed_by_hash_and_data_blocks_need_none() {
        let html = r#"<script type="application/json" id="x">{}</script><script src="/a.js"></script>
            <script>start()</script>"#;
        let policy = content_security_policy(html);
        let hash = STANDARD.encode(Sha256::digest(b"start()"));
        assert!(policy.contains(&format!("script-src 'self' 'sha256-{hash}'; ")), "{policy}");
        assert!(!policy.contains("unsafe-eval"));
    }

    #[test]
    fn the_policy_names_the_hosts_that_the_document_names_and_no_others() {
        let html = r#"<meta name="connect-hosts" content="https://geo.example http://127.0.0.1:8080 'unsafe-inline' https: *">
            <meta name="frame-hosts" content="https://maps.example; script-src *">"#;
        let policy = content_security_policy(html);
        assert!(
            policy.contains("connect-src 'self' https://geo.example http://127.0.0.1:8080; "),
            "{policy}"
        );
        assert!(policy.contains("frame-src 'self'; "), "{policy}");
        let bare = content_security_policy(r#"<meta name="connect-hosts" content="">"#);
        assert!(bare.contains("connect-src 'self'; frame-src 'self'; media-src 'self'; "), "{bare}");
    }
}
