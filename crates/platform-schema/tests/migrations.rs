//! The platform's migrations by themselves: they can be applied, reverted and applied again, they protect every table, and
//! they give the schemas the shape that projects and Supabase's command line expect.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used)]

use platform_schema::{local, migrate};
use test_db::Database;
use tokio_postgres::Client;

async fn texts(client: &Client, query: &str) -> Vec<String> {
    client.query(query, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn every_migration_can_be_reverted_and_applied_again() {
    let database = Database::platform().await;
    let reverted = migrate::revert_all(&database.superuser_url(), None).await.unwrap();
    let applied = migrate::run(&database.superuser_url()).await.unwrap();
    assert_eq!(applied, reverted.into_iter().rev().collect::<Vec<_>>());
    assert!(
        migrate::run(&database.superuser_url()).await.unwrap().is_empty(),
        "a second run has nothing to do"
    );
}

#[tokio::test]
async fn several_processes_can_migrate_at_once() {
    let database = Database::platform().await;
    let url = database.superuser_url();
    migrate::revert_all(&url, None).await.unwrap();
    let (first, second, third) = tokio::join!(migrate::run(&url), migrate::run(&url), migrate::run(&url));
    let applied = [first.unwrap(), second.unwrap(), third.unwrap()];
    assert_eq!(applied.iter().filter(|names| !names.is_empty()).count(), 1);
}

#[tokio::test]
async fn a_projects_own_schema_is_empty() {
    let database = Database::platform().await;
    let client = database.client().await;
    let relations = "select relname::text from pg_class where relnamespace = 'public'::regnamespace";
    assert_eq!(texts(&client, relations).await, Vec::<String>::new());
    let functions = "select proname::text from pg_proc where pronamespace = 'public'::regnamespace";
    assert_eq!(texts(&client, functions).await, Vec::<String>::new());
    client
        .batch_execute("create table public.profiles (id uuid primary key references auth.users)")
        .await
        .unwrap();
}

#[tokio::test]
async fn every_table_has_row_level_security_and_every_foreign_key_an_index() {
    let database = Database::platform().await;
    let client = database.client().await;
    let open = "select format('%s.%s', nspname, relname) from pg_class
                join pg_namespace on pg_namespace.oid = relnamespace
                where relkind in ('r', 'p') and not relrowsecurity
                  and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')";
    assert_eq!(texts(&client, open).await, Vec::<String>::new());
    let bare = "select format('%s (%s)', conrelid::regclass, conname) from pg_constraint
                where contype = 'f' and not exists (
                  select from pg_index where indrelid = conrelid and (indkey::int2[])[0] = conkey[1]
                )";
    assert_eq!(texts(&client, bare).await, Vec::<String>::new());
}

/// A reset by Supabase's command line drops schemas by their owner, tables of `public`, and extensions by their name.
#[tokio::test]
async fn a_reset_by_supabases_command_line_would_drop_nothing_of_the_platform() {
    let database = Database::platform().await;
    let client = database.client().await;
    let dropped_schemas = "select nspname::text from pg_namespace
        where nspowner <> 'supabase_admin'::regrole and nspname !~ '^pg_'
          and nspname not in ('information_schema', 'public', 'supabase_migrations')";
    assert_eq!(texts(&client, dropped_schemas).await, Vec::<String>::new());
    let dropped_extensions = "select extname::text from pg_extension
        where extname not in ('plpgsql', 'uuid-ossp', 'pgcrypto', 'pg_stat_statements')";
    assert_eq!(texts(&client, dropped_extensions).await, Vec::<String>::new());
    let dropped_publications =
        "select pubname::text from pg_publication where pubname not like 'supabase\\_realtime%'";
    assert_eq!(texts(&client, dropped_publications).await, Vec::<String>::new());
    // It truncates all of `auth`; the history must not be there.
    let histories =
        "select oid::regclass::text from pg_class where relname like '%migrations' and relkind = 'r'
                     and relnamespace in ('auth'::regnamespace, 'extensions'::regnamespace) order by 1";
    let expected = ["auth.schema_migrations", "extensions.platform_migrations"];
    assert_eq!(texts(&client, histories).await, expected);
}

#[tokio::test]
async fn the_services_keep_all_rights_on_their_schemas() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute(
            "set role supabase_auth_admin;
             insert into auth.users (id) values ('11111111-1111-4111-8111-111111111111');
             insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
               values (gen_random_uuid(), '11111111-1111-4111-8111-111111111111', 'recovery_token', 'x', 'y');
             create table auth.later (id uuid references auth.users);
             set role supabase_storage_admin;
             insert into storage.buckets (id, name) values ('b', 'b');
             insert into storage.objects (bucket_id, name) values ('b', 'o');
             create table storage.later (id text references storage.buckets)",
        )
        .await
        .unwrap();
}

#[tokio::test]
async fn rows_of_seeds_and_dumps_may_lack_what_the_hosted_tables_allow() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute(
            "insert into storage.buckets (id, name, public, avif_autodetection, created_at, updated_at)
               values ('b', 'b', null, null, null, null);
             insert into storage.objects (bucket_id, name, created_at, updated_at, last_accessed_at)
               values ('b', 'o', null, null, null), (null, null, null, null, null);
             insert into auth.users (id, raw_app_meta_data, created_at)
               values ('11111111-1111-4111-8111-111111111111', null, null)",
        )
        .await
        .unwrap();
    let tables = "select tablename::text from pg_tables where schemaname = 'storage'";
    let tables = texts(&client, tables).await;
    for hosted in [
        "buckets_analytics",
        "buckets_vectors",
        "iceberg_namespaces",
        "iceberg_tables",
        "migrations",
        "s3_multipart_uploads",
        "s3_multipart_uploads_parts",
        "vector_indexes",
    ] {
        assert!(tables.iter().any(|table| table == hosted), "{hosted}");
    }
}

