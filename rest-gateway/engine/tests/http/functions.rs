//! Function calls: arguments, overloads, results of every shape, and response overrides.

use crate::common::Api;
use serde_json::{Value, json};

#[actix_web::test]
async fn arguments_are_passed_by_name_in_the_body_or_the_query_string() {
    let api = Api::cinema().await;
    for (ask, expected) in [
        (api.post("/rpc/add", json!({"a": 1, "b": 2})), "3"),
        (api.post("/rpc/add", json!({"a": 1})), "11"),
        (api.get("/rpc/add?a=1&b=5"), "6"),
        (api.get("/rpc/greet?name=eq"), "\"hello eq\""),
        (api.get("/rpc/sum_of?v={1,2,3}"), "6"),
        (api.post("/rpc/sum_of", json!({"v": [1, 2]})), "3"),
        (api.get("/rpc/total?v=1&v=2"), "3"),
        (api.post("/rpc/total", json!({"v": [4, 5]})), "9"),
        (api.post("/rpc/whole", json!({"x": [1]})), "{\"x\":[1]}"),
        (api.request("POST", "/rpc/numbers"), "[1, 2, 3]"),
    ] {
        let answer = ask.await;
        assert_eq!((answer.status, answer.body.as_str()), (200, expected));
    }
    let form = api
        .request("POST", "/rpc/greet")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("name=a+b")
        .await;
    assert_eq!(form.body, "\"hello a b\"");
}

#[actix_web::test]
async fn a_single_unnamed_parameter_takes_the_whole_body() {
    let api = Api::cinema().await;
    let text = api.request("POST", "/rpc/shout").header("Content-Type", "text/plain").body("oh").await;
    assert_eq!(text.body, "\"OH\"");
    let bytes = api
        .request("POST", "/rpc/size_of")
        .header("Content-Type", "application/octet-stream")
        .body(vec![0, 255, 10])
        .await;
    assert_eq!(bytes.body, "3");
}

#[actix_web::test]
async fn the_return_type_decides_the_shape_of_the_result() {
    let api = Api::cinema().await;
    for (path, expected) in [
        ("/rpc/numbers", json!([1, 2, 3])),
        ("/rpc/pairs", json!([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])),
        ("/rpc/no_value", Value::Null),
        ("/rpc/one_film?film=1&select=id", json!({"id": 1})),
        ("/rpc/films_of?director=2&select=id,title&id=gt.2", json!([{"id": 3, "title": "Playtime"}])),
        (
            "/rpc/films_of?director=2&select=id,directors(name)&order=id.desc&limit=1",
            json!([{"id": 3, "directors": {"name": "Jacques Tati"}}]),
        ),
        (
            "/rpc/films_of?director=2&select=label,reviews(id)&order=year",
            json!([{"label": "Mon oncle (1958)", "reviews": []}, {"label": "Playtime (1967)", "reviews": [{"id": 3}]}]),
        ),
        ("/rpc/pairs?a=gt.1&select=b", json!([{"b": "y"}])),
    ] {
        assert_eq!(api.get(path).await.outcome(), (200, expected), "{path}");
    }
    let nothing = api.post("/rpc/nothing", json!({})).await;
    assert_eq!((nothing.status, nothing.body.as_str(), nothing.header("content-type")), (204, "", ""));
}

#[actix_web::test]
async fn results_support_counts_ranges_and_single_objects() {
    let api = Api::cinema().await;
    let page = api.get("/rpc/films_of?director=2&limit=1").prefer("count=exact").await;
    assert_eq!((page.status, page.header("content-range")), (206, "0-0/2"));
    let single = api
        .post("/rpc/films_of?id=eq.2&select=id", json!({"director": 2}))
        .accept("application/vnd.pgrst.object+json")
        .await;
    assert_eq!(single.outcome(), (200, json!({"id": 2})));
    let csv = api.get("/rpc/pairs").accept("text/csv").await;
    assert_eq!(csv.body, "a,b\n1,x\n2,y");
    let head = api.request("HEAD", "/rpc/pairs").await;
    assert_eq!((head.status, head.body.as_str(), head.header("content-range")), (200, "", "0-1/*"));
    let few = Api::with_config(|config| config.db_max_rows = Some(1)).await;
    for count in ["exact", "estimated"] {
        let answer = few.get("/rpc/numbers").prefer(&format!("count={count}")).await;
        assert_eq!((answer.body.as_str(), answer.header("content-range")), ("[1]", "0-0/3"), "{count}");
    }
}

