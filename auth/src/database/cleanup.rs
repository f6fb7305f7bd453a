//! SQL that deletes rows which nothing reads any more, a batch at a time. Rows that another transaction has locked are
//! left for the next time, so that several copies of the service and its requests do not wait for each other.

use std::time::Duration;

use super::Connection;
use crate::error::Result;

/// Rows that nothing reads any more once they have a certain age.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Obsolete {
    /// By the time of their last use.
    RevokedRefreshTokens,
    /// By the time at which they ended.
    EndedSessions,
    /// By the time at which they began.
    OldSessions,
    /// By the time of their last refresh, or of their beginning.
    InactiveSessions,
    OneTimeTokens,
    Challenges,
    UnverifiedFactors,
}

impl Obsolete {
    /// The table, and the condition for rows that are older than `$1` seconds. Each condition has an index.
    fn rows(self) -> (&'static str, &'static str) {
        match self {
            Obsolete::RevokedRefreshTokens => (
                "auth.refresh_tokens",
                "revoked and updated_at < now() - make_interval(secs => $1) order by updated_at",
            ),
            Obsolete::EndedSessions => {
                ("auth.sessions", "not_after < now() - make_interval(secs => $1) order by not_after")
            }
            Obsolete::OldSessions => {
                ("auth.sessions", "created_at < now() - make_interval(secs => $1) order by created_at")
            }
            Obsolete::InactiveSessions => (
                "auth.sessions",
                "created_at < now() - make_interval(secs => $1)
                   and (refreshed_at is null or refreshed_at < now() at time zone 'utc' - make_interval(secs => $1))
                 order by created_at",
            ),
            Obsolete::OneTimeTokens => (
                "auth.one_time_tokens",
                "created_at < now() at time zone 'utc' - make_interval(secs => $1) order by created_at",
            ),
            Obsolete::Challenges => {
                ("auth.mfa_challenges", "created_at < now() - make_interval(secs => $1) order by created_at")
            }
            Obsolete::UnverifiedFactors => (
                "auth.mfa_factors",
                "status = 'unverified' and created_at < now() - make_interval(secs => $1) order by created_at",
            ),
        }
    }
}

impl Connection {
    /// Deletes up to `limit` rows that have reached `age`, the oldest first, and returns their number.
    pub async fn delete_obsolete(&self, rows: Obsolete, age: Duration, limit: u32) -> Result<u64> {
        let (table, condition) = rows.rows();
        let delete = format!(
            "delete from {table} where id in (
               select id from {table} where {condition} limit $2 for update skip locked
             )"
        );
        let statement = self.0.prepare_cached(&delete).await?;
        Ok(self.0.execute(&statement, &[&age.as_secs_f64(), &i64::from(limit)]).await?)
    }
}
