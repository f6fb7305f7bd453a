//! One file per table: the rows that code reads, and those that it writes.

pub mod host_application;
pub mod hotel;
pub mod hotel_review;
pub mod identity;
pub mod profile;
pub mod refresh_token;
pub mod session;
pub mod user;
pub mod user_search;
