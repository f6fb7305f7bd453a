//! The calls of spec §7, one module for each address.

// What a test cannot arrange or find, it fails on.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod hotel_reviews;
mod hotels;
mod user_auth;
mod user_searches;
