//! Statements that serve several requests.
//!
//! While such statements run, further requests wait, and the next statement serves all of them. Under load Postgres and
//! this process thus pay the fixed costs of a statement, and of a commit, once for many requests. A single request is
//! sent at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deadpool_postgres::Pool;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_postgres::Row;

use crate::error::{Error, Result};

/// The maximum number of statements that run at once. With two, Postgres executes one while this process handles the rows of
/// the other.
const MAX_STATEMENTS: usize = 2;
/// The maximum number of requests in one statement.
const MAX_SIZE: usize = 64;
/// The maximum number of waiting requests. Further ones fail, so that memory stays bounded while the database does not
/// answer.
const MAX_WAITING: usize = 10_000;
/// How long a request waits for its output. The same as the timeout for a connection of the pool.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a statement may take, with the wait for a connection. Postgres ends a statement earlier; this is for a server
/// that does not answer at all, which would otherwise delay the statements for later requests.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(15);

/// Executes a statement for several inputs. Returns their outputs in the same order.
type Execute<I, O> = fn(Pool, Vec<I>) -> BoxFuture<'static, Result<Vec<O>>>;

/// Requests of one kind, which share statements. A clone shares them too.
pub(super) struct Batches<I, O> {
    pool: Pool,
    execute: Execute<I, O>,
    queue: Arc<Mutex<Queue<I, O>>>,
}

struct Queue<I, O> {
    waiting: VecDeque<Waiting<I, O>>,
    /// The number of tasks that send the waiting requests.
    senders: usize,
}

struct Waiting<I, O> {
    input: I,
    output: oneshot::Sender<Result<O>>,
}

/// The rows in the order of their inputs. The column `number` of a row is the position of its input, counted from one
/// by `with ordinality`. `None` for an input without a row.
pub(super) fn by_number(inputs: usize, rows: Vec<Row>) -> Result<Vec<Option<Row>>> {
    let mut outputs: Vec<Option<Row>> = std::iter::repeat_with(|| None).take(inputs).collect();
    for row in rows {
        let number: i64 = row.try_get("number")?;
        let index = usize::try_from(number - 1).ok();
        let output = index.and_then(|index| outputs.get_mut(index));
        *output.ok_or_else(|| Error::internal("a row has no input"))? = Some(row);
    }
    Ok(outputs)
}

impl<I, O> Clone for Batches<I, O> {
    fn clone(&self) -> Self {
        Batches { pool: self.pool.clone(), execute: self.execute, queue: Arc::clone(&self.queue) }
    }
}

impl<I: Clone + Send + 'static, O: Send + 'static> Batches<I, O> {
    pub fn new(pool: Pool, execute: Execute<I, O>) -> Batches<I, O> {
        let queue = Queue { waiting: VecDeque::new(), senders: 0 };
        Batches { pool, execute, queue: Arc::new(Mutex::new(queue)) }
    }

    /// The output for an input.
    ///
    /// # Errors
    /// When the database is unavailable or does not answer in time, or a statement for this input alone fails.
    pub async fn output(&self, input: I) -> Result<O> {
        let (sender, output) = oneshot::channel();
        let waiting = Waiting { input: input.clone(), output: sender };
        if self.enqueue(waiting)? {
            tokio::spawn(Sender { batches: self.clone(), has_finished: false }.send());
        }
        match timeout(TIMEOUT, output).await {
            Ok(Ok(output)) => return output,
            Err(elapsed) => return Err(Error::unavailable(elapsed)),
            // The shared statement has failed, possibly because of another input.
            Ok(Err(_)) => {}
        }
        let outputs = (self.execute)(self.pool.clone(), vec![input]).await?;
        outputs.into_iter().next().ok_or_else(|| Error::internal("a statement has no output for its input"))
    }

    /// Returns whether the caller has to start a sender.
    fn enqueue(&self, waiting: Waiting<I, O>) -> Result<bool> {
        let mut queue = self.queue();
        if queue.waiting.len() >= MAX_WAITING {
            return Err(Error::unavailable("too many requests wait for the database"));
        }
        queue.waiting.push_back(waiting);
        let needs_sender = queue.senders < MAX_STATEMENTS;
        queue.senders += usize::from(needs_sender);
        Ok(needs_sender)
    }

    /// Lets requests that have arrived already join the batch: waits until the event loop brings no further one.
    async fn wait_for_arrivals(&self) {
        loop {
            let before = self.queue().waiting.len();
            tokio::task::yield_now().await;
            let after = self.queue().waiting.len();
            if after <= before || after >= MAX_SIZE {
                return;
            }
        }
    }

