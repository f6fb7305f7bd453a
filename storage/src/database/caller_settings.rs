//! The settings (GUCs) of a caller that policies read.

use std::borrow::Cow;

use tokio_postgres::types::ToSql;

use super::operation::Operation;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// The role that the process logs in as.
const OWNER: &str = "supabase_storage_admin";
/// `set role none` returns to the role that logged in.
const NO_ROLE: &str = "none";
/// The roles of most tokens.
const USUAL_ROLES: [&str; 3] = ["anon", "authenticated", "service_role"];

/// The values of the settings.
pub struct CallerSettings<'a> {
    claims: &'a str,
    subject: &'a str,
    role: &'a str,
    jwt: &'a str,
    headers: &'a str,
    method: &'a str,
    path: &'a str,
    operation: &'static str,
}

impl<'a> CallerSettings<'a> {
    /// The columns of a `select` that sets all of them until the end of the transaction. `$3` is the role.
    pub const SQL: &'static str = "set_config('request.jwt.claims', $1, true),
         set_config('request.jwt.claim.sub', $2, true),
         set_config('request.jwt.claim.role', $3, true),
         set_config('request.jwt', $4, true),
         set_config('request.headers', $5, true),
         set_config('request.method', $6, true),
         set_config('request.path', $7, true),
         set_config('storage.operation', $8, true)";

    /// The statement that sets all of them and assumes the role.
    pub fn assume_sql() -> String {
        format!("select {}, set_config('role', $3, true)", Self::SQL)
    }

    /// # Errors
    /// [`Error::AccessDenied`] for a token that names the owner of the tables, who is exempt from row-level security.
    pub fn of(caller: &'a Caller, operation: Operation) -> Result<Self> {
        if matches!(caller.role(), NO_ROLE | OWNER) {
            return Err(Error::AccessDenied("Access denied".to_owned()));
        }
        let request = caller.request();
        Ok(Self {
            claims: caller.claims(),
            subject: caller.subject().unwrap_or_default(),
            role: caller.role(),
            jwt: &request.jwt,
            headers: &request.headers,
            method: &request.method,
            path: &request.path,
            operation: operation.0,
        })
    }

    /// The text of a statement that runs as the caller: for each of the usual roles another one, so that each has a plan of its
    /// own. Postgres plans a statement on a table with policies again when another role than the last one runs it.
    pub fn statement<'s>(&self, sql: &'s str) -> Cow<'s, str> {
        match USUAL_ROLES.contains(&self.role) {
            true => format!("{sql} /* {} */", self.role).into(),
            false => sql.into(),
        }
    }

    /// The parameters `$1` to `$8` of [`CallerSettings::SQL`].
    pub fn binds(&self) -> [&(dyn ToSql + Sync); 8] {
        [
            &self.claims,
            &self.subject,
            &self.role,
            &self.jwt,
            &self.headers,
            &self.method,
            &self.path,
            &self.operation,
        ]
    }
}
