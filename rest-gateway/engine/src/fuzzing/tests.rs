//! Property tests over random requests, and the fuzzing corpus as a regression test.

use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::request;
use super::vocabulary::{BODIES, HEADERS, KEYS, PIECES, VALUES};

const METHODS: &[&str] = &["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE"];
/// Those of the sample catalogue, and unknown ones.
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

/// The seed is fixed, so that every run has the same cases.
fn config(cases: u32) -> ProptestConfig {
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

fn text_of(from: &'static [&'static str], max: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof![9 => one_of(from), 1 => any::<char>().prop_map(String::from)], 0..max)
        .prop_map(|pieces| pieces.concat())
}

fn written_request() -> impl Strategy<Value = String> {
    let parameter = (prop_oneof![4 => one_of(KEYS), 1 => text_of(PIECES, 4)], text_of(PIECES, 12))
        .prop_map(|(key, value)| format!("{key}={value}"));
    let header = (one_of(HEADERS), text_of(VALUES, 5)).prop_map(|(name, value)| format!("{name}: {value}\n"));
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
    #![proptest_config(config(5_000))]

    #[test]
    fn a_request_of_known_fragments_succeeds_or_is_a_client_error(text in written_request()) {
        request(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_query_string_succeeds_or_is_a_client_error(query in any::<String>()) {
        request(format!("GET /films?{query}").as_bytes());
        request(format!("PATCH /films?select={query}\nPrefer: return=representation\n\n{{\"title\":1}}").as_bytes());
        request(format!("GET /rpc/films_of?director=1&order={query}").as_bytes());
        request(format!("GET /films?or=({query})").as_bytes());
    }

    #[test]
    fn any_header_succeeds_or_is_a_client_error(value in any::<String>()) {
        for name in HEADERS {
            request(format!("GET /films\n{name}: {value}").as_bytes());
            request(format!("POST /films\n{name}: {value}\n\n{{\"id\":1}}").as_bytes());
        }
    }

    #[test]
    fn any_body_succeeds_or_is_a_client_error(body in prop::collection::vec(any::<u8>(), 0..200)) {
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
fn every_request_of_the_corpus_succeeds_or_is_a_client_error() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/request");
    let files: Vec<_> = corpus.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        request(&std::fs::read(&file).unwrap());
    }
}
