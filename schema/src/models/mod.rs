//! One file for each table, with the types of the rows that the services read and write.

pub mod host_application;
pub mod hotel;
pub mod hotel_review;
pub mod profile;
pub mod user_search;
