//! Exact numbers of the database as the numbers of JSON, and back: Postgres converts them.

use diesel::sql_types::{Double, Numeric};

diesel::define_sql_function! {
    /// An exact number as a floating one.
    fn float8(number: Numeric) -> Double;
}

diesel::define_sql_function! {
    /// A floating number as an exact one, with the digits that it is written with.
    #[sql_name = "\"numeric\""]
    fn numeric(number: Double) -> Numeric;
}
