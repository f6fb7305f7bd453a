//! Roles, migrations and seeds: what is run, what is recorded, and what a failure leaves behind.

use crate::Arranged;
use sql_migrations::{Error, Report};
use std::path::PathBuf;

#[tokio::test(flavor = "multi_thread")]
async fn a_new_database_gets_roles_migrations_and_seeds_once() {
    let arranged = Arranged::new(&[
        ("roles.sql", "do $$ begin create role chef; exception when duplicate_object then null; end $$;"),
        (
            "migrations/1_menu.sql",
            "-- dishes\ncreate table public.dishes (name text);\ngrant select on dishes to chef;",
        ),
        ("migrations/2_prices.sql", "alter table dishes add price int;"),
        ("seed.sql", "insert into dishes values ('Brocciu; frais', 9);"),
        ("seeds/b.sql", "insert into dishes values ('Fiadone', 6);"),
    ])
    .await;
    let report = arranged.run().await.unwrap();
    assert!(report.roles && report.applied.len() == 2 && report.seeded.len() == 2, "{report:?}");
    assert_eq!(arranged.texts("select name from dishes order by 1").await, ["Brocciu; frais", "Fiadone"]);

    let recorded = "select version || ' ' || name || ' ' || array_to_string(statements, '|') \
                    from supabase_migrations.schema_migrations order by version";
    assert_eq!(
        arranged.texts(recorded).await,
        [
            "1 menu -- dishes\ncreate table public.dishes (name text)|grant select on dishes to chef",
            "2 prices alter table dishes add price int",
        ]
    );
    let seeds = "select path from supabase_migrations.seed_files where length(hash) = 64 order by 1";
    assert_eq!(arranged.texts(seeds).await, ["supabase/seed.sql", "supabase/seeds/b.sql"]);

    let again = arranged.run().await.unwrap();
    assert_eq!(again, Report::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn new_migrations_are_applied_and_changed_seeds_are_not_run_again() {
    let arranged = Arranged::new(&[
        ("migrations/5_menu.sql", "create table dishes (name text);"),
        ("seed.sql", "insert into dishes values ('Brocciu');"),
    ])
    .await;
    arranged.run().await.unwrap();
    arranged.write("migrations/7_more.sql", "create table wines (name text);");
    arranged.write("migrations/3_late.sql", "create table late (name text);");
    arranged.write("seed.sql", "insert into dishes values ('Fiadone');");
    let report = arranged.run().await.unwrap();
    let versions: Vec<_> = report.applied.iter().map(|file| file.version.as_str()).collect();
    assert_eq!((versions.as_slice(), report.out_of_order.len()), (["7"].as_slice(), 1));
    assert_eq!((report.changed_seeds.len(), report.seeded.len()), (1, 0));
    assert_eq!(arranged.texts("select name from dishes").await, ["Brocciu"]);
    assert_eq!(arranged.run().await.unwrap().changed_seeds, Vec::<PathBuf>::new(), "its hash is known now");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_names_its_place_and_leaves_nothing_of_its_file() {
    let failing = "create table half (a int);\n\n-- why\ninsert into half\n  select nothing from half;";
    let arranged = Arranged::new(&[
        ("migrations/1_whole.sql", "create table whole (a int);"),
        ("migrations/2_half.sql", failing),
    ])
    .await;
    let error = arranged.run().await.unwrap_err();
    let Error::Statement(place) = &error else { panic!("{error}") };
    assert_eq!((place.line, place.column, place.number), (5, 10, 2));
    let message = error.to_string();
    assert!(message.contains("2_half.sql:5:10: column \"nothing\" does not exist (42703"), "{message}");
    assert!(message.ends_with("in statement 2: insert into half"), "{message}");
    let tables = "select relname::text from pg_class where relname in ('whole', 'half')";
    assert_eq!(arranged.texts(tables).await, ["whole"]);
    assert_eq!(arranged.texts("select version from supabase_migrations.schema_migrations").await, ["1"]);

    arranged.write("migrations/2_half.sql", "create table half (a int);");
    assert_eq!(arranged.run().await.unwrap().applied.len(), 1, "the connection is usable, and the file runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn data_of_a_dump_and_deferred_constraints_fail_with_a_reason() {
    let arranged = Arranged::new(&[(
        "migrations/1_a.sql",
        "create table a (x int);\n\ncopy a (x) from stdin;\n1\n\\.\n",
    )])
    .await;
    let error = arranged.run().await.unwrap_err().to_string();
    assert!(error.contains("1_a.sql:3:1: COPY ... FROM STDIN has no data here"), "{error}");
    let deferred = "create table a (x int primary key);
                    create table b (x int references a deferrable initially deferred);
                    insert into b values (1);";
    arranged.write("migrations/1_a.sql", deferred);
    let error = arranged.run().await.unwrap_err().to_string();
    assert!(
        error.contains("1_a.sql: cannot be committed: insert or update on table \"b\" violates"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_without_a_transaction_run_beside_it() {
    let arranged = Arranged::new(&[
        (
            "migrations/1_index.sql",
            "create table dishes (name text);\ncreate index concurrently dishes_name on dishes (name);\n\
             insert into dishes values ('Brocciu');",
        ),
        (
            "migrations/2_own.sql",
            "begin;\ndrop publication if exists menu;\ncreate publication menu;\ncommit;\n\
             alter publication menu add table dishes;",
        ),
    ])
    .await;
    assert_eq!(arranged.run().await.unwrap().applied.len(), 2);
    assert_eq!(
        arranged.texts("select indexname::text from pg_indexes where tablename = 'dishes'").await,
        ["dishes_name"]
    );
    assert_eq!(arranged.texts("select tablename::text from pg_publication_tables").await, ["dishes"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_of_one_file_does_not_reach_the_next() {
    let arranged = Arranged::new(&[
        ("migrations/1_a.sql", "set search_path to ''; create table public.a (x int);"),
        ("migrations/2_b.sql", "create table b (x int); insert into a values (1);"),
    ])
    .await;
    assert_eq!(arranged.run().await.unwrap().applied.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_of_the_cluster_are_kept_by_the_file_of_roles() {
    let role = format!("cook_{}", std::process::id());
    let create = format!("create role {role};\nalter role {role} nologin;");
    let (first, second) =
        (Arranged::new(&[("roles.sql", &create)]).await, Arranged::new(&[("roles.sql", &create)]).await);
    assert!(
        first.run().await.unwrap().roles && second.run().await.unwrap().roles,
        "another database of the cluster"
    );
    second.write("migrations/1_cook.sql", &create);
    let error = second.run().await.unwrap_err().to_string();
    assert!(error.contains("1_cook.sql:1:1: role") && error.contains("already exists"), "{error}");
    second.client.batch_execute(&format!("drop role {role}")).await.unwrap();
}
