//! `import` into a database whose owner is no superuser, as on a managed Postgres, and its dumps, on every installed version
//! of Postgres.

use crate::project::{CONFIG, Finished, project, run_in};
use crate::running::Place;
use std::fs;
use test_db::Cluster;

const SCHEMA: &str = r#"CREATE EXTENSION IF NOT EXISTS "pg_stat_statements" WITH SCHEMA "extensions";
CREATE TABLE public.profiles (id uuid PRIMARY KEY, city text);
ALTER TABLE public.profiles OWNER TO postgres;
ALTER TABLE ONLY public.profiles ADD CONSTRAINT profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id);
COMMENT ON CONSTRAINT profiles_id_fkey ON public.profiles IS 'kept';
CREATE FUNCTION public.handle_new_user() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into public.profiles values (new.id, 'from the trigger');
  return new;
end $$;
CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.handle_new_user();
CREATE EVENT TRIGGER note ON ddl_command_end EXECUTE FUNCTION public.note();
"#;
/// A profile, whose account comes after it or not at all.
const PROFILE: &str = "COPY public.profiles (id, city) FROM stdin;
11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	Corte
\\.
";
const ACCOUNT: &str = "COPY auth.users (id, email) FROM stdin;
11111111-0d5a-4c5e-9a3e-6a3c1f7b2d01	ange@exemple.fr
\\.
";

/// The URL of a migrated database. Its owner has the privileges that the migrations ask for, and no others.
async fn database_of_owner(cluster: &Cluster) -> String {
    let superuser = cluster.superuser("postgres").await;
    superuser.batch_execute("create role owner login createrole").await.unwrap();
    superuser.batch_execute("create database app owner owner").await.unwrap();
    let url = cluster.url("owner", "app");
    let Err(platform_schema::Error::Privileges { statements, .. }) =
        platform_schema::migrate::run(&url).await
    else {
        panic!("an owner without further privileges could migrate");
    };
    cluster.superuser("app").await.batch_execute(&statements.concat()).await.unwrap();
    platform_schema::migrate::run(&url).await.unwrap();
    url
}

fn import(place: &Place, url: &str, more: &[&str]) -> Finished {
    run_in(place.path(), &[&["import", "--db-url", url, "--dump", "schema.sql", "data.sql"], more].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_imports_without_triggers_and_checks_foreign_keys_at_the_end() {
    for binaries in test_db::installations() {
        let cluster = Cluster::start_from(&binaries);
        let url = database_of_owner(&cluster).await;
        let client = cluster.superuser("app").await;
        let count = async |rows: &str| {
            client.query_one(&format!("select count(*) from {rows}"), &[]).await.unwrap().get::<_, i64>(0)
        };
        let foreign_keys = "pg_constraint where contype = 'f' and convalidated";
        let platform_keys = count(foreign_keys).await;
        let place = project(&[("config.toml", CONFIG)]);
        fs::write(place.path().join("schema.sql"), SCHEMA).unwrap();

        fs::write(place.path().join("data.sql"), PROFILE).unwrap();
        let failed = import(&place, &url, &[]);
        let expected = "data.sql:1: alter table public.profiles add constraint profiles_id_fkey";
        assert!(!failed.is_ok && failed.error.contains(expected), "{}", failed.text());
        assert!(failed.error.contains("is not present in table \"users\""), "{}", failed.text());
        assert_eq!(count("pg_tables where tablename = 'profiles'").await, 0, "nothing was kept");
        assert_eq!(count(foreign_keys).await, platform_keys);

        fs::write(place.path().join("data.sql"), format!("{PROFILE}{ACCOUNT}")).unwrap();
        let imported = import(&place, &url, &[]);
        assert!(imported.is_ok, "{}", imported.text());
        for expected in [
            "schema.sql:1: CREATE EXTENSION IF NOT EXISTS \"pg_stat_statements\"",
            "permission denied to create extension",
            "schema.sql:12: CREATE EVENT TRIGGER note",
            "only a superuser can create an event trigger",
        ] {
            assert!(imported.output.contains(expected), "{expected} in\n{}", imported.text());
        }
        assert!(!imported.output.contains("OWNER TO"), "the owner keeps the table: {}", imported.text());
        assert_eq!(count("profiles where city = 'Corte'").await, 1, "the trigger added no second one");
        assert_eq!(count(foreign_keys).await, platform_keys + 1);
        let described = "pg_constraint where obj_description(oid, 'pg_constraint') = 'kept'";
        assert_eq!(count(described).await, 1);
        client.batch_execute("insert into auth.users (id) values (gen_random_uuid())").await.unwrap();
        assert_eq!(count("profiles where city = 'from the trigger'").await, 1, "triggers are on again");
        assert_owner_dumps(&place, &url);
    }
}

/// The owner may not become `postgres`, who is the provider's superuser.
#[track_caller]
fn assert_owner_dumps(place: &Place, url: &str) {
    let dump = |arguments: &[&str]| {
        let dumped = run_in(place.path(), &[["db", "dump", "--db-url", url].as_slice(), arguments].concat());
        assert!(dumped.is_ok, "{arguments:?}: {}", dumped.text());
        dumped.output
    };
    assert!(dump(&[]).contains("CREATE TABLE IF NOT EXISTS \"public\".\"profiles\""));
    let data = dump(&["--data-only", "--use-copy"]);
    assert!(data.contains("ange@exemple.fr") && data.contains("Corte"), "{data}");
    assert!(dump(&["--role-only"]).contains("-- CREATE ROLE \"anon\""));

    let exported =
        run_in(place.path(), &["export", "--db-url", url, "--to", "exported", "--without-objects"]);
    assert!(exported.is_ok, "{}", exported.text());
    let data = fs::read_to_string(place.path().join("exported/data.sql")).unwrap();
    assert!(data.contains("ange@exemple.fr") && data.contains("Corte"), "{data}");
    fs::remove_dir_all(place.path().join("exported")).unwrap();
}
