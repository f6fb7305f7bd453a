//! A project's SQL against a Postgres: what is run, what is recorded, and what a failure leaves behind.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used, clippy::panic)]

use sql_migrations::{
    Error, ExistingRoles, Project, Repair, Report, RunRoles, Selection, StandIn, repair, run, status,
};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;
use test_db::Database;
use tokio_postgres::Client;

struct Arranged {
    folder: TempDir,
    _database: Database,
    client: Client,
    stand_ins: Vec<StandIn>,
}

impl Arranged {
    async fn new(files: &[(&str, &str)]) -> Arranged {
        let database = Database::platform().await;
        let (client, connection) = postgres_connect::connect(&database.superuser_url()).await.unwrap();
        tokio::spawn(connection);
        let arranged = Arranged {
            folder: tempfile::tempdir().unwrap(),
            _database: database,
            client,
            stand_ins: Vec::new(),
        };
        for (name, sql) in files {
            arranged.write(name, sql);
        }
        arranged
    }

    fn write(&self, name: &str, sql: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, sql).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("supabase").join(name)
    }

    async fn run(&self) -> Result<Report, Error> {
        self.run_selected(Selection::Newer).await
    }

    async fn run_selected(&self, selection: Selection) -> Result<Report, Error> {
        let project = Project {
            root: self.folder.path().to_owned(),
            roles: self.path("roles.sql"),
            run_roles: RunRoles::First,
            migrations: Some(self.path("migrations")),
            selection,
            seeds: vec![self.path("./seed.sql"), self.path("seeds/*.sql")],
            existing_roles: ExistingRoles::Fail,
            stand_ins: self.stand_ins.clone(),
        };
        run(&self.client, &project).await
    }

    async fn texts(&self, query: &str) -> Vec<String> {
        let rows = self.client.query(query, &[]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }
}

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
async fn a_setting_of_one_file_does_not_reach_the_next() {
    let arranged = Arranged::new(&[
        ("migrations/1_a.sql", "set search_path to ''; create table public.a (x int);"),
        ("migrations/2_b.sql", "create table b (x int); insert into a values (1);"),
    ])
    .await;
    assert_eq!(arranged.run().await.unwrap().applied.len(), 2);
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
