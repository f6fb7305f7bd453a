//! How a write ends. A write that its result, a constraint or a preference rejects changes no table.

use crate::common::{Api, OBJECT, eventually};
use serde_json::json;

#[actix_web::test]
async fn a_write_whose_result_is_rejected_changes_nothing() {
    let api = Api::cinema().await;
    let before = api.directors().await;
    // The second round uses prepared statements.
    for _ in 0..2 {
        let many = api
            .patch("/directors?id=lte.2", json!({"name": "X"}))
            .prefer("return=representation")
            .accept(OBJECT)
            .await;
        assert_eq!(many.error(), (406, "PGRST116".to_owned()));
        let two = api
            .post("/directors", json!([{"id": 8, "name": "a"}, {"id": 9, "name": "b"}]))
            .accept(OBJECT)
            .await;
        assert_eq!(two.error(), (406, "PGRST116".to_owned()));
        let bounded = api
            .patch("/directors?id=lte.2", json!({"name": "X"}))
            .prefer("handling=strict, max-affected=1")
            .await;
        assert_eq!(bounded.error(), (400, "PGRST124".to_owned()));
        assert_eq!(bounded.json()["details"], "The query affects 2 rows");
        let deleted = api.delete("/directors?id=gte.0").prefer("handling=strict, max-affected=0").await;
        assert_eq!(deleted.status, 409, "{}", deleted.body);
        assert_eq!(api.directors().await, before);
    }
    let allowed = api
        .patch("/directors?id=lte.2", json!({"born": null}))
        .prefer("handling=strict, max-affected=2")
        .await;
    assert_eq!(
        (allowed.status, allowed.header("preference-applied")),
        (204, "handling=strict, max-affected=2")
    );
    let lenient = api.patch("/directors?id=lte.2", json!({"born": null})).prefer("max-affected=1").await;
    assert_eq!((lenient.status, lenient.header("preference-applied")), (204, ""));
    // max-affected does not apply to inserts.
    let two = api.post("/directors", json!([{"id": 8, "name": "a"}, {"id": 9, "name": "b"}]));
    assert_eq!(two.prefer("handling=strict, max-affected=1").await.status, 201);
}

#[actix_web::test]
async fn a_deferred_constraint_fails_the_commit() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client.batch_execute("alter table api.facts add constraint later foreign key (film_id) references api.films deferrable initially deferred; alter table api.facts drop constraint facts_film_id_fkey").await.unwrap();
    for _ in 0..2 {
        let answer =
            api.post("/facts", json!({"film_id": 77, "budget": 1})).prefer("return=representation").await;
        assert_eq!(answer.error(), (409, "23503".to_owned()));
    }
    assert_eq!(api.sql("select from api.facts where film_id = 77").await, json!([]));
}

#[actix_web::test]
async fn a_rejected_write_changes_no_table() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client
        .batch_execute(
            "create function api.add_many(n int) returns setof api.directors language sql volatile as
               $$ insert into api.directors select 100 + i, 'many' from generate_series(1, n) i returning * $$;
             grant execute on function api.add_many to anon;
             create function api.no_zero() returns trigger language plpgsql as
               $$ begin raise 'nothing is that bad'; end $$;
             create constraint trigger no_zero after insert or update on api.reviews
               deferrable initially deferred for each row when (new.score = 0) execute function api.no_zero();",
        )
        .await
        .unwrap();
    eventually(async || api.request("OPTIONS", "/rpc/add_many?n=1").await.status == 200).await;
    let tables = "select (select json_agg(d order by id) from api.directors d) directors,
                         (select json_agg(r order by id) from api.reviews r) reviews";
    let before = api.sql(tables).await;
    let two = json!([{"id": 8, "name": "a"}, {"id": 1, "name": "b"}]);
    let review = json!({"id": 9, "film_id": 1, "score": 0});
    // The second round uses prepared statements.
    for _ in 0..2 {
        for (request, expected) in [
            (api.delete("/reviews?id=lte.2").accept(OBJECT), (406, "PGRST116")),
            (api.delete("/reviews?id=eq.99").accept(OBJECT), (406, "PGRST116")),
            (api.delete("/reviews").prefer("handling=strict, max-affected=2"), (400, "PGRST124")),
            (api.patch("/reviews", json!({"score": 1})).accept(OBJECT), (406, "PGRST116")),
            (
                api.post("/directors", two.clone()).prefer("resolution=merge-duplicates").accept(OBJECT),
                (406, "PGRST116"),
            ),
            (api.put("/directors?id=eq.2", json!({"id": 1, "name": "x", "born": null})), (400, "PGRST115")),
            (api.post("/rpc/add_many", json!({"n": 2})).accept(OBJECT), (406, "PGRST116")),
            (
                api.post("/rpc/add_many", json!({"n": 3})).prefer("handling=strict, max-affected=2"),
                (400, "PGRST124"),
            ),
            (api.post("/reviews", review.clone()).prefer("return=representation"), (400, "P0001")),
            (api.patch("/reviews?id=eq.1", json!({"score": 0})).accept(OBJECT), (400, "P0001")),
            (api.put("/reviews?id=eq.9", review.clone()), (400, "P0001")),
        ] {
            let answer = request.await;
            assert_eq!(answer.error(), (expected.0, expected.1.to_owned()));
            assert_eq!(api.sql(tables).await, before, "after {}", answer.body);
        }
    }
}

#[actix_web::test]
async fn a_rolled_back_write_fails_where_its_commit_would_fail() {
    let api = Api::with_config(|config| config.db_tx_end = rest_engine::TxEnd::RollbackAllowOverride).await;
    let client = api.database.client().await;
    let later = "alter table api.facts drop constraint facts_film_id_fkey, add foreign key (film_id) \
                 references api.films deferrable initially deferred";
    client.batch_execute(later).await.unwrap();
    for _ in 0..2 {
        let orphan = api.post("/facts", json!({"film_id": 77})).await;
        assert_eq!(orphan.error(), (409, "23503".to_owned()));
        assert_eq!(api.post("/facts", json!({"film_id": 2})).await.status, 201);
    }
    assert_eq!(
        api.sql("select film_id from api.facts order by 1").await,
        json!([{"film_id": 1}, {"film_id": 3}])
    );
}

#[actix_web::test]
async fn prefer_tx_rollback_works_only_where_the_configuration_allows_it() {
    let open = Api::with_config(|config| config.db_tx_end = rest_engine::TxEnd::CommitAllowOverride).await;
    let answer = open
        .post("/directors", json!({"id": 9, "name": "N"}))
        .prefer("tx=rollback, return=representation")
        .await;
    assert_eq!(
        (answer.status, answer.header("preference-applied")),
        (201, "return=representation, tx=rollback")
    );
    assert_eq!(open.sql("select from api.directors where id = 9").await, json!([]));
    let fixed = Api::cinema().await;
    let answer = fixed.post("/directors", json!({"id": 9, "name": "N"})).prefer("tx=rollback").await;
    assert_eq!((answer.status, answer.header("preference-applied")), (201, ""));
    assert_eq!(fixed.sql("select name from api.directors where id = 9").await, json!([{"name": "N"}]));
}

#[actix_web::test]
async fn strict_handling_rejects_unknown_preferences_before_the_query() {
    let api = Api::cinema().await;
    let answer = api.delete("/reviews").prefer("handling=strict, anything, something=else").await;
    assert_eq!(answer.error(), (400, "PGRST122".to_owned()));
    assert_eq!(answer.json()["details"], "Invalid preferences: anything, something=else");
    assert_eq!(api.sql("select count(*) from api.reviews").await[0]["count"], 3);
}
