//! Filters: every operator with negation and modifiers, logic trees, JSON paths, and rejected filters.

use crate::common::Api;

/// The ids of the films that match a query string.
async fn films(api: &Api, query: &str) -> Vec<i64> {
    let answer = api.get(&format!("/films?select=id&order=id&{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    answer.ids()
}

#[actix_web::test]
async fn every_operator_compares_as_postgres_does() {
    let api = Api::cinema().await;
    for (query, expected) in [
        ("year=eq.1962", vec![1]),
        ("year=neq.1962", vec![2, 3]),
        ("year=gt.1958", vec![1, 3]),
        ("year=gte.1958", vec![1, 2, 3]),
        ("year=lt.1962", vec![2]),
        ("year=lte.1962", vec![1, 2]),
        ("title=like.*o*", vec![1, 2]),
        ("title=ilike.*O*", vec![1, 2]),
        ("title=match.^P", vec![3]),
        ("title=imatch.^p", vec![3]),
        ("year=in.(1962,1967)", vec![1, 3]),
        ("year=in.()", vec![]),
        ("director_id=is.null", vec![4]),
        ("director_id=is.not_null", vec![1, 2, 3]),
        ("released=is.true", vec![1, 2]),
        ("released=is.false", vec![4]),
        ("released=is.unknown", vec![3]),
        ("year=isdistinct.1962", vec![2, 3, 4]),
        ("tags=cs.{paris}", vec![1, 3]),
        ("tags=cd.{paris,drama,comedy}", vec![1, 2, 3, 4]),
        ("tags=ov.{drama,comedy}", vec![1, 2, 3]),
        ("info=cs.{\"n\":\"x\"}", vec![1]),
        ("shown=sl.[9,11)", vec![1, 2]),
        ("shown=sr.[0,5)", vec![2, 3]),
        ("shown=nxr.[5,8)", vec![1]),
        ("shown=nxl.[5,8)", vec![2, 3]),
        ("shown=adj.[9,10)", vec![2, 3]),
        ("words=fts.cat", vec![1]),
        ("words=fts(english).cats", vec![1]),
        ("words=plfts.fat%20cat", vec![1]),
        ("words=phfts.fat%20cat", vec![1]),
        ("words=wfts.fat%20-cat", vec![2]),
        ("title=fts(simple).oncle", vec![2]),
        ("title=not.like.*o*", vec![3, 4]),
        ("year=not.in.(1962,1967)", vec![2]),
        ("words=not.fts.cat", vec![2]),
    ] {
        assert_eq!(films(&api, query).await, expected, "{query}");
    }
}

#[actix_web::test]
async fn any_and_all_compare_with_each_element_of_an_array() {
    let api = Api::cinema().await;
    assert_eq!(films(&api, "year=eq(any).{1962,1967}").await, [1, 3]);
    assert_eq!(films(&api, "title=like(all).{*o*,*M*}").await, [2]);
    assert_eq!(films(&api, "title=ilike(any).{p*,m*}").await, [2, 3]);
    assert_eq!(films(&api, "year=gt(all).{1950,1960}").await, [1, 3]);
}

#[actix_web::test]
async fn logic_trees_combine_filters_with_and_and_or() {
    let api = Api::cinema().await;
    assert_eq!(films(&api, "or=(year.eq.1962,year.eq.1967)").await, [1, 3]);
    assert_eq!(films(&api, "and=(year.gt.1958,or(rating.gt.7.8,title.like.C*))").await, [1, 3]);
    assert_eq!(films(&api, "not.or=(year.eq.1962,year.is.null)").await, [2, 3]);
    assert_eq!(films(&api, "or=(title.eq.\"Mon oncle\",tags.cs.{drama,paris})").await, [1, 2]);
    assert_eq!(
        films(&api, "or=(year.in.(1958,1962),not.and(released.is.true,year.gt.1))").await,
        [1, 2, 3, 4]
    );
}

#[actix_web::test]
async fn several_filters_on_one_column_must_all_match() {
    let api = Api::cinema().await;
    assert_eq!(films(&api, "year=gt.1958&year=lt.1967").await, [1]);
}

#[actix_web::test]
async fn json_paths_and_computed_columns_can_be_filtered() {
    let api = Api::cinema().await;
    assert_eq!(films(&api, "info->>n=eq.x").await, [1]);
    assert_eq!(films(&api, "info->a->b->>1=eq.20").await, [1]);
    assert_eq!(films(&api, "info->a->b->>-1=eq.20").await, [1]);
    assert_eq!(films(&api, "tags->>0=eq.comedy").await, [2, 3]);
    assert_eq!(films(&api, "info->>!@%23$%25^%26*_=is.null&info->>n=eq.x").await, [1]);
    assert_eq!(films(&api, "label=eq.Playtime%20(1967)").await, [3]);
}

#[actix_web::test]
async fn quoted_names_address_any_column() {
    let api = Api::cinema().await;
    let answer = api.get("/odd%20name?%22my.col%22=eq.1&a-b=eq.2&select=%22quote%5C%22d%22").await;
    assert_eq!(answer.body, r#"[{"quote\"d":"x"}]"#);
}

#[actix_web::test]
async fn values_are_never_interpreted_as_sql() {
    let api = Api::cinema().await;
    for value in ["'; drop table api.films; --", "\" or 1=1", "$1", "\\", "%00x", "{a,b}", "NULL"] {
        let encoded: String = value.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let answer = api.get(&format!("/films?title=eq.{encoded}")).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, "[]"), "{value}");
    }
    assert_eq!(api.sql("select count(*) from api.films").await[0]["count"], 4);
}

#[actix_web::test]
async fn rejects_malformed_filters_with_their_position() {
    let api = Api::cinema().await;
    let answer = api.get("/films?id=noop.0").await;
    assert_eq!(answer.error(), (400, "PGRST100".to_owned()));
    assert_eq!(answer.json()["message"], "\"failed to parse filter (noop.0)\" (line 1, column 1)");
    assert_eq!(answer.header("proxy-status"), "PostgREST; error=PGRST100");
    for query in
        ["id=5", "id=is.5", "or=(id.eq.1", "or=()", "id=in.1", "select=a(", "order=id.up", "title=eq.%00"]
    {
        assert_eq!(
            api.get(&format!("/films?{query}")).await.error(),
            (400, "PGRST100".to_owned()),
            "{query}"
        );
    }
}

#[actix_web::test]
async fn a_value_that_postgres_rejects_keeps_its_sqlstate() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?id=eq.one").await.error(), (400, "22P02".to_owned()));
    assert_eq!(api.get("/films?nope=eq.1").await.error(), (400, "42703".to_owned()));
    assert_eq!(api.get("/films?title=match.(").await.error(), (400, "2201B".to_owned()));
}
