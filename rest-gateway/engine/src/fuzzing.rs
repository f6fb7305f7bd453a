//! Any request, from its text to its SQL, without a database: what the fuzzer and the property tests try. Panics where
//! a promise does not hold: whatever a client sends is understood or refused as its own fault, and what it sent gets
//! into SQL only as quoted names and as binds.

use std::sync::{Arc, LazyLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;

use crate::api_request::{ApiRequest, Parts};
use crate::auth::{Authenticator, JwtKeys};
use crate::config::Config;
use crate::error::{Error, ErrorResponse};
use crate::plan::{Plan, plan};
use crate::query::{Sql, statements};
use crate::sample::schema_cache;
use crate::schema_cache::SchemaCache;

/// No request makes a longer statement.
const MAX_SQL_LENGTH: usize = 1024 * 1024;

struct Server {
    config: Config,
    cache: SchemaCache,
    authenticator: Authenticator,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let config = Config {
        db_schemas: vec!["api".to_owned(), "other".to_owned()],
        db_anon_role: Some("anon".to_owned()),
        db_aggregates_enabled: true,
        db_plan_enabled: true,
        db_max_rows: Some(1000),
        jwt_secret: JwtKeys::parse("a secret of thirty-two characters", false).ok(),
        ..Config::new("")
    };
    let authenticator = Authenticator::new(&config, Arc::default());
    Server { config, cache: schema_cache(), authenticator }
});

/// A request as HTTP/1.1 writes it; the version may be missing, and lines may end in a line feed alone. What is no
/// request is passed over.
pub fn request(text: &[u8]) {
    let (head, body) = match text.windows(2).position(|two| two == b"\n\n") {
        Some(end) => (&text[..end], &text[end + 2..]),
        None => (text, &[] as &[u8]),
    };
    let head = String::from_utf8_lossy(head);
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().splitn(2, ' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return };
    let target = target.strip_suffix(" HTTP/1.1").unwrap_or(target);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let name = HeaderName::try_from(name);
        let value = HeaderValue::try_from(value.trim());
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    let parts = Parts { method, path, query, headers: &headers };
    if let Err(error) = answer(&parts, Bytes::copy_from_slice(body)) {
        assert_clients_fault(&error);
    }
}

fn answer(parts: &Parts<'_>, body: Bytes) -> Result<(), Error> {
    let Server { config, cache, authenticator } = &*SERVER;
    let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    authenticator.identify(authorization)?;
    let request = ApiRequest::parse(parts, body, config)?;
    let Plan::Query(plan) = plan(&request, cache, config)? else { return Ok(()) };
    let preferences = &request.preferences;
    let statements = statements(&plan, preferences.count, preferences.representation, config.db_max_rows);
    assert_well_formed(statements.main.sql());
    statements.estimate.iter().for_each(assert_well_formed);
    Ok(())
}

fn assert_clients_fault(error: &Error) {
    let status = ErrorResponse::from(error).status;
    assert!(status.is_client_error() || status == StatusCode::MULTIPLE_CHOICES, "{status}: {error:?}");
}

/// Every quotation and parenthesis is closed, nothing ends the statement or hides a part of it, and every bind has its
/// place.
fn assert_well_formed(sql: &Sql) {
    let text = sql.text();
    assert!(text.len() <= MAX_SQL_LENGTH, "{} bytes of SQL", text.len());
    let mut depth = 0;
    let mut highest_bind = 0;
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let after = &rest[next.len_utf8()..];
        assert!(!rest.starts_with("--") && !rest.starts_with("/*") && next != ';', "{text}");
        rest = match next {
            '"' | '\'' => behind_quotation(after, next, text),
            'E' if after.starts_with('\'') => behind_escapes(&after[1..], text),
            '$' => {
                let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                highest_bind = highest_bind.max(after[..digits].parse().unwrap_or(usize::MAX));
                &after[digits..]
            }
            _ => {
                depth += i32::from(next == '(') - i32::from(next == ')');
                assert!(depth >= 0, "{text}");
                after
            }
        };
    }
    assert!(depth == 0, "{text}");
    assert!(highest_bind == sql.binds().len(), "{} binds: {text}", sql.binds().len());
}

