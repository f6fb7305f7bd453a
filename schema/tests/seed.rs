//! The sample data in a database: the seed fills a new database once, and no other.

// A shared function that fails stops the test.
#![allow(clippy::unwrap_used)]

use schema::seed::{self, Report};
use test_db::Database;
use tokio_postgres::Client;

/// A hash of all seeded data without `updated_at`.
async fn contents(client: &Client) -> String {
    let query = "
        select md5(
          (select string_agg((to_jsonb(hotels) - 'updated_at')::text, '' order by id) from public.hotels) ||
          (select string_agg(to_jsonb(hotel_reviews)::text, '' order by id) from public.hotel_reviews))";
    client.query_one(query, &[]).await.unwrap().get(0)
}

async fn number(client: &Client, query: &str) -> i64 {
    client.query_one(query, &[]).await.unwrap().get(0)
}

#[tokio::test]
async fn a_new_database_gets_every_hotel_and_review() {
    let database = Database::create().await;
    let report = seed::run(&database.superuser_url()).await.unwrap();
    assert_eq!(report, Report { hotels: 160, reviews: 1200 + 6 * 12 });
    let client = database.client().await;
    assert_eq!(number(&client, "select count(*) from public.hotels where is_active").await, 160);
    assert_eq!(
        number(&client, "select count(*) from public.hotel_reviews where hotel_id is not null").await,
        1200
    );
}

#[tokio::test]
async fn ratings_are_the_means_of_the_reviews_and_in_a_plausible_range() {
    let database = Database::seeded().await;
    let rows = database
        .client()
        .await
        .query(
            "select hotels.id, hotels.rating::float8, reviews_count::bigint, round(avg(reviews.rating), 2)::float8, count(*)
             from public.hotels join public.hotel_reviews as reviews on hotel_id = hotels.id group by hotels.id",
            &[],
        )
        .await
        .unwrap();
    assert_eq!(rows.len(), 160, "every hotel has reviews");
    for row in rows {
        let (id, rating): (i64, f64) = (row.get(0), row.get(1));
        assert_eq!((rating, row.get::<_, i64>(2)), (row.get(3), row.get(4)), "hotel {id}");
        assert!((3.6..=4.9).contains(&rating), "hotel {id} has {rating}");
        // §3 business hotels: the ids 1 to 10.
        assert!(id > 10 || (3.9..=4.3).contains(&rating), "hotel {id} has {rating}");
    }
}

#[tokio::test]
async fn the_six_clubs_have_reviews_under_their_slugs() {
    let database = Database::seeded().await;
    let rows = database
        .client()
        .await
        .query(
            "select hotel_identifier, round(avg(rating), 1)::float8, count(*) from public.hotel_reviews
             where hotel_id is null group by hotel_identifier order by hotel_identifier",
            &[],
        )
        .await
        .unwrap();
    let resorts: Vec<(&str, f64, i64)> =
        rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
    // §9: resort ratings 4.8, 4.6, 4.5, 4.9; the two other clubs' are those of their cards.
    assert_eq!(
        resorts,
        [
            ("belambra-pineto", 4.6, 12),
            ("club-fiesta-ajaccio", 4.5, 12),
            ("club-lookea-corsica-paoli", 4.3, 12),
            ("club-marmara-marina-viva", 4.4, 12),
            ("club-med-santambroggio", 4.8, 12),
            ("club-vacanciel-porto-vecchio", 4.9, 12),
        ]
    );
}

#[tokio::test]
async fn every_database_gets_the_same_data() {
    let (one, other) = tokio::join!(Database::seeded(), Database::seeded());
    assert_eq!(contents(&one.client().await).await, contents(&other.client().await).await);
}

#[tokio::test]
async fn a_second_run_keeps_changes_and_deletions() {
    let database = Database::seeded().await;
    let client = database.client().await;
    client
        .batch_execute(
            "update public.hotels set name = 'Hôtel rebaptisé', price_per_night = 99 where id = 1;
             delete from public.hotels where id = 2;
             delete from public.hotel_reviews where hotel_id = 3",
        )
        .await
        .unwrap();
    let before = contents(&client).await;
    assert_eq!(seed::run(&database.superuser_url()).await.unwrap(), Report::default());
    assert_eq!(contents(&client).await, before);
}

#[tokio::test]
async fn deleted_samples_are_not_added_again() {
    let database = Database::seeded().await;
    let client = database.client().await;
    client.batch_execute("delete from public.hotels").await.unwrap();
    assert_eq!(seed::run(&database.superuser_url()).await.unwrap(), Report::default());
    assert_eq!(number(&client, "select count(*) from public.hotels").await, 0);
}

#[tokio::test]
async fn a_site_with_hotels_of_its_own_gets_no_samples() {
    let database = Database::create().await;
    let client = database.client().await;
    client
        .batch_execute(
            "insert into public.hotels (id, name, city, location, price_per_night)
             values (7000, 'Hôtel du Vrai', 'Bastia', 'Bastia', 80)",
        )
        .await
        .unwrap();
    assert_eq!(seed::run(&database.superuser_url()).await.unwrap(), Report::default());
    assert_eq!(number(&client, "select count(*) from public.hotels").await, 1);
}

#[tokio::test]
async fn several_processes_can_seed_at_once() {
    let database = Database::create().await;
    let url = database.superuser_url();
    let (first, second, third) = tokio::join!(seed::run(&url), seed::run(&url), seed::run(&url));
    let added: u64 = [first, second, third].into_iter().map(|report| report.unwrap().hotels).sum();
    assert_eq!(added, 160);
}

#[tokio::test]
async fn a_failed_run_adds_nothing_and_can_be_repeated() {
    let database = Database::create().await;
    let client = database.client().await;
    // A deferred trigger makes the commit fail.
    client
        .batch_execute(
            "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
             create constraint trigger refuse after insert on public.hotels deferrable initially deferred
             for each row execute function refuse()",
        )
        .await
        .unwrap();
    seed::run(&database.superuser_url()).await.unwrap_err();
    assert_eq!(number(&client, "select count(*) from public.hotels").await, 0);
    client.batch_execute("drop trigger refuse on public.hotels").await.unwrap();
    assert_eq!(seed::run(&database.superuser_url()).await.unwrap().hotels, 160);
}

#[tokio::test]
async fn the_next_hotel_gets_the_next_id() {
    let database = Database::seeded().await;
    let insert = "insert into public.hotels (name, city, location, price_per_night)
                  values ('Hôtel suivant', 'Corte', 'Corte', 70) returning id";
    assert_eq!(number(&database.client().await, insert).await, 161);
}

#[tokio::test]
async fn visitors_read_the_sample_hotels() {
    let database = Database::seeded().await;
    let client = database.client().await;
    client.batch_execute("set role anon").await.unwrap();
    assert_eq!(number(&client, "select count(*) from public.hotels").await, 160);
}

#[tokio::test]
async fn an_unreachable_database_is_an_error() {
    let error = seed::run("postgres://nobody@127.0.0.1:1/none").await.unwrap_err();
    assert!(error.to_string().starts_with("cannot seed the database"), "{error}");
}
