//! Statements that take one round trip to Postgres, because all of them are sent at once.
//!
//! tokio-postgres sends a statement when its future is first polled, and Postgres runs the statements of a connection in
//! the order in which they arrive. When one fails, Postgres rejects those after it, up to the end of their transaction or
//! to its savepoint.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;

use futures_util::future::{BoxFuture, MaybeDone, maybe_done};
use futures_util::{FutureExt, TryStreamExt};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};

use super::Connection;
use super::transaction::Transaction;
use crate::error::{Error, Result};

/// A statement with its parameters.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    pub sql: &'a str,
    pub binds: &'a [&'a (dyn ToSql + Sync)],
}

impl<'a> Query<'a> {
    /// A statement without parameters.
    pub fn command(sql: &'a str) -> Self {
        Self { sql, binds: &[] }
    }
}

/// The answer to a statement.
#[derive(Default)]
pub struct Answer {
    pub rows: Vec<Row>,
    /// The number of rows that the statement wrote or returned.
    pub affected: u64,
}

type PostgresResult<T> = Result<T, tokio_postgres::Error>;
type Sent<'a> = MaybeDone<BoxFuture<'a, PostgresResult<Answer>>>;

/// The answers to statements that were sent at once.
pub struct Answers(std::vec::IntoIter<PostgresResult<Answer>>);

impl Answers {
    /// The answer to the next statement. Those before it must be looked at first: it may have failed because of one.
    pub fn next(&mut self) -> Result<Answer> {
        let answer =
            self.0.next().ok_or_else(|| Error::internal("there are more answers than statements"))?;
        Ok(answer?)
    }

    /// The last answer. The ones before it may be errors that a savepoint has undone.
    pub fn last_done(self) -> Result<()> {
        match self.0.last() {
            Some(answer) => Ok(answer.map(drop)?),
            None => Ok(()),
        }
    }

    /// As [`Answers::next`], for one whose rows do not matter.
    pub fn next_done(&mut self) -> Result<()> {
        self.next().map(drop)
    }
}

impl Connection {
    /// Runs a statement as the owner of the tables, in a transaction of its own.
    pub async fn query(&self, query: Query<'_>) -> Result<Vec<Row>> {
        let statement = self.0.prepare_cached(query.sql).await?;
        Ok(self.0.query(&statement, query.binds).await?)
    }

    /// Runs queries one after the other in a transaction that is rolled back.
    ///
    /// The transaction ends even if the future is dropped, because all of it is sent before the first answer is awaited.
    pub async fn query_together(&self, queries: &[Query<'_>]) -> Result<Answers> {
        let mut statements = Vec::with_capacity(queries.len());
        for query in queries {
            statements.push(self.0.prepare_cached(query.sql).await?);
        }
        let mut sent = vec![command(&self.0, "begin")];
        sent.extend(statements.iter().zip(queries).map(|(statement, query)| {
            maybe_done(answer(self.0.query_raw(statement, query.binds.iter().copied())).boxed())
        }));
        sent.push(command(&self.0, "rollback"));
        let mut answers = complete_in_order(sent).await;
        answers.next_done()?;
        Ok(answers)
    }
}

/// Runs statements one after the other in a transaction.
pub async fn run_together(transaction: &Transaction<'_>, queries: &[Query<'_>]) -> Result<Answers> {
    let mut statements = Vec::with_capacity(queries.len());
    for query in queries {
        statements.push(transaction.prepare_cached(query.sql).await?);
    }
    let sent = statements.iter().zip(queries).map(|(statement, query)| {
        maybe_done(answer(transaction.query_raw(statement, query.binds.iter().copied())).boxed())
    });
    Ok(complete_in_order(sent.collect()).await)
}

fn command<'a>(client: &'a Client, sql: &'a str) -> Sent<'a> {
    maybe_done(client.batch_execute(sql).map(|done| done.map(|()| Answer::default())).boxed())
}

async fn answer(
    rows: impl Future<Output = PostgresResult<tokio_postgres::RowStream>>,
) -> PostgresResult<Answer> {
    let mut stream = pin!(rows.await?);
    let mut rows = Vec::new();
    while let Some(row) = stream.try_next().await? {
        rows.push(row);
    }
    Ok(Answer { rows, affected: stream.rows_affected().unwrap_or_default() })
}

/// Polls all futures, the first one first, until each is complete.
async fn complete_in_order(mut futures: Vec<Sent<'_>>) -> Answers {
    poll_fn(|context| {
        let mut complete = true;
        for future in &mut futures {
            complete &= Pin::new(future).poll(context).is_ready();
        }
        if complete { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    let answers = futures.iter_mut().filter_map(|future| Pin::new(future).take_output());
    Answers(answers.collect::<Vec<_>>().into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::tests::connect;

    const ASSUME: &str = "select set_config('role', 'anon', true)";
    const WHO: &str = "select current_user::text";

    async fn role(connection: &Connection) -> String {
        connection.query(Query::command(WHO)).await.unwrap()[0].get(0)
    }

    #[tokio::test]
    async fn statements_run_in_their_order_and_nothing_of_them_stays() {
        let (_database, connection) = connect().await;
        let id = "batch";
        let insert = Query { sql: "insert into storage.buckets (id, name) values ($1, $1)", binds: &[&id] };
        let count = Query { sql: "select count(*) from storage.buckets where id = $1", binds: &[&id] };
        let queries = [insert, count, Query::command(ASSUME), Query::command(WHO)];
        let mut answers = connection.query_together(&queries).await.unwrap();
        assert_eq!(answers.next().unwrap().affected, 1);
        assert_eq!(answers.next().unwrap().rows[0].get::<_, i64>(0), 1);
        answers.next_done().unwrap();
        assert_eq!(answers.next().unwrap().rows[0].get::<_, String>(0), "anon");
        assert_eq!(connection.query(count).await.unwrap()[0].get::<_, i64>(0), 0);
        assert_eq!(role(&connection).await, "supabase_storage_admin");
    }

    #[tokio::test]
    async fn no_statement_runs_after_one_that_failed() {
        let (_database, connection) = connect().await;
        let fail = Query { sql: "select 1 / $1::integer", binds: &[&0] };
        let mut answers = connection.query_together(&[fail, Query::command(WHO)]).await.unwrap();
        assert!(matches!(answers.next(), Err(Error::Internal(_))));
        assert!(answers.next().is_err());
        assert_eq!(role(&connection).await, "supabase_storage_admin");
    }

    #[tokio::test]
    async fn an_abandoned_transaction_ends() {
        let (_database, connection) = connect().await;
        let queries = [Query::command(ASSUME), Query::command(WHO)];
        // Prepares the statements.
        connection.query_together(&queries).await.unwrap();
        assert!(connection.query_together(&queries).now_or_never().is_none(), "it waits for its answers");
        assert_eq!(role(&connection).await, "supabase_storage_admin");
    }

    #[tokio::test]
    async fn a_savepoint_undoes_what_failed() {
        let (_database, mut connection) = connect().await;
        let transaction = connection.begin().unwrap();
        let fail = Query { sql: "select 1 / $1::integer", binds: &[&0] };
        let queries = [
            Query::command("savepoint before"),
            Query::command(ASSUME),
            fail,
            Query::command("rollback to savepoint before"),
            Query::command(WHO),
        ];
        let mut answers = run_together(&transaction, &queries).await.unwrap();
        answers.next_done().unwrap();
        answers.next_done().unwrap();
        assert!(answers.next().is_err());
        answers.next_done().unwrap();
        assert_eq!(answers.next().unwrap().rows[0].get::<_, String>(0), "supabase_storage_admin");
    }
}