/// What follows a quotation in which the quote itself is doubled.
fn behind_quotation<'a>(mut rest: &'a str, quote: char, text: &str) -> &'a str {
    loop {
        let end = rest.find(quote);
        assert!(end.is_some(), "{text}");
        rest = &rest[end.unwrap_or_default() + 1..];
        match rest.strip_prefix(quote) {
            Some(more) => rest = more,
            None => return rest,
        }
    }
}

/// What follows a quotation in which backslashes escape.
fn behind_escapes<'a>(mut rest: &'a str, text: &str) -> &'a str {
    loop {
        let end = rest.find(['\'', '\\']);
        assert!(end.is_some(), "{text}");
        let (found, behind) = rest.split_at(end.unwrap_or_default()).1.split_at(1);
        match (found, behind.chars().next()) {
            ("\\", Some(escaped)) => rest = &behind[escaped.len_utf8()..],
            (_, Some('\'')) => rest = &behind[1..],
            _ => return behind,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    use super::*;

    const METHODS: &[&str] = &["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE"];
    const PATHS: &[&str] = &[
        "/",
        "/films",
        "/directors",
        "/actors",
        "/roles",
        "/posters",
        "/places",
        "/nothing",
        "/rpc/films_of",
        "/rpc/sum_of",
        "/rpc/whole",
        "/rpc/note",
        "/rpc/nothing",
        "/a/b",
        "/%00",
        "/fil%ff",
    ];
    const KEYS: &[&str] = &[
        "select",
        "order",
        "limit",
        "offset",
        "or",
        "and",
        "not.or",
        "columns",
        "on_conflict",
        "id",
        "title",
        "info->a",
        "info->>-1",
        "words",
        "tags",
        "colour",
        "directors.id",
        "directors.order",
        "roles.limit",
        "actors.not.and",
        "directors",
        "\"odd \\\"name\\\"\"",
        "numbers",
        "director",
        "a.b.c",
        "*",
        "",
    ];
    const PIECES: &[&str] = &[
        "eq.",
        "not.",
        "in.(",
        "is.",
        "like(any).",
        "fts(",
        "wfts.",
        "cs.{",
        "isdistinct.",
        "null",
        "true",
        "and(",
        "or(",
        ")",
        "(",
        ",",
        ".",
        "*",
        "id",
        "title",
        "info",
        "words",
        "colour",
        "directors",
        "actors",
        "roles",
        "films",
        "latest_film",
        "places",
        "within",
        "\"odd \\\"name\\\"\"",
        "->",
        "->>",
        "0",
        "-1",
        "a:",
        "::text",
        "::",
        "count()",
        ".sum()",
        "!inner",
        "!left",
        "!roles_film",
        "...",
        ".desc",
        ".nullsfirst",
        "\"",
        "\\",
        "{",
        "}",
        "1",
        "99999999999999999999",
        " ",
        "+",
        "%00",
        "%2",
        "%ff",
        "\u{e9}",
        "'",
        ";",
        "--",
        "/*",
        "$1",
        "!!!!",
    ];
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
        "return=minimal",
        "count=exact",
        "count=planned",
        "resolution=merge-duplicates",
        "missing=default",
        "handling=strict",
        "max-affected=",
        "timezone=",
        "tx=rollback",
        "Bearer ",
        "a.b.c",
        "eyJhbGciOiJIUzI1NiJ9",
        "0-9",
        "9-0",
        "-",
        "=",
        ",",
        ";",
        "/",
        "\"",
        "api",
        "other",
        "1",
        "99999999999999999999",
        " ",
        "\t",
        "\u{e9}",
        "application/x-www-form-urlencoded",
        "application/octet-stream",
    ];
    const BODIES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\"id\":1",
        "\"title\":\"x\"",
        "\"numbers\":[1]",
        "null",
        "1",
        "-1e999",
        "\\u0000",
        "\0",
        "\u{e9}",
        "id,title\n1,x\n",
        "id=1&title=x",
        "&",
        "=",
        "\n",
        "\"colour\":\"red\"",
    ];

    /// The same cases in every run.
    fn tried(cases: u32) -> ProptestConfig {
        ProptestConfig {
            cases,
            rng_seed: RngSeed::Fixed(16),
            failure_persistence: None,
            ..ProptestConfig::default()
        }
    }

    fn one_of(from: &'static [&'static str]) -> impl Strategy<Value = String> {
        prop::sample::select(from).prop_map(str::to_owned)
    }

    fn text_of(from: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
        prop::collection::vec(
            prop_oneof![9 => one_of(from), 1 => any::<char>().prop_map(String::from)],
            0..most,
        )
        .prop_map(|pieces| pieces.concat())
    }

    fn written_request() -> impl Strategy<Value = String> {
        let parameter = (prop_oneof![4 => one_of(KEYS), 1 => text_of(PIECES, 4)], text_of(PIECES, 12))
            .prop_map(|(key, value)| format!("{key}={value}"));
        let header =
            (one_of(HEADERS), text_of(VALUES, 5)).prop_map(|(name, value)| format!("{name}: {value}\n"));
        (
            one_of(METHODS),
            one_of(PATHS),
            prop::collection::vec(parameter, 0..5),
            prop::collection::vec(header, 0..4),
            text_of(BODIES, 8),
        )
            .prop_map(|(method, path, parameters, headers, body)| {
                format!("{method} {path}?{}\n{}\n{body}", parameters.join("&"), headers.concat())
            })
    }

    proptest! {
        #![proptest_config(tried(5_000))]

        #[test]
        fn any_request_made_of_known_pieces_is_understood_or_refused(text in written_request()) {
            request(text.as_bytes());
        }
    }

    proptest! {
        #![proptest_config(tried(1_000))]

        #[test]
        fn any_query_string_is_understood_or_refused(query in any::<String>()) {
            request(format!("GET /films?{query}").as_bytes());
            request(format!("PATCH /films?select={query}\nPrefer: return=representation\n\n{{\"title\":1}}").as_bytes());
            request(format!("GET /rpc/films_of?director=1&order={query}").as_bytes());
            request(format!("GET /films?or=({query})").as_bytes());
        }

        #[test]
        fn any_header_is_understood_or_refused(value in any::<String>()) {
            for name in HEADERS {
                request(format!("GET /films\n{name}: {value}").as_bytes());
                request(format!("POST /films\n{name}: {value}\n\n{{\"id\":1}}").as_bytes());
            }
        }

        #[test]
        fn any_body_is_understood_or_refused(body in prop::collection::vec(any::<u8>(), 0..200)) {
            let media_types =
                ["application/json", "text/csv", "application/x-www-form-urlencoded", "application/octet-stream"];
            for media_type in media_types {
                for target in ["POST /films", "PATCH /films?columns=id", "PUT /films?id=eq.1", "POST /rpc/whole"] {
                    let head = format!("{target}\nContent-Type: {media_type}\n\n");
                    request(&[head.as_bytes(), &body].concat());
                }
            }
        }
    }

    #[test]
    fn every_request_of_the_corpus_is_understood_or_refused() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/request");
        let files: Vec<_> = corpus.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        assert!(!files.is_empty());
        for file in files {
            request(&std::fs::read(&file).unwrap());
        }
    }

    #[test]
    fn what_would_leave_its_place_in_sql_is_seen() {
        let refused = ["a(", "a)(", "\"a", "'a''", "E'a\\'", "a;b", "a--b", "a/*b", "$1"];
        for text in refused {
            let outcome = std::panic::catch_unwind(|| assert_well_formed(&Sql::new(text)));
            assert!(outcome.is_err(), "{text}");
        }
        assert_well_formed(&Sql::new("a -|- (\"b\"\"c;\") 'd''--' E'e\\'/*' -> -1"));
    }
}
