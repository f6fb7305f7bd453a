//! Stored broadcasts.

use bytes::Bytes;

use super::{Database, DatabaseError};
use crate::replay::{ReplayRequest, StoredContent, StoredMessage};

/// The newest messages of a private room. The condition is the one of an index.
const STORED: &str = "select id, coalesce(event, ''), payload::text, binary_payload from realtime.messages
    where topic = $1 and private and extension = 'broadcast'
      and inserted_at >= $2 and inserted_at < (now() at time zone 'utc') + interval '1 minute'
    order by inserted_at desc limit $3";

impl Database {
    /// The newest messages that a client asks for, oldest first.
    pub(crate) async fn stored_messages(
        &self,
        sub_topic: &str,
        request: ReplayRequest,
    ) -> Result<Vec<StoredMessage>, DatabaseError> {
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await?;
        transaction.batch_execute("set local statement_timeout = 5000").await?;
        let rows = transaction.query(STORED, &[&sub_topic, &request.since, &request.limit]).await?;
        transaction.rollback().await?;
        let stored = rows.iter().rev().filter_map(|row| {
            let (json, bytes): (Option<String>, Option<&[u8]>) = (row.get(2), row.get(3));
            let content = match (json, bytes) {
                (Some(json), _) => StoredContent::Json(json),
                (None, Some(bytes)) => StoredContent::Bytes(Bytes::copy_from_slice(bytes)),
                (None, None) => return None,
            };
            Some(StoredMessage { id: row.get(0), event: row.get(1), content })
        });
        Ok(stored.collect())
    }
}
