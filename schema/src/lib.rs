//! The database: its migrations, its tables as Diesel sees them, and the sample data.
//!
//! The migrations are embedded, so that every binary can bring a database up to date without a tool and without
//! libpq. What a caller may see is decided in the database, by grants and row-level security.

pub mod migrate;
pub mod models;
pub mod numbers;
pub mod schema;
pub mod seed;
