//! Fuzzes whole requests: method, path, query string, headers and body.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &[u8]| rest_engine::fuzzing::request(text));
