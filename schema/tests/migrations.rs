//! The migrations as a whole: they go up, down and up again, and leave nothing open.

use test_db::Database;

#[tokio::test]
async fn every_migration_can_be_reverted_and_applied_again() {
    let database = Database::create().await;
    let reverted = schema::migrate::revert_all(&database.superuser_url()).await.unwrap();
    let applied = schema::migrate::run(&database.superuser_url()).await.unwrap();
    assert_eq!(applied, reverted.into_iter().rev().collect::<Vec<_>>());
    assert!(
        schema::migrate::run(&database.superuser_url()).await.unwrap().is_empty(),
        "a second run has nothing to do"
    );
}

#[tokio::test]
async fn several_processes_may_migrate_at_once() {
    let database = Database::create().await;
    let url = database.superuser_url();
    schema::migrate::revert_all(&url).await.unwrap();
    let (first, second, third) =
        tokio::join!(schema::migrate::run(&url), schema::migrate::run(&url), schema::migrate::run(&url));
    let applied = [first.unwrap(), second.unwrap(), third.unwrap()];
    assert_eq!(applied.iter().filter(|names| !names.is_empty()).count(), 1);
}

#[tokio::test]
async fn every_table_has_row_level_security() {
    let database = Database::create().await;
    let open = database
        .client()
        .await
        .query(
            "select format('%s.%s', nspname, relname) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
             where relkind in ('r', 'p') and not relrowsecurity
               and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')",
            &[],
        )
        .await
        .unwrap();
    assert_eq!(open.iter().map(|row| row.get(0)).collect::<Vec<String>>(), Vec::<String>::new());
}

#[tokio::test]
async fn every_foreign_key_has_an_index() {
    let database = Database::create().await;
    let bare = database
        .client()
        .await
        .query(
            "select format('%s (%s)', conrelid::regclass, conname) from pg_constraint
             where contype = 'f' and not exists (
               select from pg_index where indrelid = conrelid and (indkey::int2[])[0] = conkey[1]
             )",
            &[],
        )
        .await
        .unwrap();
    assert_eq!(bare.iter().map(|row| row.get(0)).collect::<Vec<String>>(), Vec::<String>::new());
}

/// §6: everything that is not public goes through a function, an administrator or the service key.
#[tokio::test]
async fn a_visitor_reads_active_hotels_and_translations_and_nothing_else() {
    let database = Database::create().await;
    let client = database.client().await;
    let tables = client
        .query("select format('%I.%I', schemaname, tablename) from pg_tables where schemaname in ('public', 'auth')", &[])
        .await
        .unwrap();
    client.batch_execute("set role anon").await.unwrap();
    let mut readable = Vec::new();
    for table in tables.iter().map(|row| row.get::<_, String>(0)) {
        if client.simple_query(&format!("select from {table}")).await.is_ok() {
            readable.push(table);
        }
    }
    readable.sort();
    assert_eq!(readable, ["public.hotels", "public.translations"]);
}

#[tokio::test]
async fn an_account_that_loses_the_role_is_no_administrator_any_more() {
    let database = Database::create().await;
    let client = database.client().await;
    client
        .batch_execute(
            r#"insert into auth.users (id, email, raw_app_meta_data) values
                 ('11111111-1111-4111-8111-111111111111', 'admin@example.com', '{"role": "admin"}');
               insert into public.hotels (name, city, location, price_per_night, is_active)
                 values ('Fermé', 'Corte', 'Corte', 50, false);
               select set_config('request.jwt.claims',
                 '{"sub": "11111111-1111-4111-8111-111111111111", "role": "authenticated", "app_metadata": {"role": "admin"}}',
                 false)"#,
        )
        .await
        .unwrap();
    let seen = "set role authenticated; select from public.hotels; reset role";
    let count = async |statement| {
        let messages = client.simple_query(statement).await.unwrap();
        messages
            .iter()
            .filter(|message| matches!(message, tokio_postgres::SimpleQueryMessage::Row(_)))
            .count()
    };
    assert_eq!(count(seen).await, 1, "an administrator sees the inactive hotel");
    client.batch_execute("update auth.users set raw_app_meta_data = '{}'").await.unwrap();
    assert_eq!(count(seen).await, 0, "the token still says admin, the account does not");
}