    /// Takes the next requests from the queue. Without any the sender must stop.
    fn next(&self) -> Vec<Waiting<I, O>> {
        let mut queue = self.queue();
        let size = queue.waiting.len().min(MAX_SIZE);
        queue.senders -= usize::from(size == 0);
        queue.waiting.drain(..size).collect()
    }
}

impl<I, O> Batches<I, O> {
    fn queue(&self) -> MutexGuard<'_, Queue<I, O>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The task that sends statements until no request waits.
struct Sender<I, O> {
    batches: Batches<I, O>,
    has_finished: bool,
}

impl<I: Clone + Send + 'static, O: Send + 'static> Sender<I, O> {
    async fn send(mut self) {
        loop {
            self.batches.wait_for_arrivals().await;
            let batch = self.batches.next();
            if batch.is_empty() {
                self.has_finished = true;
                return;
            }
            // A request that is gone or has timed out needs no output.
            let batch = batch.into_iter().filter(|waiting| !waiting.output.is_closed());
            let (inputs, outputs): (Vec<_>, Vec<_>) =
                batch.map(|waiting| (waiting.input, waiting.output)).unzip();
            if inputs.is_empty() {
                continue;
            }
            let executing = (self.batches.execute)(self.batches.pool.clone(), inputs);
            match timeout(STATEMENT_TIMEOUT, executing).await.unwrap_or_else(|it| Err(Error::unavailable(it)))
            {
                // Sending fails for a request whose client has gone.
                Ok(results) => outputs.into_iter().zip(results).for_each(|(output, result)| {
                    let _ = output.send(Ok(result));
                }),
                Err(Error::Unavailable(cause)) => outputs.into_iter().for_each(|output| {
                    let _ = output.send(Err(Error::unavailable(cause.to_string())));
                }),
                // The dropped senders make each request execute a statement of its own.
                Err(_) => {}
            }
        }
    }
}

impl<I, O> Drop for Sender<I, O> {
    fn drop(&mut self) {
        if !self.has_finished {
            let mut queue = self.batches.queue();
            queue.senders -= 1;
            if queue.senders == 0 {
                queue.waiting.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::FutureExt;
    use futures_util::future::{join, join3};

    use super::*;

    /// A pool that is never used.
    fn pool() -> Pool {
        postgres_pool::open("postgres://localhost/none", "auth", 1).unwrap().0
    }

    #[tokio::test]
    async fn waiting_requests_share_a_statement_and_get_their_own_output() {
        static STATEMENTS: AtomicUsize = AtomicUsize::new(0);
        fn double(_: Pool, inputs: Vec<usize>) -> BoxFuture<'static, Result<Vec<usize>>> {
            STATEMENTS.fetch_add(1, Ordering::Relaxed);
            async move {
                tokio::task::yield_now().await;
                Ok(inputs.into_iter().map(|input| input * 2).collect())
            }
            .boxed()
        }
        let batches = Batches::new(pool(), double);
        let (one, two, three) = join3(batches.output(1), batches.output(2), batches.output(3)).await;
        assert_eq!((one.unwrap(), two.unwrap(), three.unwrap()), (2, 4, 6));
        assert_eq!(STATEMENTS.load(Ordering::Relaxed), 1);
        assert_eq!(batches.output(4).await.unwrap(), 8);
    }

    #[tokio::test]
    async fn a_failure_belongs_to_the_request_that_causes_it() {
        fn reject_zero(_: Pool, inputs: Vec<usize>) -> BoxFuture<'static, Result<Vec<usize>>> {
            let result = if inputs.contains(&0) { Err(Error::internal("zero")) } else { Ok(inputs) };
            async move { result }.boxed()
        }
        let batches = Batches::new(pool(), reject_zero);
        let (zero, one) = join(batches.output(0), batches.output(1)).await;
        assert!(matches!(zero, Err(Error::Internal(_))));
        assert_eq!(one.unwrap(), 1);
    }

    #[tokio::test]
    async fn while_the_database_is_unavailable_one_statement_fails_for_all() {
        static STATEMENTS: AtomicUsize = AtomicUsize::new(0);
        fn unavailable(_: Pool, _: Vec<usize>) -> BoxFuture<'static, Result<Vec<usize>>> {
            STATEMENTS.fetch_add(1, Ordering::Relaxed);
            async { Err(Error::unavailable("down")) }.boxed()
        }
        let batches = Batches::new(pool(), unavailable);
        let (one, two) = join(batches.output(1), batches.output(2)).await;
        assert!(matches!((one, two), (Err(Error::Unavailable(_)), Err(Error::Unavailable(_)))));
        assert_eq!(STATEMENTS.load(Ordering::Relaxed), 1);
    }
}
