//! The tables as Diesel sees them.
