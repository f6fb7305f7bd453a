//! The sample data: what it holds, and that it goes into a new database once.

use schema::seed::{self, Report};
use test_db::Database;

#[tokio::test]
async fn a_second_run_adds_nothing() {
    let database = Database::create().await;
    let first = seed::run(&database.superuser_url()).await.unwrap();
    assert_eq!(first.hotels, 160);
    assert_eq!(seed::run(&database.superuser_url()).await.unwrap(), Report::default());
}
