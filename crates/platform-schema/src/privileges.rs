//! Reports all privileges that a role lacks for the migrations at once; a migration would fail at the first one.

use crate::error::Error;
use crate::history::Connection;
use diesel::sql_types::Text;
use diesel::{QueryableByName, RunQueryDsl};

#[derive(QueryableByName)]
struct Statement {
    #[diesel(sql_type = Text)]
    statement: String,
}

#[derive(QueryableByName)]
struct Role {
    #[diesel(sql_type = Text)]
    role: String,
}

/// # Errors
/// [`Error::Privileges`] with the statements that a superuser must run.
pub fn check(connection: &mut Connection) -> Result<(), Error> {
    let missing: Vec<Statement> =
        diesel::sql_query(include_str!("missing_privileges.sql")).load(connection)?;
    if missing.is_empty() {
        return Ok(());
    }
    let role: Role = diesel::sql_query("select current_user::text as role").get_result(connection)?;
    let statements = missing.into_iter().map(|missing| missing.statement).collect();
    Err(Error::Privileges { role: role.role, statements })
}
