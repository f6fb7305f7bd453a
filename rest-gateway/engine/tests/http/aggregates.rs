//! Spreads and aggregates, inside and outside embeds.

use crate::common::{Api, rows};
use serde_json::json;

#[actix_web::test]
async fn spreads_lift_columns_and_aggregate_many_rows_to_arrays() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,...directors(director:name)&id=in.(1,4)&order=id").await,
        json!([{"id": 1, "director": "Agnès Varda"}, {"id": 4, "director": null}])
    );
    assert_eq!(
        rows(&api, "/directors?select=id,...films(titles:title,year)&films.order=year.desc&order=id").await,
        json!([
            {"id": 1, "titles": ["Cléo de 5 à 7"], "year": [1962]},
            {"id": 2, "titles": ["Playtime", "Mon oncle"], "year": [1967, 1958]},
            {"id": 3, "titles": [], "year": []}
        ])
    );
    assert_eq!(
        rows(&api, "/reviews?select=id,...films(title,...directors(name))&id=eq.1").await,
        json!([{"id": 1, "title": "Cléo de 5 à 7", "name": "Agnès Varda"}])
    );
}

#[actix_web::test]
async fn nested_spreads_return_each_column_once() {
    let api = Api::cinema().await;
    let nested = api.get("/roles?select=part,...films(*,...facts(budget))&film_id=eq.1").await;
    assert_eq!((nested.status, nested.body.matches("\"budget\"").count()), (200, 1));
    assert_eq!(
        rows(&api, "/directors?select=...films(id,...facts(*))&id=eq.2&films.order=id").await,
        json!([{"id": [2, 3], "film_id": [null, 3], "budget": [null, 17_000_000]}])
    );
    assert_eq!(rows(&api, "/films?select=id,...reviews()&id=eq.1").await, json!([{"id": 1}]));
    assert_eq!(
        rows(&api, "/reviews?select=...films(year,...directors())&id=eq.1").await,
        json!([{"year": 1962}])
    );
}

#[actix_web::test]
async fn aggregates_are_disabled_by_default() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?select=count()").await.error(), (400, "PGRST123".to_owned()));
}

#[actix_web::test]
async fn aggregates_group_by_the_other_columns() {
    let api = Api::with_config(|config| config.db_aggregates_enabled = true).await;
    assert_eq!(rows(&api, "/films?select=count()").await, json!([{"count": 4}]));
    assert_eq!(
        rows(
            &api,
            "/films?select=director_id,n:count(),minutes.sum(),first:year.min()::text&order=director_id"
        )
        .await,
        json!([
            {"director_id": 1, "n": 1, "sum": 90, "first": "1962"},
            {"director_id": 2, "n": 2, "sum": 180, "first": "1958"},
            {"director_id": null, "n": 1, "sum": 90, "first": null}
        ])
    );
    assert_eq!(
        rows(&api, "/directors?select=id,films(count(),latest:year.max())&id=eq.2").await,
        json!([{"id": 2, "films": [{"count": 2, "latest": 1967}]}])
    );
    assert_eq!(
        rows(
            &api,
            "/films?select=...directors(name),year.max()&director_id=not.is.null&order=directors(name)"
        )
        .await,
        json!([{"name": "Agnès Varda", "max": 1962}, {"name": "Jacques Tati", "max": 1967}])
    );
}

#[actix_web::test]
async fn aggregates_in_a_spread_apply_to_the_parent() {
    let api = Api::with_config(|config| config.db_aggregates_enabled = true).await;
    assert_eq!(
        rows(&api, "/reviews?select=author,...films(minutes.sum())&order=author").await,
        json!([{"author": "x", "sum": 180}, {"author": "y", "sum": 90}])
    );
    assert_eq!(
        rows(&api, "/reviews?select=author,...films(count())&order=author").await,
        json!([{"author": "x", "count": 2}, {"author": "y", "count": 1}])
    );
    assert_eq!(
        rows(&api, "/reviews?select=...films(minutes.sum(),minutes.max())").await,
        json!([{"sum": 270, "max": 90}])
    );
    assert_eq!(api.get("/directors?select=id,...films(count())").await.error(), (400, "PGRST127".to_owned()));
}

#[actix_web::test]
async fn aggregates_group_by_lifted_columns() {
    let api = Api::with_config(|config| config.db_aggregates_enabled = true).await;
    assert_eq!(
        rows(&api, "/reviews?select=score.sum(),...films(directors(name))&film_id=eq.1").await,
        json!([{"sum": 8, "directors": {"name": "Agnès Varda"}}])
    );
    assert_eq!(
        rows(&api, "/directors?select=count(),...films(year)&id=eq.2&films.order=year").await,
        json!([{"count": 1, "year": [1958, 1967]}])
    );
    // Names in the response that are also names of columns.
    assert_eq!(
        rows(&api, "/films?select=year:director_id,director_id(name),count()&id=gt.1&order=director_id")
            .await,
        json!([
            {"year": 2, "director_id": {"name": "Jacques Tati"}, "count": 2},
            {"year": null, "director_id": null, "count": 1}
        ])
    );
}
