//! Snapshots of the SQL that a request becomes, without a database.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use postgres_wire::Bind;

use super::statements;
use crate::api_request::{ApiRequest, Parts};
use crate::config::Config;
use crate::plan::{Plan, plan};
use crate::sample::schema_cache;

/// The statement of a request, with its binds below.
fn sql(method: &str, path: &str, query: &str, prefer: &str, body: &str) -> String {
    let config = Config {
        db_schemas: vec!["api".to_owned()],
        db_max_rows: Some(100),
        db_aggregates_enabled: true,
        ..Config::new("")
    };
    let mut headers = HeaderMap::new();
    headers.insert(HeaderName::from_static("prefer"), HeaderValue::from_str(prefer).unwrap());
    let parts = Parts { method, path, query, headers: &headers };
    let request = ApiRequest::parse(&parts, Bytes::copy_from_slice(body.as_bytes()), &config).unwrap();
    let Plan::Query(plan) = plan(&request, &schema_cache(), &config).unwrap() else { panic!("no query") };
    let preferences = &request.preferences;
    let statements = statements(&plan, preferences.count, preferences.representation, config.db_max_rows);
    let mut shown = statements.main.sql().text().to_owned();
    for (number, bind) in statements.main.sql().binds().iter().enumerate() {
        let value = match bind {
            Bind::Text(bytes) | Bind::Bytes(bytes) => String::from_utf8_lossy(bytes),
            Bind::Null => "NULL".into(),
        };
        shown.push_str(&format!("\n${} = {value}", number + 1));
    }
    shown
}

#[test]
fn a_read_binds_values_and_counts_without_limit_and_offset() {
    let query = "select=id,name:title,info->a->>0&title=ilike.*x*&or=(id.in.(1,2),info->>n.not.is.null)&order=id.desc&offset=5";
    insta::assert_snapshot!(sql("GET", "/films", query, "count=exact", ""));
}

#[test]
fn an_embed_is_a_lateral_join() {
    let query =
        "select=id,films(title)&films.order=title&films.limit=3&films.title=not.is.null&films=not.is.null";
    insta::assert_snapshot!(sql("GET", "/directors", query, "", ""));
}

#[test]
fn an_inner_spread_aggregates_in_its_parent() {
    let query = "select=title,...directors!inner(name.count())";
    insta::assert_snapshot!(sql("GET", "/films", query, "", ""));
}

#[test]
fn an_insert_parses_its_body_as_the_table_types() {
    let prefer = "return=representation, resolution=merge-duplicates, missing=default";
    let body = r#"[{"id":1,"title":"x"}]"#;
    insta::assert_snapshot!(sql("POST", "/films", "select=title,directors(name)", prefer, body));
}

#[test]
fn binds_each_value_of_a_single_row_of_plain_types() {
    insta::assert_snapshot!(sql("POST", "/films", "", "", r#"{"title":"a \"film\"","id":null}"#));
}

#[test]
fn updates_and_deletes_filter_by_table_columns() {
    insta::assert_snapshot!(sql("PATCH", "/films", "id=eq.1", "", r#"{"title":"x","tags":["a"]}"#));
    insta::assert_snapshot!(sql("DELETE", "/films", "title=like.a*", "return=representation", ""));
}

#[test]
fn a_call_passes_named_arguments() {
    insta::assert_snapshot!(sql("GET", "/rpc/films_of", "director=1&select=title&id=gt.2", "", ""));
    insta::assert_snapshot!(sql("POST", "/rpc/films_of", "select=title", "", r#"{"director":1}"#));
}