#[actix_web::test]
async fn a_single_value_counts_as_one_row_even_if_a_filter_removes_it() {
    let api = Api::cinema().await;
    for (accept, count, range) in [
        ("application/vnd.pgrst.object+json", "", "0-0/*"),
        ("application/json", "", "0-0/*"),
        ("application/json", "count=exact", "0-0/1"),
    ] {
        let ask = api.post("/rpc/one_film?id=eq.2&select=id", json!({"film": 1}));
        let answer = ask.accept(accept).prefer(count).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "null"), "{accept}");
        assert_eq!(answer.header("content-range"), range, "{accept} {count}");
    }
    let head = api.request("HEAD", "/rpc/one_film?film=1&id=eq.2").await;
    assert_eq!((head.status, head.header("content-range")), (200, "0-0/*"));
}

#[actix_web::test]
async fn rejects_calls_that_match_no_function_or_several() {
    let api = Api::cinema().await;
    let none = api.get("/rpc/ad?a=1").await;
    assert_eq!(none.error(), (404, "PGRST202".to_owned()));
    assert_eq!(none.json()["message"], "Could not find the function api.ad(a) in the schema cache");
    let wrong = api.post("/rpc/add", json!({"x": 1, "b": 2})).await;
    assert_eq!(wrong.json()["message"], "Could not find the function api.add(b, x) in the schema cache");
    assert_eq!(
        wrong.json()["details"],
        "Searched for the function api.add with parameters b, x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache."
    );
    assert_eq!(wrong.json()["hint"], "Perhaps you meant to call the function api.add(a, b)");
    let several = api.post("/rpc/twin", json!({"a": 1})).await;
    assert_eq!(several.error(), (300, "PGRST203".to_owned()));
    assert_eq!(
        several.json()["message"],
        "Could not choose the best candidate function between: api.twin(a => integer), api.twin(a => text)"
    );
    assert_eq!(api.request("PATCH", "/rpc/add").await.error(), (405, "PGRST101".to_owned()));
}

#[actix_web::test]
async fn a_get_cannot_write() {
    let api = Api::cinema().await;
    // Twice: before and after the connection has prepared the statements.
    for _ in 0..2 {
        assert_eq!(api.get("/rpc/add_director?id=9&name=x").await.error(), (405, "25006".to_owned()));
    }
    assert_eq!(api.post("/rpc/add_director", json!({"id": 9, "name": "x"})).await.outcome(), (200, json!(9)));
    assert_eq!(api.sql("select name from api.directors where id = 9").await, json!([{"name": "x"}]));
}

#[actix_web::test]
async fn transaction_modes_do_not_depend_on_the_login_role() {
    for default in ["", "isolation = 'serializable'", "read_only = on"] {
        let database = test_db::Database::create().await;
        let modes = "create function api.modes() returns text language sql volatile as
                       $$ select current_setting('transaction_isolation') || ', read only '
                              || current_setting('transaction_read_only') $$;
                     grant execute on function api.modes to anon;";
        let fixture = format!("{}{modes}", include_str!("common/cinema.sql"));
        let api = Api::with_database(database, &fixture, |_| ()).await;
        if !default.is_empty() {
            let name = api.database.name();
            let alter =
                format!("alter role authenticator in database {name} set default_transaction_{default}");
            api.database.client().await.batch_execute(&alter).await.unwrap();
        }
        let engine = rest_engine::Engine::connect(api.config.clone()).await.unwrap();
        let api = Api { engine, ..api };
        for id in 10..13 {
            let written = api.post("/directors", json!({"id": id, "name": "N"})).await;
            assert_eq!(written.status, 201, "{default}: {}", written.body);
            let read = api.get("/rpc/modes").await.json();
            assert_eq!(read, "read committed, read only on", "{default}");
            let wrote = api.post("/rpc/modes", json!({})).await.json();
            assert_eq!(wrote, "read committed, read only off", "{default}");
        }
    }
}

