//! The product's database: its migrations, its tables for Diesel, and the sample data. Roles, accounts and files are the
//! platform's (`platform-schema`).
//!
//! [`migrate`] applies the embedded migrations, so that every binary can bring a database up to date without a tool and
//! without libpq. [`seed`] adds the sample data. [`schema`] and [`models`] hold the tables and the rows that the
//! services read and write. Access is decided in the database, by grants and row-level security.
//!
//! Of the workspace's crates it depends only on `platform-schema` and `postgres-connect`.

pub mod migrate;
pub mod models;
pub mod numbers;
pub mod schema;
pub mod seed;
