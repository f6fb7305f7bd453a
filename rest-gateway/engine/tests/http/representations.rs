//! Data representations: domains with casts that convert values from and to clients.

use crate::common::Api;
use serde_json::json;

/// Prices are stored in cents and returned as strings with two decimals.
const SHOP: &str = r"
create schema api;
grant usage on schema api to anon;
create domain public.cents as int check (value >= 0);
create function public.cents_to_json(public.cents) returns json language sql immutable as
  $$ select to_json(to_char($1 / 100.0, 'FM999990.00')) $$;
create function public.cents_from_json(json) returns public.cents language sql immutable as
  $$ select (($1 #>> '{}')::numeric * 100)::int $$;
create function public.cents_from_text(text) returns public.cents language sql immutable as
  $$ select ($1::numeric * 100)::int $$;
grant execute on function public.cents_to_json, public.cents_from_json, public.cents_from_text to public;
create cast (public.cents as json) with function public.cents_to_json(public.cents) as implicit;
create cast (json as public.cents) with function public.cents_from_json(json) as implicit;
create cast (text as public.cents) with function public.cents_from_text(text) as implicit;
create table api.shelves (id int primary key);
create table api.goods (id int primary key, price public.cents default 99, shelf int references api.shelves);
insert into api.shelves values (1);
insert into api.goods values (1, 250, 1), (2, 1200, 1), (3, 5, null);
create view api.cheap as select id, price from api.goods where price < 1000;
grant select, insert, update, delete on all tables in schema api to anon;
";

#[actix_web::test]
async fn values_are_converted_by_the_cast_to_json() {
    let api = Api::with_fixture(SHOP, |_| ()).await;
    for (path, expected) in [
        ("/goods?id=eq.1", json!([{"id": 1, "price": "2.50", "shelf": 1}])),
        ("/goods?select=price&id=eq.3", json!([{"price": "0.05"}])),
        ("/goods?select=cost:price::text&id=eq.3", json!([{"cost": "\"0.05\""}])),
        ("/cheap?order=price", json!([{"id": 3, "price": "0.05"}, {"id": 1, "price": "2.50"}])),
        (
            "/shelves?select=goods(price)&goods.order=id",
            json!([{"goods": [{"price": "2.50"}, {"price": "12.00"}]}]),
        ),
        ("/shelves?select=...goods(price)&goods.order=id", json!([{"price": ["2.50", "12.00"]}])),
    ] {
        assert_eq!(api.get(path).await.outcome(), (200, expected), "{path}");
    }
}

#[actix_web::test]
async fn filter_values_are_converted_by_the_cast_from_text() {
    let api = Api::with_fixture(SHOP, |_| ()).await;
    for (filter, expected) in [
        ("price=eq.2.50", vec![1]),
        ("price=gte.2.5", vec![1, 2]),
        ("price=in.(2.50,0.05)", vec![1, 3]),
        ("price=not.in.(2.50)", vec![2, 3]),
        ("price=neq.12", vec![1, 3]),
        ("or=(price.lt.1,price.eq.12)", vec![2, 3]),
        ("price=is.null", vec![]),
    ] {
        let answer = api.get(&format!("/goods?select=id&order=id&{filter}")).await;
        assert_eq!(answer.ids(), expected, "{filter}");
    }
}

#[actix_web::test]
async fn body_values_are_converted_by_the_cast_from_json() {
    let api = Api::with_fixture(SHOP, |_| ()).await;
    let full = "return=representation";
    let rows = json!([{"id": 4, "price": "1.10"}, {"id": 5, "price": 3}]);
    let inserted = api.post("/goods?select=price", rows).prefer(full).await;
    assert_eq!(inserted.outcome(), (201, json!([{"price": "1.10"}, {"price": "3.00"}])));
    let changed = api.patch("/cheap?price=eq.1.10", json!({"price": "7"})).prefer(full).await;
    assert_eq!(changed.outcome(), (200, json!([{"id": 4, "price": "7.00"}])));
    let put = api.put("/goods?id=eq.4", json!({"id": 4, "price": "8.5", "shelf": null})).prefer(full).await;
    assert_eq!(put.outcome(), (200, json!([{"id": 4, "price": "8.50", "shelf": null}])));
    let unread = api.post("/goods?columns=id", json!({"id": 6, "price": "no price"})).prefer(full).await;
    assert_eq!(unread.outcome(), (201, json!([{"id": 6, "price": "0.99", "shelf": null}])));
    assert_eq!(
        api.sql("select price::int from api.goods where id > 3 order by id").await,
        json!([
            {"price": 850}, {"price": 300}, {"price": 99}
        ])
    );
}

#[actix_web::test]
async fn a_domain_over_a_domain_has_the_innermost_base_type() {
    const TEXTS: &str = "
create schema api;
grant usage on schema api to anon;
create domain api.words as tsvector check (value is not null);
create domain api.some_words as api.words check (value <> '');
create table api.texts (id int primary key, words api.some_words);
insert into api.texts values (1, to_tsvector('simple', 'a fat cat')), (2, to_tsvector('simple', 'no dog'));
create type api.pair as (a int, b int);
create domain api.ordered as api.pair check ((value).a < (value).b);
create domain api.close as api.ordered check ((value).b - (value).a < 5);
create function api.neighbours() returns api.close language sql stable as $$ select row(1, 2)::api.pair::api.close $$;
grant select on api.texts to anon;
grant execute on function api.neighbours to anon;
";
    let api = Api::with_fixture(TEXTS, |_| ()).await;
    assert_eq!(api.get("/texts?words=fts(simple).cat").await.ids(), [1]);
    assert_eq!(api.get("/rpc/neighbours?select=b").await.outcome(), (200, json!({"b": 2})));
}
