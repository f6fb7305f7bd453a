//! Extensions in a Supabase project: stand-ins as extensions of the stack's own Postgres, and as replacements elsewhere;
//! secrets of the configuration; queues over the API; jobs and requests of a running stack.

use crate::postgrest_server;
use crate::project::{CONFIG, project, run, run_in};
use hyper::StatusCode;
use serde_json::json;
use std::fs;
use test_db::Database;

const EXTENSIONS: &str = "create extension if not exists pg_net with schema extensions;
    create extension if not exists \"supabase_vault\" with schema \"vault\";
    create extension pg_cron with schema pg_catalog;
    create extension if not exists pgmq;
    create extension if not exists \"pgjwt\" with schema \"extensions\";
    create extension if not exists \"pgsodium\" with schema \"pgsodium\";
    create extension if not exists \"pg_graphql\" with schema \"graphql\";
    create extension if not exists moddatetime schema extensions;
    create table todos (id int primary key, token text default extensions.sign('{}', 'key'));
    select pgmq.create('mail');
    select cron.schedule('tick', '1 second', 'insert into todos values (1) on conflict do nothing');";
const SECRET: &str = "select vault.create_secret('of the migration', 'made');";

/// Waits until a query of the stack's database returns a value.
async fn eventually(stack: &crate::running::Stack, query: &str, expected: &str) {
    postgrest_server::eventually(async || stack.query(query).await.unwrap() == expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_creates_stand_ins_as_extensions() {
    let config = format!(
        "{CONFIG}[db.vault]\nkitchen = \"brocciu\"\n[api]\nschemas = [\"public\", \"pgmq_public\"]\n"
    );
    let place = project(&[
        ("config.toml", &config),
        ("migrations/1_extensions.sql", EXTENSIONS),
        ("migrations/2_secret.sql", SECRET),
    ]);
    let stack = place.start();
    let extensions = "select string_agg(extname, ' ' order by extname) from pg_extension
                      where extname in ('pg_net', 'supabase_vault', 'pg_cron', 'pgmq', 'pgjwt', 'pgsodium', 'pg_graphql')";
    let all = "pg_cron pg_graphql pg_net pgjwt pgmq pgsodium supabase_vault";
    assert_eq!(stack.query(extensions).await.unwrap(), all);
    let comment = "select comment from pg_available_extensions where name = 'pg_cron'";
    assert!(stack.query(comment).await.unwrap().starts_with("Stand-in for pg_cron"));
    eventually(&stack, "select count(*) from todos", "1").await;

    let secrets =
        "select string_agg(name || '=' || decrypted_secret, ' ' order by name) from vault.decrypted_secrets";
    assert_eq!(stack.query(secrets).await.unwrap(), "kitchen=brocciu made=of the migration");
    let sent = stack
        .query("grant all on pgmq.q_mail to anon; notify pgrst, 'reload schema'; select pgmq.send('mail', '{\"to\": \"ange\"}')")
        .await
        .unwrap();
    assert_eq!(sent, "1");

    for reset in ["2 migrations applied", "nothing had changed, a copy"] {
        stack.query("delete from vault.secrets").await.unwrap();
        let done = run(&place, &["db", "reset"]);
        assert!(done.is_ok && done.output.contains(reset), "{}", done.text());
        assert_eq!(stack.query(secrets).await.unwrap(), "kitchen=brocciu made=of the migration");
        assert_eq!(stack.query("select database from cron.job").await.unwrap(), "postgres");
        eventually(&stack, "select count(*) from todos", "1").await;
    }
    let kept = fs::read_to_string(place.data().join("secrets.json")).unwrap();
    assert!(kept.contains("vault_root_key"), "{kept}");
}

#[tokio::test(flavor = "multi_thread")]
async fn any_client_of_the_stack_creates_and_drops_stand_ins() {
    let place = project(&[("config.toml", CONFIG)]);
    let stack = place.start();
    let created = "create extension pg_cron; create extension pgmq; select pgmq.create('q')";
    stack.query(created).await.unwrap();
    assert_eq!(stack.query("select cron.schedule('a', '@daily', 'select 1')").await.unwrap(), "1");
    assert_eq!(stack.query("select pgmq.drop_queue('q'), pgmq.create('q')").await.unwrap(), "t");
    let dropped = "drop extension pg_cron, pgmq; select coalesce(to_regnamespace('cron')::text, 'gone') || \
                   coalesce(to_regclass('pgmq.q_q')::text, 'gone')";
    assert_eq!(stack.query(dropped).await.unwrap(), "gonegone");
    stack.query("create extension pg_cron; create extension pgmq").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_sends_and_reads_messages() {
    let config = format!("{CONFIG}[api]\nschemas = [\"public\", \"pgmq_public\"]\n");
    let queue = "create extension pgmq; select pgmq.create('mail'); grant all on pgmq.q_mail to anon;";
    let place = project(&[("config.toml", &config), ("migrations/1_queue.sql", queue)]);
    let stack = place.start();
    let message = json!({ "queue_name": "mail", "message": { "to": "ange" } });
    let (status, sent) = stack.post_to_schema("pgmq_public", "/rest/v1/rpc/send", &message).await;
    assert_eq!((status, sent.as_str()), (StatusCode::OK, "[1]"));
    let (_, read) =
        stack.post_to_schema("pgmq_public", "/rest/v1/rpc/pop", &json!({ "queue_name": "mail" })).await;
    assert!(read.contains(r#""message":{"to": "ange"}"#), "{read}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_elsewhere_gets_stand_ins_by_replaced_statements() {
    let place = project(&[("config.toml", CONFIG), ("migrations/1_extensions.sql", EXTENSIONS)]);
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    let push = run_in(place.path(), &["db", "push", "--db-url", &url]);
    assert!(push.is_ok, "{}", push.text());
    let made = "select count(*) from pgmq.list_queues(), cron.job";
    assert_eq!(client.query_one(made, &[]).await.unwrap().get::<_, i64>(0), 1);
    for _ in 0..2 {
        let reset = run_in(place.path(), &["db", "reset", "--yes", "--db-url", &url]);
        assert!(reset.is_ok, "{}", reset.text());
        assert_eq!(client.query_one("select count(*) from cron.job", &[]).await.unwrap().get::<_, i64>(0), 1);
    }
}

#[test]
fn a_missing_extension_is_named_before_anything_runs() {
    let migration = "create table a ();\n\ncreate extension if not exists vector_of_another_server;";
    let place = project(&[
        ("config.toml", CONFIG),
        ("migrations/1_a.sql", "create table b ();"),
        ("migrations/2_vector.sql", migration),
    ]);
    let output = place.up_command().output().unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("2_vector.sql:3: the extension vector_of_another_server is not installed"),
        "{error}"
    );
}
