//! The calls of spec §7, one module per address.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod hotel_reviews;
mod hotels;
mod user_auth;
mod user_searches;
