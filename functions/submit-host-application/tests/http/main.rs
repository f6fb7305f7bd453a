//! `submit-host-application` over HTTP, against a real Postgres and a real storage: call 15 of spec §7 and the partner
//! form of §5.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod accepted;
mod fields;
mod interrupted;
mod photos;
mod stage;
