//! The bytes of one connection: the framing and the server's parser must end every message at the same offset.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rest_gateway::fuzzing::framing(bytes));
