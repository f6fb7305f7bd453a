//! What an answer tells of its making: times, the request's own mark, and how much of an error.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Answer, Api, user};
use rest_engine::ErrorVerbosity;
use serde_json::{Value, json};

/// The phases that `Server-Timing` names.
fn phases(answer: &Answer) -> Vec<String> {
    let header = answer.header("server-timing");
    let metrics = header.split(", ").filter(|metric| !metric.is_empty());
    metrics
        .map(|metric| {
            let (phase, duration) = metric.split_once(";dur=").unwrap();
            assert!(duration.parse::<f64>().unwrap() >= 0.0);
            phase.to_owned()
        })
        .collect()
}

#[actix_web::test]
async fn server_timing_tells_every_phase_that_there_was() {
    let api = Api::with(|config| config.server_timing_enabled = true).await;
    let all = ["jwt", "parse", "plan", "transaction", "response"];
    let answers = [
        api.get("/films").await,
        api.ask("HEAD", "/").await,
        api.post("/actors", json!({ "id": 9, "name": "Anna Karina" })).await,
        api.delete("/roles?film_id=eq.1").await,
        api.get("/rpc/add?a=1").await,
    ];
    for answer in &answers {
        assert_eq!(phases(answer), all);
    }
    assert_eq!(phases(&api.ask("OPTIONS", "/films").await), ["jwt", "parse", "plan", "response"]);
}

#[actix_web::test]
async fn server_timing_of_an_error_ends_where_it_happened() {
    let api = Api::with(|config| config.server_timing_enabled = true).await;
    let forged = api.get("/films").header("Authorization", "Bearer forged").await;
    assert_eq!((forged.status, phases(&forged)), (401, vec!["jwt".to_owned()]));
    assert_eq!(phases(&api.get("/films?id=odd").await), ["jwt", "parse"]);
    assert_eq!(phases(&api.get("/no_films").await), ["jwt", "parse", "plan"]);
    assert_eq!(phases(&api.get("/films?id=eq.odd").await), ["jwt", "parse", "plan", "transaction"]);
}

#[actix_web::test]
async fn nothing_is_told_unless_the_server_is_set_so() {
    let api = Api::cinema().await;
    let answer = api.get("/films").header("X-Request-Id", "7").await;
    assert_eq!((answer.header("server-timing"), answer.header("x-request-id")), ("", ""));
}

#[actix_web::test]
async fn the_trace_header_comes_back_with_answers_and_errors() {
    let api = Api::with(|config| config.server_trace_header = Some("X-Request-Id".to_owned())).await;
    for path in ["/films", "/rpc/add?a=1", "/no_films"] {
        assert_eq!(api.get(path).header("x-request-id", "7").await.header("x-request-id"), "7");
    }
    assert!(api.get("/films").await.headers.contains_key("x-request-id"));
}

#[actix_web::test]
async fn minimal_errors_keep_details_and_hints_to_themselves() {
    let api = Api::with(|config| config.client_error_verbosity = ErrorVerbosity::Minimal).await;
    let missing = api.get("/film").await;
    let message = "Could not find the table 'api.film' in the schema cache";
    assert_eq!(missing.outcome(), (404, json!({ "code": "PGRST205", "message": message })));
    let raised = api.get("/rpc/teapot").await;
    assert_eq!(raised.outcome(), (418, json!({ "code": "PT418", "message": "short and stout" })));
    let past = api.get("/films?offset=9").prefer("count=exact").await;
    assert_eq!((past.status, past.header("content-range")), (416, "*/4"));
    assert_eq!(past.json().as_object().map(|body| body.len()), Some(2));
}

#[actix_web::test]
async fn the_database_sees_who_is_connected_by_the_name_that_the_address_gives() {
    let api = Api::with(|config| config.db_uri += "?application_name=cinema").await;
    let names = "select distinct application_name from pg_stat_activity
                 where datname = current_database() and usename = 'authenticator'";
    assert_eq!(api.sql(names).await, json!([{ "application_name": "cinema" }]));
}

#[actix_web::test]
async fn the_schema_cache_is_told_under_the_names_of_postgrest() {
    let api = Api::cinema().await;
    let told: Value = serde_json::from_str(&api.engine.schema_cache().unwrap()).unwrap();
    let of = |kind: &str, is_it: &dyn Fn(&Value) -> bool| {
        let pairs = told[kind].as_array().unwrap();
        pairs.iter().find(|pair| is_it(&pair[0])).map(|pair| pair[1].clone()).unwrap()
    };
    let films = json!({ "qiName": "films", "qiSchema": "api" });
    let table = of("dbTables", &|key| *key == films);
    assert_eq!((&table["tablePKCols"], &table["tableIsView"]), (&json!(["id"]), &json!(false)));
    assert_eq!(table["tableColumns"]["title"]["colNominalType"], "text");
    let along =
        json!({ "tag": "M2O", "relCons": "films_director_id_fkey", "relColumns": [["director_id", "id"]] });
    let relationships = of("dbRelationships", &|key| *key == json!([films, "api"]));
    assert!(relationships.as_array().unwrap().iter().any(|found| found["relCardinality"] == along));
    let one_film = of("dbRoutines", &|key| key["qiName"] == "one_film");
    assert_eq!(
        one_film[0]["pdReturnType"],
        json!({ "tag": "Single", "contents": { "tag": "Composite", "contents": [films, false] } })
    );
}

/// A figure by its name, with its label if it has one.
fn figure(api: &Api, name: &str) -> f64 {
    let metrics = api.engine.metrics();
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("{name} is missing in\n{metrics}")).parse().unwrap()
}

#[actix_web::test]
async fn what_is_counted_is_told_under_the_names_of_postgrest() {
    let api = Api::with(|config| {
        config.db_pool = 3;
        config.jwt_cache_max_entries = 1;
    })
    .await;
    assert!(figure(&api, "pgrst_schema_cache_query_time_seconds") > 0.0);
    assert_eq!(figure(&api, "pgrst_schema_cache_loads_total{status=\"FAIL\"}"), 0.0);
    let loads = || figure(&api, "pgrst_schema_cache_loads_total{status=\"SUCCESS\"}");
    let before = loads();
    api.engine.reload().await.unwrap();
    assert!(loads() > before);
    for name in ["one", "one", "two"] {
        assert_eq!(api.get("/films?limit=0").token(user(name)).await.status, 200);
    }
    assert_eq!(figure(&api, "pgrst_jwt_cache_requests_total"), 3.0);
    assert_eq!(figure(&api, "pgrst_jwt_cache_hits_total"), 1.0);
    assert_eq!(figure(&api, "pgrst_jwt_cache_evictions_total"), 1.0);
    assert_eq!(figure(&api, "pgrst_db_pool_max"), 3.0);
    assert_eq!(figure(&api, "pgrst_db_pool_waiting"), 0.0);
    assert_eq!(figure(&api, "pgrst_db_pool_timeouts_total"), 0.0);
    assert!(figure(&api, "pgrst_db_pool_available") >= 1.0);
}
