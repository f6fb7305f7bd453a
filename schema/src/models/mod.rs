//! One file per table.
