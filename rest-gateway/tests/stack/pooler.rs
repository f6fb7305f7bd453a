//! `serve` behind PgBouncer in transaction mode.

use crate::running::{DEMO_ANON_KEY, Place, get};
use hyper::StatusCode;
use test_db::{Database, PgBouncer, eventually};

#[tokio::test(flavor = "multi_thread")]
async fn serve_sends_requests_through_the_pooler_and_listens_without_it() {
    let database = Database::seeded().await;
    let Some(mut pooler) = PgBouncer::start(&database, "").await else { return };
    let (url, direct_url) = (pooler.url("authenticator"), database.superuser_url());
    let place = Place::of_rest(&format!("url = \"{url}\"\ndirect_url = \"{direct_url}\""));
    let mut front_door = place.serve();
    let url = front_door.line.rsplit_once(' ').unwrap().1.to_owned();
    let status =
        async |table: &str| get(&format!("{url}/rest/v1/{table}?select=id&limit=1"), DEMO_ANON_KEY).await.0;
    assert_eq!(status("hotels").await, StatusCode::OK);

    let added = "create table public.added (id int); grant select on public.added to anon;
                 notify pgrst, 'reload schema'";
    database.client().await.batch_execute(added).await.unwrap();
    eventually(async || status("added").await == StatusCode::OK).await;

    pooler.end();
    assert_eq!(status("hotels").await, StatusCode::SERVICE_UNAVAILABLE, "nothing goes past the pooler");
    pooler.start_again().await;
    eventually(async || status("hotels").await == StatusCode::OK).await;
    assert!(front_door.end("TERM").success());
}
