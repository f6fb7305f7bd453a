//! `hotel-pages` over HTTP against a real Postgres.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot arrange its world can only stop")]

mod hotel_page;
mod json_ld;
mod sitemap;
mod stage;
