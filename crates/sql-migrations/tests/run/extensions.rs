//! Statements about extensions: stand-ins, and what the server lacks.

use crate::Arranged;
use sql_migrations::{Error, StandIn};

const JOBS: StandIn = StandIn {
    name: "jobs_of_a_stand_in",
    schema: None,
    script: "create schema jobs; create table jobs.job (id int); create function @extschema@.run() returns int \
             language sql as 'select 7'",
    drop: "drop schema jobs cascade",
    is_installed: "to_regnamespace('jobs') is not null",
};

#[tokio::test(flavor = "multi_thread")]
async fn a_stand_in_takes_the_place_of_an_extension_that_the_server_lacks() {
    let mut arranged = Arranged::new(&[
        (
            "migrations/1_jobs.sql",
            "create extension if not exists jobs_of_a_stand_in with schema extensions;\n\
             create extension jobs_of_a_stand_in;\n\
             comment on extension jobs_of_a_stand_in is 'jobs';\n\
             insert into jobs.job values (extensions.run());",
        ),
        ("migrations/2_hstore.sql", "create extension hstore schema extensions;"),
    ])
    .await;
    arranged.stand_ins.push(JOBS);
    arranged.run().await.unwrap();
    assert_eq!(arranged.texts("select id::text from jobs.job").await, ["7"]);
    let recorded = "select statements[2] from supabase_migrations.schema_migrations where version = '1'";
    assert_eq!(arranged.texts(recorded).await, ["create extension jobs_of_a_stand_in"], "as it was written");

    arranged.write("migrations/3_drop.sql", "drop extension if exists jobs_of_a_stand_in, hstore;");
    arranged.run().await.unwrap();
    let left = "select nspname::text from pg_namespace where nspname = 'jobs'
                union select extname::text from pg_extension where extname = 'hstore'";
    assert_eq!(arranged.texts(left).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_extensions_are_reported_together_before_anything_runs() {
    let arranged = Arranged::new(&[
        ("roles.sql", "create role never_made;"),
        ("migrations/1_a.sql", "create table a ();\ncreate extension vector_that_nobody_has;"),
        ("migrations/2_b.sql", "create extension other_that_nobody_has;"),
    ])
    .await;
    let error = arranged.run().await.unwrap_err();
    let Error::Extensions(missing) = &error else { panic!("{error}") };
    let places: Vec<_> = missing.iter().map(|it| (it.name.as_str(), it.line)).collect();
    assert_eq!(places, [("vector_that_nobody_has", 2), ("other_that_nobody_has", 1)]);
    let made = "select rolname::text from pg_roles where rolname = 'never_made'
                union select nspname::text from pg_namespace where nspname = 'supabase_migrations'";
    assert_eq!(arranged.texts(made).await, Vec::<String>::new());
}
