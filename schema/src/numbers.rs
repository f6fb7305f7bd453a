//! Conversions between `numeric` columns and the floating-point numbers of JSON, which Postgres performs.

use diesel::sql_types::{Double, Numeric};

diesel::define_sql_function! {
    /// Converts `numeric` to `double precision`.
    fn float8(number: Numeric) -> Double;
}

diesel::define_sql_function! {
    /// Converts `double precision` to `numeric`, with its shortest decimal representation.
    #[sql_name = "\"numeric\""]
    fn numeric(number: Double) -> Numeric;
}
