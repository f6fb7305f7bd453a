//! Reads: selection, order, limit and offset, counts and response formats.

use crate::common::Api;
use serde_json::json;

#[actix_web::test]
async fn columns_are_selected_renamed_and_cast_in_the_requested_order() {
    let api = Api::cinema().await;
    let answer = api
        .get("/films?id=eq.1&select=title,nr:id,year::text,label,info->a->b,first:info->a->b->>0,tags->0")
        .await;
    assert_eq!(
        answer.body,
        r#"[{"title":"Cléo de 5 à 7","nr":1,"year":"1962","label":"Cléo de 5 à 7 (1962)","b":[10, 20],"first":"10","tags":"paris"}]"#
    );
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
}

#[actix_web::test]
async fn a_table_returns_all_columns_by_default() {
    let api = Api::cinema().await;
    let answer = api.get("/directors?id=eq.1").await;
    assert_eq!(answer.outcome(), (200, json!([{"id": 1, "name": "Agnès Varda", "born": "1928-05-30"}])));
    assert_eq!(answer.header("content-range"), "0-0/*");
    assert_eq!(answer.header("content-location"), "/directors?id=eq.1");
}

#[actix_web::test]
async fn views_and_materialized_views_are_read_like_tables() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/film_titles?select=film&order=film").await.column("film"), [1, 2, 3, 4]);
    assert_eq!(api.get("/old_films").await.ids(), [2]);
}

#[actix_web::test]
async fn rows_have_the_requested_order() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?order=year.desc.nullslast,id").await.ids(), [3, 1, 2, 4]);
    assert_eq!(api.get("/films?order=year.nullsfirst").await.ids(), [4, 2, 1, 3]);
    assert_eq!(api.get("/films?order=info->>n.asc.nullslast,id.desc").await.ids(), [1, 4, 3, 2]);
    // The first of two orders counts.
    assert_eq!(api.get("/films?order=id.desc&order=id").await.ids(), [4, 3, 2, 1]);
}

#[actix_web::test]
async fn limit_and_offset_select_a_range_of_rows() {
    let api = Api::cinema().await;
    let answer = api.get("/films?order=id&limit=2&offset=1").await;
    assert_eq!((answer.ids(), answer.header("content-range")), (vec![2, 3], "1-2/*"));
    let none = api.get("/films?limit=0").await;
    assert_eq!((none.status, none.body.as_str(), none.header("content-range")), (200, "[]", "*/*"));
    assert_eq!(api.get("/films?limit=-1").await.error(), (416, "PGRST103".to_owned()));
    let whole = api.get("/films?order=id&offset=-4").await;
    assert_eq!((whole.ids(), whole.header("content-range")), (vec![1, 2, 3, 4], "0-3/*"));
}

#[actix_web::test]
async fn a_range_header_applies_only_to_get() {
    let api = Api::cinema().await;
    let answer = api.get("/films?order=id").header("Range", "1-2").header("Range-Unit", "items").await;
    assert_eq!((answer.status, answer.ids(), answer.header("content-range")), (200, vec![2, 3], "1-2/*"));
    assert_eq!(api.get("/films").header("Range", "5-1").await.error(), (416, "PGRST103".to_owned()));
    let head = api.request("HEAD", "/films").header("Range", "0-0").await;
    assert_eq!(head.header("content-range"), "0-3/*");
}

#[actix_web::test]
async fn a_total_makes_a_page_partial_and_an_offset_past_it_unsatisfiable() {
    let api = Api::cinema().await;
    let page = api.get("/films?limit=1").prefer("count=exact").await;
    assert_eq!((page.status, page.header("content-range")), (206, "0-0/4"));
    assert_eq!(page.header("preference-applied"), "count=exact");
    let all = api.get("/films").prefer("count=exact").await;
    assert_eq!((all.status, all.header("content-range")), (200, "0-3/4"));
    let beyond = api.get("/films?offset=9").prefer("count=exact").await;
    assert_eq!(beyond.error(), (416, "PGRST103".to_owned()));
    assert_eq!(beyond.json()["details"], "An offset of 9 was requested, but there are only 4 rows.");
    assert_eq!(beyond.header("content-range"), "*/4");
    assert_eq!(beyond.header("preference-applied"), "count=exact");
    let empty = api.get("/films?id=eq.99").prefer("count=exact").await;
    assert_eq!((empty.status, empty.header("content-range")), (200, "*/0"));
}

#[actix_web::test]
async fn planned_and_estimated_counts_come_from_the_planner() {
    let api = Api::with_config(|config| config.db_max_rows = Some(2)).await;
    let client = api.database.client().await;
    client.batch_execute("insert into api.reviews select n, null, 'x', 1 from generate_series(100, 1099) n; analyze api.reviews").await.unwrap();
    let planned = api.get("/reviews?limit=1").prefer("count=planned").await;
    assert_eq!((planned.status, planned.header("content-range")), (206, "0-0/1003"));
    let estimated = api.get("/reviews").prefer("count=estimated").await;
    assert_eq!((estimated.status, estimated.header("content-range")), (206, "0-1/1003"));
    let few = api.get("/films?id=eq.1").prefer("count=estimated").await;
    assert_eq!((few.status, few.header("content-range")), (200, "0-0/1"));
    let unlimited = Api::cinema().await;
    let rows = "alter table api.reviews set (autovacuum_enabled = false); \
        insert into api.reviews select n, null, 'x', 1 from generate_series(100, 1099) n; \
        analyze api.reviews; delete from api.reviews where id > 100";
    unlimited.database.client().await.batch_execute(rows).await.unwrap();
    let estimated = unlimited.get("/reviews?select=id").prefer("count=estimated").await;
    assert_eq!((estimated.status, estimated.header("content-range")), (206, "0-3/1003"));
}

