//! Errors that are an outage of the server and not the fault of a statement.

use std::error::Error as _;
use std::io;

use tokio_postgres::error::SqlState;

/// The server is shutting down, has crashed, or is starting.
const SHUTDOWN_STATES: [SqlState; 3] =
    [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];

/// Whether the same request may succeed later: the connection was lost (also a connection of a pooler, SQLSTATE class
/// 08), or the server is out of disk, memory or connections (class 53), shuts down or starts.
pub fn is_outage(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(state) => is_outage_state(state),
        None => error.is_closed() || error.source().is_some_and(|cause| cause.is::<io::Error>()),
    }
}

fn is_outage_state(state: &SqlState) -> bool {
    // The same statement would exceed a configured limit, such as `temp_file_limit`, again.
    if *state == SqlState::CONFIGURATION_LIMIT_EXCEEDED {
        return false;
    }
    let is_of_class = |class: &str| state.code().starts_with(class);
    is_of_class("08") || is_of_class("53") || SHUTDOWN_STATES.contains(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sqlstate_tells_an_outage_from_the_fault_of_a_statement() {
        for outage in ["08006", "08P01", "53000", "53100", "53200", "53300", "57P01", "57P02", "57P03"] {
            assert!(is_outage_state(&SqlState::from_code(outage)), "{outage}");
        }
        for fault in ["53400", "57014", "57P04", "42501", "23505", "XX000"] {
            assert!(!is_outage_state(&SqlState::from_code(fault)), "{fault}");
        }
    }
}
