//! The dashboard and the alert rules in `packaging/observability`: every metric that they name is exported.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rest_gateway::function_host::TokenVerifier;
use rest_gateway::health_checks::{Systems, checks};
use rest_gateway::session_check::SessionCheck;

use crate::client::get;
use crate::stack::{PUBLISHABLE, Setup, jwks};

/// What the names of the gateway's and of the engine's metrics begin with.
const PREFIXES: [&str; 3] = ["gateway_", "pgrst_", "rest_"];

/// The metrics that a file names, without the suffixes of histograms.
fn named_in(file: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging/observability").join(file);
    let text = fs::read_to_string(path).unwrap();
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let names = words.filter(|word| PREFIXES.iter().any(|prefix| word.starts_with(prefix)));
    names.map(|name| family(name).to_owned()).collect()
}

fn family(name: &str) -> &str {
    let suffix = ["_bucket", "_sum", "_count"].iter().find_map(|suffix| name.strip_suffix(suffix));
    suffix.unwrap_or(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_metric_of_the_dashboard_and_of_the_alerts_is_exported() {
    let database = test_db::Database::create().await;
    let url = database.url("authenticator");
    let mut config = rest_engine::Config::new(url.clone());
    config.db_anon_role = Some("anon".to_owned());
    config.jwt_secret = Some(rest_engine::JwtKeys::parse(&jwks(), false).unwrap());
    let engine = rest_engine::Engine::connect(config).await.unwrap();
    let tokens = TokenVerifier::from_jwks(&jwks()).unwrap();
    let setup = Setup {
        engine: Some(engine),
        sessions: Some(SessionCheck::new(&url, tokens, Duration::from_secs(1)).unwrap()),
        checks: checks(&Systems {
            db_url: &url,
            pooler_url: None,
            read_urls: &[],
            s3_endpoint: None,
            redis_url: None,
        })
        .unwrap(),
        slow_after: Some(Duration::ZERO),
        ..Setup::functions(&["hello"])
    };
    let stack = setup.start().await;
    assert_eq!(get(&stack.url("/rest/v1/hotels?select=id"), &[("apikey", PUBLISHABLE)]).await.status, 200);
    let metrics = get(&stack.admin_url("/metrics"), &[]).await.text();
    let exported: BTreeSet<String> = metrics
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split(['{', ' ']).next())
        .map(|name| family(name).to_owned())
        .collect();
    for file in ["dashboard.json", "alerts.yml"] {
        let named = named_in(file);
        assert!(named.len() > 5, "{file} names {named:?}");
        let missing: Vec<&String> = named.difference(&exported).collect();
        assert!(missing.is_empty(), "{file} names {missing:?}, which is not exported:\n{metrics}");
    }
    assert!(metrics.contains("gateway_slow_requests_total 1\n"), "{metrics}");
    assert!(metrics.contains("rest_transaction_duration_seconds_count{access=\"read\"} 1\n"), "{metrics}");
    assert!(metrics.contains("rest_pool_wait_seconds_count"), "{metrics}");
}
