//! The life of a connection: its end, cancel requests and notifications.

use postgres_connect::Connector;
use postgres_wire::Transaction;

use crate::{count, on, session};

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
