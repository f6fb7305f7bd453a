//! Batches: the order of their results, errors in them, and what is left when one is not read.

use std::future::Future;
use std::task::Poll;

use bytes::Bytes;
use postgres_wire::{Bind, Error, Session, Transaction};
use test_db::Database;

use crate::{bind, count, on, session, text};

#[tokio::test]
async fn a_batch_returns_the_rows_of_its_statements_in_order() {
    let (_database, mut session) = session().await;
    let kept = session.prepare("select $1::text || n from generate_series(1, 3) n").await.unwrap();
    let mut batch = session.pipeline().unwrap();
    batch.add_text("begin", &[]).unwrap();
    batch.add(&kept, &[bind("a")]).unwrap();
    batch.add_text("select", &[]).unwrap();
    batch.add(&kept, &[bind("b")]).unwrap();
    batch.add_text("commit", &[]).unwrap();
    let mut results = batch.send().await.unwrap();
    results.skip().await.unwrap();
    let mut seen = Vec::new();
    while let Some(row) = results.row().await.unwrap() {
        seen.push(text(&row).to_owned());
    }
    assert_eq!(seen, ["a1", "a2", "a3"]);
    let empty = results.first().await.unwrap().unwrap();
    assert_eq!(empty.values().count(), 0);
    assert_eq!(text(&results.first().await.unwrap().unwrap()), "b1");
    assert!(results.first().await.unwrap().is_none());
    results.finish().await.unwrap();
    assert_eq!(session.transaction(), Some(Transaction::None));
}

#[tokio::test]
async fn an_error_skips_the_rest_of_the_batch() {
    let (_database, mut session) = session().await;
    session.execute("create table t (n int)").await.unwrap();
    let mut batch = session.pipeline().unwrap();
    for sql in ["begin", "insert into t values (1)", "select 1 / 0", "commit"] {
        batch.add_text(sql, &[]).unwrap();
    }
    let mut results = batch.send().await.unwrap();
    results.skip().await.unwrap();
    results.skip().await.unwrap();
    let error = results.skip().await.unwrap_err();
    assert_eq!(error.server().unwrap().code, "22012");
    // The commit did not run, and the session stays usable.
    assert_eq!(session.transaction(), Some(Transaction::Failed));
    session.execute("rollback").await.unwrap();
    assert_eq!(session.transaction(), Some(Transaction::None));
    assert_eq!(count(&mut session, "t").await, 0);
}

#[tokio::test]
async fn a_failed_commit_leaves_no_open_transaction() {
    let (_database, mut session) = session().await;
    session.execute("create table t (n int unique deferrable initially deferred)").await.unwrap();
    let mut batch = session.pipeline().unwrap();
    for sql in ["begin", "insert into t values (1), (1)", "commit"] {
        batch.add_text(sql, &[]).unwrap();
    }
    let mut results = batch.send().await.unwrap();
    results.skip().await.unwrap();
    results.skip().await.unwrap();
    assert_eq!(results.skip().await.unwrap_err().server().unwrap().code, "23505");
    assert_eq!(session.transaction(), Some(Transaction::None));
    assert_eq!(count(&mut session, "t").await, 0);
}

#[tokio::test]
async fn reads_large_results_while_it_sends_a_large_batch() {
    let (_database, session) = session().await;
    exchange_large_messages(session).await;
}

#[tokio::test]
async fn reads_large_results_while_it_sends_a_large_batch_over_tls() {
    let database = Database::encrypted().await;
    exchange_large_messages(on(&database).await).await;
}

async fn exchange_large_messages(mut session: Session) {
    let long = Bind::Text(Bytes::from(vec![b'x'; 32 << 20]));
    let mut batch = session.pipeline().unwrap();
    batch.add_text("select repeat('y', 1000) from generate_series(1, 32000)", &[]).unwrap();
    batch.add_text("select length($1::text)::bigint", &[long]).unwrap();
    let mut results = batch.send().await.unwrap();
    let mut rows = 0;
    while results.row().await.unwrap().is_some() {
        rows += 1;
    }
    assert_eq!(rows, 32_000);
    assert_eq!(results.first().await.unwrap().unwrap().bigint(0).unwrap(), Some(32 << 20));
    results.finish().await.unwrap();
}

#[tokio::test]
async fn an_unsendable_statement_leaves_the_session_usable() {
    let (_database, mut session) = session().await;
    let mut batch = session.pipeline().unwrap();
    batch.add_text("create table t (n int)", &[]).unwrap();
    assert!(matches!(batch.add_text("select '\0'", &[]), Err(Error::Unsendable(_))));
    assert!(matches!(session.execute("select '\0'").await, Err(Error::Unsendable(_))));
    assert!(matches!(session.prepare("select '\0'").await, Err(Error::Unsendable(_))));
    let many = vec![bind("1"); 70_000];
    assert!(matches!(session.query("select 1", &many).await, Err(Error::Unsendable(_))));
    assert_eq!(count(&mut session, "pg_class where relname = 't'").await, 0);
}

#[tokio::test]
async fn finish_batch_discards_unread_results() {
    let (_database, mut session) = session().await;
    let much = "select repeat('x', 1000) from generate_series(1, 10000)";
    assert!(!finishes_within(session.query(much, &[]), 1).await);
    // A cancelled `finish_batch` can be called again.
    assert!(!finishes_within(session.finish_batch(), 1).await);
    session.finish_batch().await.unwrap();
    assert_eq!(session.transaction(), Some(Transaction::None));
    assert_eq!(count(&mut session, "generate_series(1, 2)").await, 2);
    // A failed batch leaves the transaction failed.
    session.execute("begin").await.unwrap();
    assert!(!finishes_within(session.query("select 1 / (random() * 0)::int", &[]), 1).await);
    session.finish_batch().await.unwrap();
    assert_eq!(session.transaction(), Some(Transaction::Failed));
    session.finish_batch().await.unwrap();
}

#[tokio::test]
async fn a_half_read_batch_makes_the_session_unusable() {
    let (_database, mut session) = session().await;
    assert!(!finishes_within(session.query("select pg_sleep(0.01)", &[]), 1).await);
    assert_eq!(session.transaction(), None);
    assert!(session.pipeline().is_err());
    assert!(session.execute("select 1").await.is_err());
}

/// Polls a future `steps` times and drops it. True if it had finished.
async fn finishes_within(future: impl Future, steps: usize) -> bool {
    let mut future = std::pin::pin!(future);
    let mut taken = 0;
    std::future::poll_fn(|context| {
        if taken == steps {
            return Poll::Ready(false);
        }
        taken += 1;
        future.as_mut().poll(context).map(|_| true)
    })
    .await
}

#[tokio::test]
async fn counts_the_rows_that_a_statement_changed() {
    let (_database, mut session) = session().await;
    session.execute("create table t (n int)").await.unwrap();
    let mut batch = session.pipeline().unwrap();
    for sql in [
        "insert into t values (1), (2), (3)",
        "update t set n = 4 where n > 1",
        "begin",
        "delete from t",
        "",
        "commit",
    ] {
        batch.add_text(sql, &[]).unwrap();
    }
    let mut results = batch.send().await.unwrap();
    for changed in [3, 2, 0, 3, 3, 0] {
        results.skip().await.unwrap();
        assert_eq!(results.changed(), changed);
    }
    results.finish().await.unwrap();
}