#[actix_web::test]
async fn session_modes_set_by_a_function_do_not_leak_into_other_requests() {
    let functions = "create function api.stay(setting text, value text) returns text language sql volatile as
                       $$ select set_config('default_transaction_' || setting, value, false) $$;
                     create function api.isolation() returns text language sql volatile as
                       $$ select current_setting('transaction_isolation') $$;
                     grant execute on all functions in schema api to anon;";
    let fixture = format!("{}{functions}", include_str!("common/cinema.sql"));
    let api = Api::with_fixture(&fixture, |config| config.db_pool = 1).await;
    let stay = async |setting, value| {
        let answer = api.post("/rpc/stay", json!({"setting": setting, "value": value})).await;
        assert_eq!(answer.outcome(), (200, json!(value)));
    };
    for id in 10..13 {
        assert_eq!(api.post("/directors", json!({"id": id, "name": "N"})).await.status, 201);
        stay("read_only", "on").await;
    }
    for _ in 0..3 {
        stay("isolation", "serializable").await;
        // The server reports this change only afterwards.
        assert_eq!(api.post("/rpc/isolation", json!({})).await.status, 200);
        assert_eq!(api.post("/rpc/isolation", json!({})).await.outcome(), (200, json!("read committed")));
        stay("isolation", "read committed").await;
    }
}

#[actix_web::test]
async fn an_array_of_arguments_calls_the_function_once_with_the_first() {
    let api = Api::cinema().await;
    let several = json!([{"id": 10, "name": "x"}, {"id": 11, "name": "y"}]);
    assert_eq!(api.post("/rpc/add_director", several).await.outcome(), (200, json!(10)));
    assert_eq!(api.get("/directors?id=gt.9").await.ids(), [10]);
}

#[actix_web::test]
async fn max_affected_applies_only_to_sets() {
    let api = Api::cinema().await;
    let strict = "handling=strict, max-affected=1";
    assert_eq!(
        api.post("/rpc/films_of", json!({"director": 2})).prefer(strict).await.error(),
        (400, "PGRST124".to_owned())
    );
    assert_eq!(
        api.post("/rpc/add", json!({"a": 2})).prefer(strict).await.error(),
        (400, "PGRST128".to_owned())
    );
}

#[actix_web::test]
async fn raised_errors_choose_status_body_and_headers() {
    let api = Api::cinema().await;
    let teapot = api.post("/rpc/teapot", json!({})).await;
    assert_eq!(
        teapot.outcome(),
        (418, json!({"code": "PT418", "message": "short and stout", "details": null, "hint": "pour"}))
    );
    let paid = api.post("/rpc/paid", json!({})).await;
    assert_eq!(
        paid.outcome(),
        (402, json!({"code": "pay", "message": "Payment required", "details": "quota", "hint": "upgrade"}))
    );
    assert_eq!(paid.header("x-plan"), "free");
}

#[actix_web::test]
async fn gucs_override_status_and_headers() {
    let api = Api::cinema().await;
    let answer = api.post("/rpc/created", json!({})).await;
    assert_eq!((answer.status, answer.body.as_str()), (201, "\"made\""));
    assert_eq!((answer.header("x-made"), answer.header("cache-control")), ("yes", "no-store"));
    assert_eq!(answer.header("vary"), "X-Mood");
}
