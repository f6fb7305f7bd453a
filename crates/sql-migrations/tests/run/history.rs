//! The history of migrations: one that exists already, older migrations, and corrections.

use crate::Arranged;
use sql_migrations::{Repair, Selection, repair, status};

#[tokio::test(flavor = "multi_thread")]
async fn a_history_of_an_earlier_command_line_is_continued() {
    let arranged =
        Arranged::new(&[("migrations/1_a.sql", "select 1/0;"), ("migrations/2_b.sql", "select 1;")]).await;
    let earlier = "create schema supabase_migrations;
                   create table supabase_migrations.schema_migrations (version text primary key);
                   insert into supabase_migrations.schema_migrations values ('1'), ('0')";
    arranged.client.batch_execute(earlier).await.unwrap();
    let report = arranged.run().await.unwrap();
    assert_eq!((report.applied.len(), report.without_file.as_slice()), (1, ["0".to_owned()].as_slice()));
    assert!(!report.roles, "roles are of the first run");
}

#[tokio::test(flavor = "multi_thread")]
async fn older_migrations_are_applied_on_request() {
    let arranged = Arranged::new(&[("migrations/2_b.sql", "create table b (x int);")]).await;
    arranged.run().await.unwrap();
    arranged.write("migrations/1_a.sql", "create table a (x int);");
    arranged.write("migrations/3_c.sql", "create table c (x int);");
    let before = status(&arranged.client, &arranged.path("migrations")).await.unwrap();
    assert_eq!((before.files.len(), before.applied.as_slice()), (3, ["2".to_owned()].as_slice()));
    assert_eq!((before.plan.pending.len(), before.plan.out_of_order.len()), (1, 1));
    let report = arranged.run_selected(Selection::All).await.unwrap();
    let versions: Vec<_> = report.applied.iter().map(|file| file.version.as_str()).collect();
    assert_eq!(versions, ["1", "3"]);
    assert!(report.out_of_order.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_is_corrected_without_running_a_migration() {
    let arranged = Arranged::new(&[
        ("migrations/1_a.sql", "select 1/0; select 2;"),
        ("migrations/2_b.sql", "create table b (x int);"),
    ])
    .await;
    let folder = arranged.path("migrations");
    let repaired = async |versions: &[&str], to: Repair| {
        let versions: Vec<String> = versions.iter().map(|version| (*version).to_owned()).collect();
        repair(&arranged.client, &folder, &versions, to).await
    };
    let recorded = "select version || ' ' || name || ' ' || array_to_string(statements, '|') \
                    from supabase_migrations.schema_migrations order by version";
    assert_eq!(repaired(&["1"], Repair::Applied).await.unwrap(), ["1"]);
    assert_eq!(arranged.texts(recorded).await, ["1 a select 1/0|select 2"]);
    let error = repaired(&["2", "7"], Repair::Applied).await.unwrap_err().to_string();
    assert!(error.contains("no file 7_<name>.sql"), "{error}");
    assert_eq!(arranged.texts(recorded).await.len(), 1, "nothing of a failed repair remains");
    assert_eq!(repaired(&["1", "9"], Repair::Reverted).await.unwrap(), ["1"]);
    assert!(arranged.texts(recorded).await.is_empty());
    assert_eq!(repaired(&[], Repair::Applied).await.unwrap(), ["1", "2"]);
    assert_eq!(arranged.texts("select relname::text from pg_class where relname = 'b'").await.len(), 0);
}
