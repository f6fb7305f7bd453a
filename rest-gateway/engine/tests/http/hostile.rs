//! Random and oversized requests: none may cause a panic or a server error.

#[path = "../../src/fuzzing/vocabulary.rs"]
mod vocabulary;

use crate::common::Api;
use crate::common::seeded_rng::SeededRng;
use vocabulary::{BODIES, HEADERS, KEYS, PIECES, VALUES};

/// Those of the cinema fixture, and unknown ones.
const PATHS: &[&str] = &[
    "/films",
    "/directors",
    "/film_titles",
    "/old_films",
    "/odd name",
    "/categories",
    "/rpc/films_of",
    "/rpc/add",
    "/rpc/pairs",
    "/rpc/numbers",
    "/rpc/total",
    "/prizes",
    "/nope",
];
const VALID_PARAMETERS: &[&str] = &[
    "select=id,directors(name)",
    "select=*,reviews(*)",
    "select=id,...directors(name)",
    "select=title,roles(actors(name))",
    "order=id",
    "limit=2",
    "year=gt.1",
    "director=2",
    "a=1",
    "select=count()",
    "select=director_id,year.max()",
];

fn encode(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

#[actix_web::test]
async fn no_query_string_causes_a_server_error() {
    let api = Api::with_config(|config| config.db_aggregates_enabled = true).await;
    let mut rng = SeededRng(7);
    for round in 0..1500 {
        let parameters: Vec<String> = (0..=rng.below(4))
            .map(|_| match rng.below(3) {
                0 => rng.pick(VALID_PARAMETERS).to_owned(),
                _ => format!("{}={}", encode(&rng.text(KEYS, 1)), encode(&rng.text(PIECES, 9))),
            })
            .collect();
        let path = format!("{}?{}", rng.pick(PATHS), parameters.join("&"));
        let method = rng.pick(&["GET", "GET", "HEAD", "OPTIONS"]);
        let answer = api
            .request(method, &path)
            .prefer(rng.pick(&["", "count=exact", "count=planned", "handling=strict"]))
            .await;
        assert!(answer.status < 500, "round {round}: {method} {path}: {} {}", answer.status, answer.body);
    }
}

#[actix_web::test]
async fn no_query_string_of_a_write_causes_a_server_error() {
    let api = Api::with_config(|config| config.db_tx_end = rest_engine::TxEnd::Rollback).await;
    let mut rng = SeededRng(5);
    for round in 0..800 {
        let mut parameters: Vec<String> = (0..=rng.below(3))
            .map(|_| match rng.below(3) {
                0 => rng.pick(VALID_PARAMETERS).to_owned(),
                _ => format!("{}={}", encode(&rng.text(KEYS, 1)), encode(&rng.text(PIECES, 9))),
            })
            .collect();
        parameters.push(
            rng.pick(&["id=eq.1", "columns=id", "columns=title,id", "on_conflict=id", "id=gt.0"]).to_owned(),
        );
        let path = format!("{}?{}", rng.pick(PATHS), parameters.join("&"));
        let method = rng.pick(&["POST", "PATCH", "PUT", "DELETE"]);
        let body =
            rng.pick(&[r#"{"id":1,"title":"x"}"#, r#"[{"id":1},{"id":2}]"#, "[]", "{}", r#"{"my.col":1}"#]);
        let request = api.request(method, &path).header("Content-Type", "application/json").body(body);
        let answer = request
            .prefer(rng.pick(&["return=representation", "return=headers-only", "count=exact"]))
            .prefer(rng.pick(&[
                "resolution=merge-duplicates",
                "missing=default",
                "handling=strict, max-affected=1",
            ]))
            .await;
        assert!(
            answer.status < 500,
            "round {round}: {method} {path} {body}: {} {}",
            answer.status,
            answer.body
        );
    }
}

#[actix_web::test]
async fn no_headers_cause_a_server_error() {
    let api = Api::with_config(|config| {
        config.db_tx_end = rest_engine::TxEnd::RollbackAllowOverride;
        config.db_plan_enabled = true;
    })
    .await;
    let mut rng = SeededRng(3);
    for round in 0..800 {
        let method = rng.pick(&["GET", "GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]);
        let path = rng.pick(&["/films?id=lt.3", "/directors", "/rpc/total", "/rpc/films_of?director=2", "/"]);
        let headers: Vec<(&str, String)> =
            (0..=rng.below(3)).map(|_| (rng.pick(HEADERS), rng.text(VALUES, 4))).collect();
        let mut request = api.request(method, path);
        if matches!(method, "POST" | "PATCH") {
            request = request.body("{\"title\":\"x\"}");
        }
        for (name, value) in &headers {
            request = request.header(name, value.trim());
        }
        let answer = request.await;
        assert!(
            answer.status < 500,
            "round {round}: {method} {path} {headers:?}: {} {}",
            answer.status,
            answer.body
        );
    }
}

#[actix_web::test]
async fn rejects_requests_that_are_too_deep_or_too_wide_for_postgres() {
    let api = Api::cinema().await;
    for query in [
        format!("info=eq.{}", "[".repeat(9000)),
        format!("or=(info.eq.{})", "[".repeat(9000)),
        format!("words=fts.{}cat", "(".repeat(9000)),
        format!("words=fts.{}cat", "!".repeat(40)),
        format!("words=wfts.{}cat", "- ".repeat(40)),
        format!("select=*{}", ",*".repeat(900)),
        format!("select=id{}", ",...directors(*)".repeat(90)),
        format!("on_conflict=id{}", ",id".repeat(1600)),
    ] {
        let answer = api.get(&format!("/films?{query}")).await;
        assert_eq!(answer.error(), (400, "PGRST100".to_owned()), "{}", answer.body);
    }
    assert_eq!(api.get(&format!("/films?words=fts.{}cat", "!".repeat(20))).await.status, 200);
}

#[actix_web::test]
async fn no_body_causes_a_server_error() {
    let api = Api::with_config(|config| config.db_tx_end = rest_engine::TxEnd::Rollback).await;
    let mut rng = SeededRng(11);
    for round in 0..500 {
        let body = rng.text(BODIES, 6);
        let method = rng.pick(&["POST", "PATCH", "PUT", "DELETE"]);
        let path = rng.pick(&[
            "/films",
            "/films?id=eq.1",
            "/films?columns=title",
            "/rpc/add",
            "/rpc/whole",
            "/rpc/total",
        ]);
        let kind =
            rng.pick(&["application/json", "text/csv", "application/x-www-form-urlencoded", "text/plain"]);
        let request = api.request(method, path).header("Content-Type", kind).body(body.clone());
        let answer = request
            .prefer(rng.pick(&["return=representation", "missing=default", "resolution=merge-duplicates"]))
            .await;
        assert!(
            answer.status < 500,
            "round {round}: {method} {path} {body:?}: {} {}",
            answer.status,
            answer.body
        );
    }
}