#[tokio::test]
async fn storage_functions_of_policies_answer_under_row_level_security() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute(
            r#"insert into storage.buckets (id, name) values ('b', 'b'), ('c', 'c');
               insert into storage.objects (bucket_id, name, metadata)
                 values ('b', 'x', '{"size": 3000000000}'), ('b', 'y', '{"size": 1}'), ('c', 'z', '{"size": 5}');
               create policy read_b on storage.objects for select to anon using (bucket_id = 'b');
               create policy write_b on storage.objects for insert to anon with check (bucket_id = 'b');
               set role anon"#,
        )
        .await
        .unwrap();
    let sizes = "select bucket_id || ' ' || size from storage.get_size_by_bucket()";
    assert_eq!(texts(&client, sizes).await, ["b 3000000001"]);
    let code = async |bucket: &str| {
        let query = "select storage.can_insert_object($1, 'new', null, '{}')";
        let error = client.query(query, &[&bucket]).await.unwrap_err();
        error.code().unwrap().code().to_owned()
    };
    assert_eq!(code("b").await, "PT200", "a successful insert is undone");
    assert_eq!(code("c").await, "42501");
    assert_eq!(texts(&client, "select name from storage.objects order by 1").await, ["x", "y"]);
}

#[tokio::test]
async fn everybody_calls_functions_of_extensions() {
    let database = Database::platform().await;
    let client = database.client().await;
    let calls = "set role anon; select extensions.uuid_generate_v4(), extensions.gen_random_bytes(8);";
    client.batch_execute(calls).await.unwrap();
    let answer = "select graphql_public.graphql(query => '{ x }') #>> '{errors,0,message}'";
    assert_eq!(texts(&client, answer).await, ["pg_graphql extension is not enabled."]);
}

#[tokio::test]
async fn new_tables_are_open_or_closed_as_the_project_wants_it() {
    let database = Database::platform().await;
    let client = database.client().await;
    let rights = async |table: &str| {
        let create = format!(
            "create table public.{table} (id int); create function public.f_{table}() returns int language sql as 'select 1'"
        );
        client.batch_execute(&create).await.unwrap();
        let query = "select has_table_privilege('anon', 'public.' || $1, 'select, insert, update, delete')";
        client.query_one(query, &[&table]).await.unwrap().get::<_, bool>(0)
    };
    local::set_exposure(&client, true).await.unwrap();
    assert!(rights("open").await);
    local::set_exposure(&client, false).await.unwrap();
    assert!(!rights("closed").await);
    let call = "select has_function_privilege('anon', 'public.f_closed()', 'execute')";
    let callable: bool = client.query_one(call, &[]).await.unwrap().get(0);
    assert!(callable, "as in Postgres, functions stay open to everybody");
}
