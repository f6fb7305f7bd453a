//! Batches of statements on a real Postgres.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

use std::future::Future;
use std::task::Poll;

use bytes::Bytes;
use postgres_connect::Connector;
use postgres_wire::{Bind, Error, NextRow, Row, Session, Transaction};
use test_db::Database;

async fn on(database: &Database) -> Session {
    postgres_wire::connect(&Connector::parse(&database.superuser_url()).unwrap()).await.unwrap()
}

async fn session() -> (Database, Session) {
    let database = Database::create().await;
    let session = on(&database).await;
    (database, session)
}

fn bind(text: &str) -> Bind {
    Bind::Text(Bytes::copy_from_slice(text.as_bytes()))
}

fn text(row: &Row) -> &str {
    row.text(0).unwrap().unwrap()
}

async fn count(session: &mut Session, of: &str) -> i64 {
    let rows = session.query(&format!("select count(*) from {of}"), &[]).await.unwrap();
    rows[0].bigint(0).unwrap().unwrap()
}

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
async fn sends_and_reads_values_in_text_and_binary_format() {
    let (_database, mut session) = session().await;
    let binds = [Bind::Bytes(Bytes::from_static(&[0, 255])), bind("42"), bind("é\"'\\")];
    let sql = "select $1::bytea, $2::bigint, null::int, $3::text";
    let rows = session.query(sql, &binds).await.unwrap();
    let values: Vec<_> = rows[0].values().map(Result::unwrap).collect();
    assert_eq!(values, [Some(&[0, 255][..]), Some(&42_i64.to_be_bytes()), None, Some("é\"'\\".as_bytes())]);
    assert_eq!(rows[0].bytes(0).unwrap().unwrap(), [0, 255][..]);
    assert_eq!(rows[0].bigint(1).unwrap(), Some(42));
    assert_eq!(rows[0].text(2).unwrap(), None);
    // A value of another type, or a column that does not exist, is an error.
    assert!(rows[0].bigint(0).is_err());
    assert!(rows[0].text(0).is_err());
    assert!(rows[0].value(4).is_err());
}