#[actix_web::test]
async fn max_rows_limits_the_page_but_not_the_count() {
    let api = Api::with_config(|config| config.db_max_rows = Some(2)).await;
    let answer = api.get("/films?order=id&limit=3").prefer("count=exact").await;
    assert_eq!((answer.status, answer.ids(), answer.header("content-range")), (206, vec![1, 2], "0-1/4"));
}

#[actix_web::test]
async fn head_has_no_body() {
    let api = Api::cinema().await;
    let answer = api.request("HEAD", "/films").prefer("count=exact").await;
    assert_eq!((answer.status, answer.body.as_str(), answer.header("content-range")), (200, "", "0-3/4"));
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
}

#[actix_web::test]
async fn a_single_object_requires_exactly_one_row() {
    let api = Api::cinema().await;
    let object = "application/vnd.pgrst.object+json";
    let one = api.get("/films?id=eq.1&select=id").accept(object).await;
    assert_eq!((one.status, one.body.as_str()), (200, r#"{"id":1}"#));
    assert_eq!(one.header("content-type"), "application/vnd.pgrst.object+json; charset=utf-8");
    for (query, rows) in [("id=eq.99", 0), ("id=in.(1,2)", 2)] {
        let refused = api.get(&format!("/films?{query}")).accept(object).await;
        assert_eq!(refused.error(), (406, "PGRST116".to_owned()));
        assert_eq!(refused.json()["details"], format!("The result contains {rows} rows"));
        assert_eq!(refused.json()["message"], "Cannot coerce the result to a single JSON object");
    }
}

#[actix_web::test]
async fn nulls_can_be_stripped() {
    let api = Api::cinema().await;
    let array = api
        .get("/films?id=eq.4&select=id,year")
        .accept("application/vnd.pgrst.array+json;nulls=stripped")
        .await;
    assert_eq!(array.body, r#"[{"id":4}]"#);
    assert_eq!(
        array.header("content-type"),
        "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"
    );
    let object = api
        .get("/films?id=eq.4&select=id,year")
        .accept("application/vnd.pgrst.object+json;nulls=stripped")
        .await;
    assert_eq!(object.body, r#"{"id":4}"#);
}

#[actix_web::test]
async fn rows_can_be_csv() {
    let api = Api::cinema().await;
    let answer = api.get("/films?select=id,title,year&order=id&id=in.(2,4)").accept("text/csv").await;
    assert_eq!(answer.body, "id,title,year\n2,\"Mon oncle\",1958\n4,Unmade,");
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
}

#[actix_web::test]
async fn unsupported_media_types_are_not_acceptable() {
    let api = Api::cinema().await;
    let refused = api.get("/films").accept("image/png, text/plain;q=0.5").await;
    assert_eq!(refused.error(), (406, "PGRST107".to_owned()));
    assert_eq!(refused.json()["message"], "None of these media types are available: image/png, text/plain");
    assert_eq!(api.get("/films").accept("image/png, */*").await.status, 200);
}

#[actix_web::test]
async fn unknown_tables_and_paths_are_not_found() {
    let api = Api::cinema().await;
    let refused = api.get("/film").await;
    assert_eq!(refused.error(), (404, "PGRST205".to_owned()));
    assert_eq!(refused.json()["message"], "Could not find the table 'api.film' in the schema cache");
    assert_eq!(refused.json()["hint"], "Perhaps you meant the table 'api.films'");
    assert_eq!(api.get("/secrets").await.error(), (404, "PGRST205".to_owned()));
    assert_eq!(api.get("/films/1").await.error(), (404, "PGRST125".to_owned()));
    assert_eq!(api.request("TRACE", "/films").await.error(), (405, "PGRST117".to_owned()));
}

#[actix_web::test]
async fn options_lists_the_methods_of_a_relation() {
    let api = Api::cinema().await;
    for (path, allow) in [
        ("/films", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"),
        ("/unkeyed", "OPTIONS,GET,HEAD,POST,PATCH,DELETE"),
        ("/old_films", "OPTIONS,GET,HEAD"),
        ("/rpc/add?a=1", "OPTIONS,GET,HEAD,POST"),
        ("/rpc/nothing", "OPTIONS,POST"),
        ("/", "OPTIONS,GET,HEAD"),
    ] {
        let answer = api.request("OPTIONS", path).await;
        assert_eq!((answer.status, answer.header("allow")), (200, allow), "{path}");
    }
}

#[actix_web::test]
async fn rejects_excessive_sizes() {
    let api = Api::cinema().await;
    assert_eq!(api.get(&format!("/films?title=eq.{}", "x".repeat(40_000))).await.status, 414);
    let deep = format!("/films?select={}id{}", "a(".repeat(40), ")".repeat(40));
    assert_eq!(api.get(&deep).await.error(), (400, "PGRST100".to_owned()));
    assert_eq!(
        api.get(&format!("/films?{}", "id=eq.1&".repeat(600))).await.error(),
        (400, "PGRST100".to_owned())
    );
}
