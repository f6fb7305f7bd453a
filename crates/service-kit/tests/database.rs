//! Transactions whose request is dropped, and unusable addresses.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use diesel_async::RunQueryDsl;
use service_kit::database::{Database, Role};
use std::time::Duration;

/// Less than the statement timeout.
const TIMEOUT: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_dropped_request_cancels_its_statement() {
    check_cancelled_with_its_request(test_db::Database::create().await).await;
}

#[tokio::test]
async fn a_dropped_request_cancels_its_statement_over_tls() {
    check_cancelled_with_its_request(test_db::Database::encrypted().await).await;
}

async fn check_cancelled_with_its_request(postgres: test_db::Database) {
    let observer = postgres.client().await;
    let database = Database::new(&postgres.url("authenticator")).unwrap();
    let sleeping = "select count(*) from pg_stat_activity
                    where datname = current_database() and state = 'active' and query like '%pg_sleep(600)%'
                      and pid <> pg_backend_pid()";
    let becomes = async |number: i64| {
        let waiting = async {
            while observer.query_one(sleeping, &[]).await.unwrap().get::<_, i64>(0) != number {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, waiting).await.expect("in time");
    };
    let asking = database.clone();
    let request = tokio::spawn(async move {
        let work = async |connection: &mut diesel_async::AsyncPgConnection| {
            diesel::sql_query("select pg_sleep(600)").execute(connection).await?;
            Ok(())
        };
        asking.as_role(Role::ServiceRole, work).await
    });
    becomes(1).await;
    request.abort();
    assert!(request.await.unwrap_err().is_cancelled());
    becomes(0).await;
    // The pool still works.
    let work = async |connection: &mut diesel_async::AsyncPgConnection| {
        Ok(diesel::sql_query("select 1").execute(connection).await?)
    };
    assert_eq!(database.as_role(Role::ServiceRole, work).await.unwrap(), 1);
}

#[test]
fn an_unusable_address_is_rejected_with_its_variable_and_parameter() {
    let url = "postgres://me:hunter2@db/app?sslmode=verify";
    let environment = service_kit::Environment::from_pairs([("SUPABASE_DB_URL", url)]);
    let error = Database::from_environment(&environment, "SUPABASE_DB_URL").err().unwrap().to_string();
    assert!(error.contains("SUPABASE_DB_URL cannot be used: sslmode must be"), "{error}");
    assert!(!error.contains("hunter2"));
}
