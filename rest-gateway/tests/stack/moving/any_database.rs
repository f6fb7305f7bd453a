//! Imports into a database that has no stack.

use crate::project::{project, run_in};
use std::fs;
use test_db::Database;

#[tokio::test(flavor = "multi_thread")]
async fn migrations_count_as_applied_unless_the_dump_has_their_history() {
    let table = "create table todos (id int primary key);";
    let place = project(&[
        ("config.toml", crate::project::CONFIG),
        ("migrations/20240101000000_todos.sql", table),
        ("seed.sql", "insert into todos values (9);"),
    ]);
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    let dump = place.path().join("dump.sql");
    fs::write(&dump, format!("{table}\nINSERT INTO todos (id) VALUES\n\t(1),\n\t(2);\n")).unwrap();
    let import = |more: &[&str]| {
        let dump = dump.to_str().unwrap();
        run_in(place.path(), &[&["import", "--db-url", url.as_str(), "--dump", dump], more].concat())
    };
    assert!(import(&["--dry-run"]).is_ok);
    let count = async |table: &str| {
        client.query_one(&format!("select count(*) from {table}"), &[]).await.unwrap().get::<_, i64>(0)
    };
    let history =
        client.query_one("select to_regnamespace('supabase_migrations') is null", &[]).await.unwrap();
    assert!(history.get::<_, bool>(0), "nothing was kept");
    let imported = import(&[]);
    assert!(
        imported.is_ok && imported.output.contains("count as applied: 20240101000000"),
        "{}",
        imported.text()
    );
    assert_eq!((count("todos").await, count("supabase_migrations.schema_migrations").await), (2, 1));
    let push = run_in(place.path(), &["db", "push", "--include-seed", "--db-url", &url]);
    assert!(push.is_ok && push.output.contains("up to date"), "{}", push.text());
    let again = import(&[]);
    assert!(!again.is_ok && again.error.contains("public.todos"), "{}", again.text());
}

/// On a server without files of the stand-ins.
#[tokio::test(flavor = "multi_thread")]
async fn any_database_gets_stand_ins_queues_and_rows_in_every_text_format() {
    let place = project(&[("config.toml", crate::project::CONFIG)]);
    let database = Database::platform().await;
    let (url, client) = (database.superuser_url(), database.client().await);
    let dump = place.path().join("dump.sql");
    fs::write(&dump, include_str!("elsewhere.sql")).unwrap();
    let imported = run_in(place.path(), &["import", "--db-url", &url, "--dump", dump.to_str().unwrap()]);
    assert!(imported.is_ok && !imported.output.contains("left out"), "{}", imported.text());
    for (query, expected) in [
        ("select string_agg(name, '|' order by id) from shops", "Chez Ange; \"fromages\"|two\nlines|"),
        ("select command || (database = current_database()) from cron.job", "select 1true"),
        ("select (extensions.sign('{}', 'secret') is not null)::text", "true"),
        ("select string_agg(queue_name, ',' order by queue_name) from pgmq.meta", "bulk,mail"),
        ("select (select message ->> 'to' from pgmq.q_mail) || (select count(*) from pgmq.a_mail)", "Ange1"),
        ("select pgmq.send('mail', '{}')::text", "8"),
    ] {
        let value: String = client.query_one(query, &[]).await.unwrap().get(0);
        assert_eq!(value, expected, "{query}");
    }
}
