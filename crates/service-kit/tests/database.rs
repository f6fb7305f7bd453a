//! Transactions whose request goes away.

// What a test cannot arrange or find, it fails on.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use diesel_async::RunQueryDsl;
use service_kit::database::{Database, Role};
use std::time::Duration;

/// Less than a statement may take by itself.
const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn a_statement_ends_with_the_request_that_waits_for_it() {
    ends_with_its_request(test_db::Database::create().await).await;
}

#[tokio::test]
async fn a_statement_over_tls_ends_with_the_request_that_waits_for_it() {
    ends_with_its_request(test_db::Database::encrypted().await).await;
}

async fn ends_with_its_request(postgres: test_db::Database) {
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
        tokio::time::timeout(SOON, waiting).await.expect("in time");
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
    // And the pool serves on.
    let work = async |connection: &mut diesel_async::AsyncPgConnection| {
        Ok(diesel::sql_query("select 1").execute(connection).await?)
    };
    assert_eq!(database.as_role(Role::ServiceRole, work).await.unwrap(), 1);
}

#[test]
fn an_address_that_cannot_be_used_is_refused_by_its_variable_and_its_setting() {
    let url = "postgres://me:hunter2@db/app?sslmode=verify";
    let environment = service_kit::Environment::from_pairs([("SUPABASE_DB_URL", url)]);
    let error = Database::from_environment(&environment, "SUPABASE_DB_URL").err().unwrap().to_string();
    assert!(error.contains("SUPABASE_DB_URL cannot be used: sslmode must be"), "{error}");
    assert!(!error.contains("hunter2"));
}
