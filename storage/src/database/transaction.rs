//! A transaction that saves a round trip: `begin` is sent together with the first statement.

use std::ops::Deref;

use deadpool_postgres::ClientWrapper;
use futures_util::FutureExt;
use tokio_postgres::Error;

/// A transaction on a pooled connection. It is rolled back unless it is committed.
pub struct Transaction<'a> {
    client: &'a mut ClientWrapper,
    is_open: bool,
}

impl<'a> Transaction<'a> {
    /// Sends `begin` without waiting for its answer. It fails only on a lost connection, where the next statement fails
    /// too.
    pub(super) fn begin(client: &'a mut ClientWrapper) -> Result<Self, Error> {
        send(client, "begin")?;
        Ok(Self { client, is_open: true })
    }

    pub async fn commit(mut self) -> Result<(), Error> {
        self.is_open = false;
        self.client.batch_execute("commit").await
    }
}

impl Deref for Transaction<'_> {
    type Target = ClientWrapper;

    fn deref(&self) -> &ClientWrapper {
        self.client
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // On a lost connection the server rolls back by itself.
            let _ = send(self.client, "rollback");
        }
    }
}

/// Sends a statement, which the first poll of its future does. The connection reads the answer before that of the next
/// statement.
fn send(client: &ClientWrapper, sql: &str) -> Result<(), Error> {
    client.batch_execute(sql).now_or_never().unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use crate::database::Connection;
    use crate::database::tests::connect;

    const COUNT: &str = "select count(*) from storage.buckets";

    async fn insert(connection: &mut Connection, commit: bool) {
        let transaction = connection.begin().unwrap();
        transaction.execute("insert into storage.buckets (id, name) values ('b', 'b')", &[]).await.unwrap();
        if commit {
            transaction.commit().await.unwrap();
        }
    }

    async fn count(connection: &Connection) -> i64 {
        connection.0.query_one(COUNT, &[]).await.unwrap().get(0)
    }

    #[tokio::test]
    async fn only_a_committed_transaction_stays() {
        let (_database, mut connection) = connect().await;
        insert(&mut connection, false).await;
        assert_eq!(count(&connection).await, 0);
        insert(&mut connection, true).await;
        assert_eq!(count(&connection).await, 1);
    }

    #[tokio::test]
    async fn a_statement_that_fails_ends_with_its_transaction() {
        let (_database, mut connection) = connect().await;
        let transaction = connection.begin().unwrap();
        transaction.execute("select 1 / 0", &[]).await.unwrap_err();
        transaction.execute(COUNT, &[]).await.unwrap_err();
        drop(transaction);
        assert_eq!(count(&connection).await, 0);
    }
}
