//! Diagnostics: `Server-Timing`, the trace header, error verbosity, the schema dump and metrics.

use crate::common::{Api, Response, user};
use rest_engine::ErrorVerbosity;
use serde_json::{Value, json};

/// The phases that `Server-Timing` names.
fn phases(answer: &Response) -> Vec<String> {
    let header = answer.header("server-timing");
    let metrics = header.split(", ").filter(|entry| !entry.is_empty());
    metrics
        .map(|entry| {
            let (phase, duration) = entry.split_once(";dur=").unwrap();
            assert!(duration.parse::<f64>().unwrap() >= 0.0);
            phase.to_owned()
        })
        .collect()
}

#[actix_web::test]
async fn server_timing_lists_every_phase() {
    let api = Api::with_config(|config| config.server_timing_enabled = true).await;
    let all = ["jwt", "parse", "plan", "transaction", "response"];
    let answers = [
        api.get("/films").await,
        api.request("HEAD", "/").await,
        api.post("/actors", json!({ "id": 9, "name": "Anna Karina" })).await,
        api.delete("/roles?film_id=eq.1").await,
        api.get("/rpc/add?a=1").await,
    ];
    for answer in &answers {
        assert_eq!(phases(answer), all);
    }
    assert_eq!(phases(&api.request("OPTIONS", "/films").await), ["jwt", "parse", "plan", "response"]);
}

#[actix_web::test]
async fn server_timing_of_an_error_ends_with_the_failed_phase() {
    let api = Api::with_config(|config| config.server_timing_enabled = true).await;
    let forged = api.get("/films").header("Authorization", "Bearer forged").await;
    assert_eq!((forged.status, phases(&forged)), (401, vec!["jwt".to_owned()]));
    assert_eq!(phases(&api.get("/films?id=odd").await), ["jwt", "parse"]);
    assert_eq!(phases(&api.get("/no_films").await), ["jwt", "parse", "plan"]);
    assert_eq!(phases(&api.get("/films?id=eq.odd").await), ["jwt", "parse", "plan", "transaction"]);
}

#[actix_web::test]
async fn diagnostic_headers_are_off_by_default() {
    let api = Api::cinema().await;
    let answer = api.get("/films").header("X-Request-Id", "7").await;
    assert_eq!((answer.header("server-timing"), answer.header("x-request-id")), ("", ""));
}

#[actix_web::test]
async fn the_trace_header_is_echoed_in_responses_and_errors() {
    let api = Api::with_config(|config| config.server_trace_header = Some("X-Request-Id".to_owned())).await;
    for path in ["/films", "/rpc/add?a=1", "/no_films"] {
        assert_eq!(api.get(path).header("x-request-id", "7").await.header("x-request-id"), "7");
    }
    assert!(api.get("/films").await.headers.contains_key("x-request-id"));
}

#[actix_web::test]
async fn minimal_errors_have_no_details_and_hints() {
    let api = Api::with_config(|config| config.client_error_verbosity = ErrorVerbosity::Minimal).await;
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
async fn the_application_name_comes_from_the_database_uri() {
    let api = Api::with_config(|config| config.db_uri += "?application_name=cinema").await;
    let names = "select distinct application_name from pg_stat_activity
                 where datname = current_database() and usename = 'authenticator'";
    assert_eq!(api.sql(names).await, json!([{ "application_name": "cinema" }]));
}

#[actix_web::test]
async fn the_schema_dump_uses_the_names_of_postgrest() {
    let api = Api::cinema().await;
    let dump: Value = serde_json::from_str(&api.engine.schema_cache().unwrap()).unwrap();
    let of = |kind: &str, is_it: &dyn Fn(&Value) -> bool| {
        let pairs = dump[kind].as_array().unwrap();
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

/// The value of a metric, by its name and label.
fn metric(api: &Api, name: &str) -> f64 {
    let metrics = api.engine.metrics();
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("{name} is missing in\n{metrics}")).parse().unwrap()
}

#[actix_web::test]
async fn metrics_use_the_names_of_postgrest() {
    let api = Api::with_config(|config| {
        config.db_pool = 3;
        config.jwt_cache_max_entries = 1;
    })
    .await;
    assert!(metric(&api, "pgrst_schema_cache_query_time_seconds") > 0.0);
    assert_eq!(metric(&api, "pgrst_schema_cache_loads_total{status=\"FAIL\"}"), 0.0);
    let loads = || metric(&api, "pgrst_schema_cache_loads_total{status=\"SUCCESS\"}");
    let before = loads();
    api.engine.reload().await.unwrap();
    assert!(loads() > before);
    for name in ["one", "one", "two"] {
        assert_eq!(api.get("/films?limit=0").token(user(name)).await.status, 200);
    }
    assert_eq!(metric(&api, "pgrst_jwt_cache_requests_total"), 3.0);
    assert_eq!(metric(&api, "pgrst_jwt_cache_hits_total"), 1.0);
    assert_eq!(metric(&api, "pgrst_jwt_cache_evictions_total"), 1.0);
    assert_eq!(metric(&api, "pgrst_db_pool_max"), 3.0);
    assert_eq!(metric(&api, "pgrst_db_pool_waiting"), 0.0);
    assert_eq!(metric(&api, "pgrst_db_pool_timeouts_total"), 0.0);
    assert!(metric(&api, "pgrst_db_pool_available") >= 1.0);
}
