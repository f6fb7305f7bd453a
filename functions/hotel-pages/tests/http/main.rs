//! `hotel-pages` over HTTP against a real Postgres.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed setup step fails the test")]

mod hotel_page;
mod json_ld;
mod region_page;
mod sitemap;
mod stage;
