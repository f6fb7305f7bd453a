//! The calls of spec §7, one module per address.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod hotel_reviews;
mod hotels;
mod user_auth;
mod user_searches;
