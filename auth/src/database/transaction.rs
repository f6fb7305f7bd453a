//! A transaction that saves round trips: `begin` is sent together with the first statement, and `commit` can be sent
//! together with the last ones.

use std::sync::atomic::{AtomicBool, Ordering};

use deadpool_postgres::ClientWrapper;
use futures_util::FutureExt;
use futures_util::future::{join, join_all};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement};

/// The parameters of a statement.
type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A transaction on a pooled connection. It is rolled back unless it is committed.
///
/// A statement is sent when its future is first polled. Futures that are polled together (`join`) therefore travel in
/// one message, in the order of their first poll.
pub(super) struct Transaction<'a> {
    client: &'a mut ClientWrapper,
    /// Whether `begin` has been sent and no end of the transaction.
    is_open: AtomicBool,
}

impl<'a> Transaction<'a> {
    /// Sends nothing yet.
    pub fn new(client: &'a mut ClientWrapper) -> Transaction<'a> {
        Transaction { client, is_open: AtomicBool::new(false) }
    }

    pub async fn prepare_cached(&self, statement: &str) -> Result<Statement, Error> {
        self.client.prepare_cached(statement).await
    }

    pub async fn execute(&self, statement: &Statement, parameters: Parameters<'_>) -> Result<u64, Error> {
        self.after_begin(self.client.execute(statement, parameters)).await
    }

    pub async fn query(&self, statement: &Statement, parameters: Parameters<'_>) -> Result<Vec<Row>, Error> {
        self.after_begin(self.client.query(statement, parameters)).await
    }

    pub async fn query_one(&self, statement: &Statement, parameters: Parameters<'_>) -> Result<Row, Error> {
        self.after_begin(self.client.query_one(statement, parameters)).await
    }

    pub async fn query_opt(
        &self,
        statement: &Statement,
        parameters: Parameters<'_>,
    ) -> Result<Option<Row>, Error> {
        self.after_begin(self.client.query_opt(statement, parameters)).await
    }

    /// Executes statements without parameters.
    pub async fn batch_execute(&self, statements: &str) -> Result<(), Error> {
        if self.opens() {
            return self.client.batch_execute(&format!("begin; {statements}")).await;
        }
        self.client.batch_execute(statements).await
    }

    /// Commits. A transaction without a statement sends nothing.
    pub async fn commit(self) -> Result<(), Error> {
        // From here on the server ends the transaction; a rollback would be superfluous.
        if self.is_open.swap(false, Ordering::Relaxed) {
            self.client.batch_execute("commit").await
        } else {
            Ok(())
        }
    }

    /// Executes the statements and commits, in one message. When one fails, the transaction is rolled back.
    pub async fn execute_and_commit(self, statements: &[(Statement, Parameters<'_>)]) -> Result<(), Error> {
        let has_failed = AtomicBool::new(false);
        let executions = statements.iter().map(async |(statement, parameters)| {
            let result = self.execute(statement, parameters).await;
            if result.is_err() {
                has_failed.store(true, Ordering::Relaxed);
            }
            result
        });
        let commit = async {
            // The server rolls back after a statement that has failed there. One that could not be sent is unknown to
            // it, so nothing may be committed.
            if has_failed.load(Ordering::Relaxed) {
                return Ok(());
            }
            self.is_open.store(false, Ordering::Relaxed);
            self.client.batch_execute("commit").await
        };
        let (executed, committed) = join(join_all(executions), commit).await;
        executed.into_iter().collect::<Result<Vec<_>, _>>()?;
        committed
    }

    /// Sends `begin` before the first statement, in the same message.
    async fn after_begin<T>(&self, statement: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        if !self.opens() {
            return statement.await;
        }
        let (begun, result) = join(self.client.batch_execute("begin"), statement).await;
        begun?;
        result
    }

    /// Whether the next statement is the first one.
    fn opens(&self) -> bool {
        !self.is_open.swap(true, Ordering::Relaxed)
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if *self.is_open.get_mut() {
            // The first poll sends the statement. The connection reads the answer before that of its next user.
            let _ = self.client.batch_execute("rollback").now_or_never();
        }
    }
}
