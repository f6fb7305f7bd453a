//! The check for ended sessions.

use std::collections::HashSet;

use uuid::Uuid;

use super::{Database, DatabaseError};
use crate::sessions::Session;

impl Database {
    /// Those of the sessions that have ended.
    pub(crate) async fn ended_sessions(&self, sessions: &[Session]) -> Result<Vec<Session>, DatabaseError> {
        let (ids, users): (Vec<Uuid>, Vec<Uuid>) = sessions.iter().map(|it| (it.id, it.user)).unzip();
        let connection = self.connection().await?;
        let rows = connection.query("select * from auth.ended_sessions($1, $2)", &[&ids, &users]).await?;
        let ended: HashSet<Uuid> = rows.iter().map(|row| row.get(0)).collect();
        Ok(sessions.iter().copied().filter(|session| ended.contains(&session.id)).collect())
    }
}
