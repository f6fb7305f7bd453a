//! The migrations as a whole: they can be applied, reverted and applied again, and every table is protected.

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
async fn several_processes_can_migrate_at_once() {
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

/// §6: data that is not public is reached through a function, by an administrator or with the service key.
#[tokio::test]
async fn the_anonymous_role_reads_hotels_and_translations_only() {
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
async fn an_account_without_the_role_is_no_administrator_whatever_its_token_says() {
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

#[tokio::test]
async fn migration_14_converts_hotels_between_the_kinds_of_the_form_and_the_nearest_kind() {
    let database = Database::create().await;
    let client = database.client().await;
    client
        .batch_execute(
            "insert into public.hotels (id, name, city, location, price_per_night, property_type) values
               (1, 'Casa', 'Corte', 'Corte', 50, 'guest_house'), (2, 'Phare', 'Calvi', 'Calvi', 50, 'other'),
               (3, 'Camp', 'Porto', 'Porto', 50, 'campsite'), (4, 'Chambre', 'Bastia', 'Bastia', 50, 'guest_room');
             insert into public.host_applications (first_name, last_name, email, phone, property_type, property_name,
               address, city, photos_urls, hotel_id)
             select 'A', 'B', 'a@example.com', '1', kind, 'C', 'D', 'E', '{1,2,3}', id
             from (values ('Maison d’hôtes', 1), ('Autre', 2), ('Camping', 3), ('Chambre d''hôtes', 4)) as form (kind, id)",
        )
        .await
        .unwrap();
    let kinds = async || {
        let rows = client.query("select property_type from public.hotels order by id", &[]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect::<Vec<String>>()
    };
    client
        .batch_execute(include_str!("../migrations/2026-11-22-000014_kinds_of_the_form/down.sql"))
        .await
        .unwrap();
    assert_eq!(kinds().await, ["guest_room", "hotel", "campsite", "guest_room"]);
    let refused = client.execute("update public.hotels set property_type = 'other'", &[]).await;
    assert!(refused.is_err(), "the check allows the earlier kinds only");
    client
        .batch_execute(include_str!("../migrations/2026-11-22-000014_kinds_of_the_form/up.sql"))
        .await
        .unwrap();
    assert_eq!(kinds().await, ["guest_house", "other", "campsite", "guest_room"]);
}

#[tokio::test]
async fn migration_15_sets_the_language_of_sample_reviews_only() {
    let database = Database::seeded().await;
    let client = database.client().await;
    client
        .batch_execute(include_str!("../migrations/2026-11-22-000015_language_of_reviews/down.sql"))
        .await
        .unwrap();
    client
        .batch_execute(
            "insert into public.hotel_reviews (hotel_id, hotel_identifier, user_name, rating, stay_date, review_title)
               values (1, '1', 'Marie D.', 4, current_date - 9, 'Parti');
             update public.hotel_reviews set review_title = 'Ottima base'
               where id = (select id from public.hotel_reviews where hotel_id = 2 limit 1);
             update public.hotels set updated_at = '2026-01-01'",
        )
        .await
        .unwrap();
    client
        .batch_execute(include_str!("../migrations/2026-11-22-000015_language_of_reviews/up.sql"))
        .await
        .unwrap();
    let query =
        "select coalesce(language, 'unknown'), count(*) from public.hotel_reviews group by 1 order by 1";
    let languages = client.query(query, &[]).await.unwrap();
    let languages: Vec<(&str, i64)> = languages.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(languages, [("fr", 1271), ("it", 1), ("unknown", 1)]);
    let touched =
        client.query("select from public.hotels where updated_at <> '2026-01-01'", &[]).await.unwrap();
    assert!(touched.is_empty(), "no rating or count of a hotel changes");
}

#[tokio::test]
async fn migration_30_keeps_the_newest_review_of_each_account() {
    let database = Database::create().await;
    let client = database.client().await;
    client
        .batch_execute(include_str!("../migrations/2026-11-23-000030_one_review_per_account/down.sql"))
        .await
        .unwrap();
    client
        .batch_execute(
            "insert into public.hotels (id, name, city, location, price_per_night) values (7, 'Casa', 'Corte', 'Corte', 50);
             insert into auth.users (id, email) values
               ('11111111-1111-4111-8111-111111111111', 'a@example.com'),
               ('22222222-2222-4222-8222-222222222222', 'b@example.com');
             insert into public.hotel_reviews (hotel_id, hotel_identifier, user_id, user_name, rating, created_at)
             select hotel_id, identifier, account::uuid, 'A', rating, '2026-01-01'::date + rating
             from (values
               (7, '7', '11111111-1111-4111-8111-111111111111', 1), (7, 'casa', '11111111-1111-4111-8111-111111111111', 5),
               (7, '7', '22222222-2222-4222-8222-222222222222', 2), (null, '7', '22222222-2222-4222-8222-222222222222', 3),
               (null, 'Gite', '22222222-2222-4222-8222-222222222222', 4), (null, 'gite', '22222222-2222-4222-8222-222222222222', 1),
               (7, '7', null, 3), (7, '7', null, 3)
             ) as review (hotel_id, identifier, account, rating)",
        )
        .await
        .unwrap();
    client
        .batch_execute(include_str!("../migrations/2026-11-23-000030_one_review_per_account/up.sql"))
        .await
        .unwrap();
    let query = "select establishment, rating::integer from public.hotel_reviews order by 1, 2";
    let rows = client.query(query, &[]).await.unwrap();
    let kept: Vec<(&str, i32)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(
        kept,
        [
            ("hotel:7", 2),
            ("hotel:7", 3),
            ("hotel:7", 3),
            ("hotel:7", 5),
            ("identifier:7", 3),
            ("identifier:gite", 4)
        ]
    );
    let figures =
        client.query_one("select reviews_count, rating::text from public.hotels", &[]).await.unwrap();
    assert_eq!((figures.get(0), figures.get(1)), (4, "3.25"));
}