#[tokio::test]
async fn a_prepared_statement_has_the_names_and_types_of_its_columns() {
    let (_database, mut session) = session().await;
    session.execute("create domain short as varchar(3)").await.unwrap();
    let kept = session.prepare("select 1 as \"a b\", 'x'::short as c").await.unwrap();
    let columns: Vec<_> =
        kept.columns().iter().map(|column| (column.name.as_str(), column.type_oid)).collect();
    assert_eq!(columns, [("a b", 23), ("c", 1043)]);
    assert!(session.prepare("set work_mem = '1MB'").await.unwrap().columns().is_empty());
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
async fn an_error_has_all_fields_that_the_server_sent() {
    let (_database, mut session) = session().await;
    let raise = "do $$ begin raise 'what' using errcode = 'PT418', detail = 'which', hint = 'how'; end $$";
    let error = session.execute(raise).await.unwrap_err();
    let server = error.server().unwrap();
    assert_eq!((server.code.as_str(), server.message.as_str()), ("PT418", "what"));
    assert_eq!((server.detail.as_deref(), server.hint.as_deref()), (Some("which"), Some("how")));
    assert_eq!(error.to_string(), "what");
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
async fn a_statement_stays_prepared_until_it_is_forgotten() {
    let (_database, mut session) = session().await;
    let first = session.prepare("select 1").await.unwrap();
    session.prepare("select 2").await.unwrap();
    assert!(session.prepare("select from nothing").await.is_err());
    assert_eq!(count(&mut session, "pg_prepared_statements").await, 2);
    session.forget(&first);
    assert_eq!(count(&mut session, "pg_prepared_statements").await, 1);
}

#[tokio::test]
async fn a_forgotten_statement_is_closed_even_if_the_next_batch_is_unsendable() {
    let (_database, mut session) = session().await;
    let kept = session.prepare("select 1").await.unwrap();
    session.forget(&kept);
    assert!(matches!(session.execute("select '\0'").await, Err(Error::Unsendable(_))));
    assert!(session.pipeline().is_ok());
    assert_eq!(count(&mut session, "pg_prepared_statements").await, 0);
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
async fn closing_waits_for_the_server() {
    let (database, mut other) = session().await;
    let connector = Connector::parse(&database.superuser_url()).unwrap();
    for sql in ["select 1", "select pg_sleep(600)"] {
        let mut session = on(&database).await;
        let key = session.cancel_key().clone();
        tokio::select! {
            _ = session.query(sql, &[]) => {}
            // A cancel request that arrives before its statement has no effect, so it is repeated.
            () = async { loop { key.cancel(&connector).await.unwrap() } } => unreachable!(),
        }
        session.closed().await;
        let rest = "pg_stat_activity where datname = current_database() and backend_type = 'client backend'";
        assert_eq!(count(&mut other, rest).await, 1, "{sql}");
    }
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
async fn a_half_read_batch_makes_the_session_unusable() {
    let (_database, mut session) = session().await;
    assert!(!finishes_within(session.query("select pg_sleep(0.01)", &[]), 1).await);
    assert_eq!(session.transaction(), None);
    assert!(session.pipeline().is_err());
    assert!(session.execute("select 1").await.is_err());
}

#[tokio::test]
async fn a_terminated_session_is_detected_and_has_the_servers_error() {
    let (database, mut session) = session().await;
    assert!(session.is_alive());
    let mut other = on(&database).await;
    other.execute("create table t (n int)").await.unwrap();
    other.execute("begin; lock table t").await.unwrap();
    let terminate = "select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid()";
    // During a statement, the result is the server's last error.
    let (result, _) = tokio::join!(session.query("select from t", &[]), async {
        let waits = "select from pg_locks where not granted and relation = 't'::regclass";
        while other.query(waits, &[]).await.unwrap().is_empty() {}
        other.query(terminate, &[]).await.unwrap()
    });
    assert_eq!(result.unwrap_err().server().unwrap().code, "57P01");
    assert_eq!(session.transaction(), None);
    other.execute("rollback").await.unwrap();
    // Between statements, `is_alive` notices it.
    let mut idle = on(&database).await;
    assert!(idle.is_alive());
    other.query(terminate, &[]).await.unwrap();
    while idle.is_alive() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn receives_every_notification_and_stays_alive_with_unread_ones() {
    let (database, mut listening) = session().await;
    listening.execute("listen news").await.unwrap();
    let mut other = on(&database).await;
    other.execute("notify news, 'one'").await.unwrap();
    other.execute("notify elsewhere, 'other'; notify news, 'two'").await.unwrap();
    assert_eq!(listening.notification().await.unwrap(), "one");
    assert_eq!(listening.notification().await.unwrap(), "two");
    other.execute("notify news, 'three'").await.unwrap();
    // A query skips the notifications that were not read before it.
    assert_eq!(count(&mut listening, "generate_series(1, 2)").await, 2);
    assert!(listening.is_alive());
}

#[tokio::test]
async fn the_cancel_key_cancels_the_running_statement() {
    let (database, mut session) = session().await;
    let connector = Connector::parse(&database.superuser_url()).unwrap();
    let key = session.cancel_key().clone();
    let error = tokio::select! {
        outcome = session.query("select pg_sleep(600)", &[]) => outcome.unwrap_err(),
        // A cancel request that arrives before its statement has no effect, so it is repeated.
        () = async { loop { key.cancel(&connector).await.unwrap() } } => unreachable!(),
    };
    assert_eq!(error.server().unwrap().code, "57014");
    assert_eq!(session.transaction(), Some(Transaction::None));
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

/// Sends a statement whose row has a large value between small ones, and a second statement.
async fn send_large_row<'a>(session: &'a mut Session) -> postgres_wire::Results<'a> {
    let mut batch = session.pipeline().unwrap();
    batch.add_text("select 'before', repeat('x', 3000000), null, 'after'", &[]).unwrap();
    batch.add_text("select 'small'", &[]).unwrap();
    batch.send().await.unwrap()
}

#[tokio::test]
async fn a_large_row_is_read_in_parts() {
    let (_database, mut session) = session().await;
    let mut results = send_large_row(&mut session).await;
    let Some(NextRow::Large(mut row)) = results.row_up_to(1_000_000).await.unwrap() else {
        panic!("the row was not streamed")
    };
    assert_eq!(row.next_value().await.unwrap(), Some(Some(6)));
    assert_eq!(row.rest().await.unwrap(), b"before");
    assert_eq!(row.next_value().await.unwrap(), Some(Some(3_000_000)));
    let mut length = 0;
    while let Some(part) = row.part().await.unwrap() {
        assert!(part.len() < 200_000 && part.iter().all(|byte| *byte == b'x'));
        length += part.len();
    }
    assert_eq!(length, 3_000_000);
    assert_eq!(row.next_value().await.unwrap(), Some(None));
    assert_eq!(row.next_value().await.unwrap(), Some(Some(5)));
    assert_eq!(row.rest().await.unwrap(), b"after");
    assert_eq!(row.next_value().await.unwrap(), None);
    assert!(results.row_up_to(1_000_000).await.unwrap().is_none());
    let Some(NextRow::Whole(small)) = results.row_up_to(1_000_000).await.unwrap() else {
        panic!("the row was streamed")
    };
    assert_eq!(text(&small), "small");
    results.skip().await.unwrap();
    results.finish().await.unwrap();
    assert_eq!(session.transaction(), Some(Transaction::None));
}

#[tokio::test]
async fn an_abandoned_large_row_leaves_the_session_usable() {
    let (_database, mut session) = session().await;
    let mut results = send_large_row(&mut session).await;
    if let Some(NextRow::Large(mut row)) = results.row_up_to(1000).await.unwrap() {
        row.next_value().await.unwrap();
        row.next_value().await.unwrap();
        row.part().await.unwrap();
    }
    session.finish_batch().await.unwrap();
    assert_eq!(count(&mut session, "generate_series(1, 7)").await, 7);
}
