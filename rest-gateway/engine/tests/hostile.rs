//! Whatever a client sends ends in an answer that is its own fault or its due: never a panic, never a 500.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Api;

/// A small generator with a fixed seed, so that a failure comes again.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn text(&mut self, pieces: &[&str], most: usize) -> String {
        (0..=self.below(most)).map(|_| self.pick(pieces)).collect()
    }
}

const KEYS: &[&str] = &[
    "id",
    "title",
    "year",
    "tags",
    "info",
    "info->a",
    "info->>n",
    "shown",
    "words",
    "select",
    "order",
    "limit",
    "offset",
    "or",
    "and",
    "not.or",
    "columns",
    "on_conflict",
    "directors.id",
    "directors.order",
    "reviews.limit",
    "roles",
    "directors",
    "label",
    "\"odd\"",
    "info->-1",
    "a.b.c",
    "not",
    "reviews.or",
    "xmin",
    "*",
    "",
];
const PIECES: &[&str] = &[
    "eq",
    "not",
    "in",
    "is",
    "like",
    "fts",
    "cs",
    "ov",
    "adj",
    "isdistinct",
    "match",
    "any",
    "all",
    ".",
    ".",
    "(",
    ")",
    ",",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "*",
    "id",
    "title",
    "year",
    "info",
    "directors",
    "reviews",
    "roles",
    "facts",
    "films",
    "->",
    "->>",
    "::",
    "int",
    "text",
    "json",
    "count()",
    "sum()",
    ":",
    "!",
    "inner",
    "...",
    "desc",
    "nullsfirst",
    "1",
    "-1",
    "99999999999999999999",
    "null",
    "true",
    "é",
    "%",
    " ",
    "+",
    "&",
    "=",
    "#",
    "'",
    ";",
    "--",
    "$1",
    "and",
    "or",
    "1962",
    "x",
    "label",
    "sequels",
    "maker",
    "categories",
];
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
const SANE: &[&str] = &[
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
async fn any_query_string_ends_in_an_answer() {
    let api = Api::with(|config| config.db_aggregates_enabled = true).await;
    let mut chance = Chance(7);
    for round in 0..1500 {
        let parameters: Vec<String> = (0..=chance.below(4))
            .map(|_| match chance.below(3) {
                0 => chance.pick(SANE).to_owned(),
                _ => format!("{}={}", encode(&chance.text(KEYS, 1)), encode(&chance.text(PIECES, 9))),
            })
            .collect();
        let path = format!("{}?{}", chance.pick(PATHS), parameters.join("&"));
        let method = chance.pick(&["GET", "GET", "HEAD", "OPTIONS"]);
        let answer = api
            .ask(method, &path)
            .prefer(chance.pick(&["", "count=exact", "count=planned", "handling=strict"]))
            .await;
        assert!(answer.status < 500, "round {round}: {method} {path}: {} {}", answer.status, answer.body);
    }
}

#[actix_web::test]
async fn any_query_string_of_a_write_ends_in_an_answer() {
    let api = Api::with(|config| config.db_tx_end = rest_engine::TxEnd::Rollback).await;
    let mut chance = Chance(5);
    for round in 0..800 {
        let mut parameters: Vec<String> = (0..=chance.below(3))
            .map(|_| match chance.below(3) {
                0 => chance.pick(SANE).to_owned(),
                _ => format!("{}={}", encode(&chance.text(KEYS, 1)), encode(&chance.text(PIECES, 9))),
            })
            .collect();
        parameters.push(
            chance
                .pick(&["id=eq.1", "columns=id", "columns=title,id", "on_conflict=id", "id=gt.0"])
                .to_owned(),
        );
        let path = format!("{}?{}", chance.pick(PATHS), parameters.join("&"));
        let method = chance.pick(&["POST", "PATCH", "PUT", "DELETE"]);
        let body = chance.pick(&[
            r#"{"id":1,"title":"x"}"#,
            r#"[{"id":1},{"id":2}]"#,
            "[]",
            "{}",
            r#"{"my.col":1}"#,
        ]);
        let ask = api.ask(method, &path).header("Content-Type", "application/json").body(body);
        let answer = ask
            .prefer(chance.pick(&["return=representation", "return=headers-only", "count=exact"]))
            .prefer(chance.pick(&[
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

const HEADERS: &[&str] = &[
    "Accept",
    "Prefer",
    "Range",
    "Range-Unit",
    "Content-Type",
    "Accept-Profile",
    "Content-Profile",
    "Authorization",
    "Cookie",
    "X-Any",
];
const VALUES: &[&str] = &[
    "application/json",
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/vnd.pgrst.plan+json",
    ";nulls=stripped",
    "; for=\"text/csv\"",
    "; options=analyze|verbose",
    ";q=0.",
    "*/*",
    "return=representation",
    "return=headers-only",
    "count=exact",
    "count=estimated",
    "resolution=merge-duplicates",
    "handling=strict",
    "max-affected=1",
    "timezone=Europe/Paris",
    "timezone=Nowhere",
    "tx=rollback",
    "Bearer ",
    "eyJhbGciOiJIUzI1NiJ9.e30.",
    "a=b; c",
    "0-1",
    "9-0",
    "-",
    "=",
    ",",
    ";",
    "/",
    "\"",
    "api",
    "99999999999999999999",
    " ",
    "\t",
];

#[actix_web::test]
async fn any_set_of_headers_ends_in_an_answer() {
    let api = Api::with(|config| {
        config.db_tx_end = rest_engine::TxEnd::RollbackAllowOverride;
        config.db_plan_enabled = true;
    })
    .await;
    let mut chance = Chance(3);
    for round in 0..800 {
        let method = chance.pick(&["GET", "GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]);
        let path =
            chance.pick(&["/films?id=lt.3", "/directors", "/rpc/total", "/rpc/films_of?director=2", "/"]);
        let headers: Vec<(&str, String)> =
            (0..=chance.below(3)).map(|_| (chance.pick(HEADERS), chance.text(VALUES, 4))).collect();
        let mut ask = api.ask(method, path);
        if matches!(method, "POST" | "PATCH") {
            ask = ask.body("{\"title\":\"x\"}");
        }
        for (name, value) in &headers {
            ask = ask.header(name, value.trim());
        }
        let answer = ask.await;
        assert!(
            answer.status < 500,
            "round {round}: {method} {path} {headers:?}: {} {}",
            answer.status,
            answer.body
        );
    }
}

#[actix_web::test]
async fn what_is_too_deep_or_too_wide_for_postgres_is_refused() {
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
async fn any_body_ends_in_an_answer() {
    let api = Api::with(|config| config.db_tx_end = rest_engine::TxEnd::Rollback).await;
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\"id\"",
        "\"title\"",
        "1",
        "-1e999",
        "null",
        "true",
        "\\u0000",
        "\u{0}",
        "é",
        "[{\"title\":\"x\"}]",
        "{\"title\":\"y\",\"minutes\":5}",
        "{\"id\":\"nope\"}",
        "[[[[",
        "\n",
    ];
    let mut chance = Chance(11);
    for round in 0..500 {
        let body = chance.text(&pieces, 6);
        let method = chance.pick(&["POST", "PATCH", "PUT", "DELETE"]);
        let path = chance.pick(&[
            "/films",
            "/films?id=eq.1",
            "/films?columns=title",
            "/rpc/add",
            "/rpc/whole",
            "/rpc/total",
        ]);
        let kind =
            chance.pick(&["application/json", "text/csv", "application/x-www-form-urlencoded", "text/plain"]);
        let ask = api.ask(method, path).header("Content-Type", kind).body(body.clone());
        let answer = ask
            .prefer(chance.pick(&["return=representation", "missing=default", "resolution=merge-duplicates"]))
            .await;
        assert!(
            answer.status < 500,
            "round {round}: {method} {path} {body:?}: {} {}",
            answer.status,
            answer.body
        );
    }
}
