//! Embedding: every kind of relationship, hints and their errors, joins, spreads, and what applies inside embeds.

// A test that cannot go on can only stop.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Api;
use serde_json::{Value, json};

async fn rows(api: &Api, path: &str) -> Value {
    let answer = api.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.json()
}

#[actix_web::test]
async fn a_key_leads_to_the_one_and_back_to_the_many() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,directors(name)&id=in.(1,4)&order=id").await,
        json!([{"id": 1, "directors": {"name": "Agnès Varda"}}, {"id": 4, "directors": null}])
    );
    assert_eq!(
        rows(&api, "/directors?select=id,films(id)&order=id&films.order=id.desc").await,
        json!([{"id": 1, "films": [{"id": 1}]}, {"id": 2, "films": [{"id": 3}, {"id": 2}]}, {"id": 3, "films": []}])
    );
}

#[actix_web::test]
async fn a_unique_key_leads_to_one_on_both_sides() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,facts(budget)&id=lte.2&order=id").await,
        json!([{"id": 1, "facts": {"budget": 64000}}, {"id": 2, "facts": null}])
    );
    assert_eq!(
        rows(&api, "/facts?select=films(title)&film_id=eq.3").await,
        json!([{"films": {"title": "Playtime"}}])
    );
}

#[actix_web::test]
async fn a_junction_joins_many_to_many() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,actors(id)&id=eq.3&actors.order=id").await,
        json!([{"id": 3, "actors": [{"id": 2}, {"id": 3}]}])
    );
    assert_eq!(
        rows(&api, "/actors?select=id,films!roles(id)&id=eq.2&films.order=id").await,
        json!([{"id": 2, "films": [{"id": 2}, {"id": 3}]}])
    );
}

#[actix_web::test]
async fn a_relation_can_embed_itself() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/categories?select=id,children:categories(id,categories(id))&id=eq.1&children.order=id")
            .await,
        json!([{"id": 1, "children": [{"id": 2, "categories": []}, {"id": 3, "categories": [{"id": 4}]}]}])
    );
    assert_eq!(
        rows(&api, "/categories?select=id,parent:parent_id(name)&id=eq.4").await,
        json!([{"id": 4, "parent": {"name": "comedy"}}])
    );
}

#[actix_web::test]
async fn functions_of_a_row_are_relationships() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,sequels(id),maker(name)&id=eq.2").await,
        json!([{"id": 2, "sequels": [{"id": 3}], "maker": {"name": "Jacques Tati"}}])
    );
}

#[actix_web::test]
async fn views_stand_in_for_the_tables_that_they_show() {
    let api = Api::cinema().await;
    for view in ["film_titles", "titles_again"] {
        assert_eq!(
            rows(&api, &format!("/{view}?select=film,directors(name)&film=eq.1")).await,
            json!([{"film": 1, "directors": {"name": "Agnès Varda"}}]),
            "{view}"
        );
    }
    assert_eq!(
        rows(&api, "/old_films?select=id,directors_view(id)").await,
        json!([{"id": 2, "directors_view": {"id": 2}}])
    );
    assert_eq!(
        rows(&api, "/directors?select=id,titles_again(film)&id=eq.1").await,
        json!([{"id": 1, "titles_again": [{"film": 1}]}])
    );
}

#[actix_web::test]
async fn a_hint_chooses_among_several_ways() {
    let api = Api::cinema().await;
    let refused = api.get("/prizes?select=id,directors(name)").await;
    assert_eq!(refused.error(), (300, "PGRST201".to_owned()));
    let way = |constraint: &str, column: &str| {
        json!({
            "cardinality": "many-to-one",
            "embedding": "prizes with directors",
            "relationship": format!("{constraint} using prizes({column}) and directors(id)")
        })
    };
    let ways = json!([way("prizes_presenter", "presenter_id"), way("prizes_winner", "winner_id")]);
    assert_eq!(refused.json()["details"], ways);
    assert_eq!(
        refused.json()["hint"],
        "Try changing 'directors' to one of the following: 'directors!prizes_presenter', \
         'directors!prizes_winner'. Find the desired relationship in the 'details' key."
    );
    for hint in
        ["directors!prizes_winner", "directors!winner_id", "directors:winner_id", "directors:prizes_winner"]
    {
        assert_eq!(
            rows(&api, &format!("/prizes?select={hint}(id)")).await,
            json!([{"directors": {"id": 1}}]),
            "{hint}"
        );
    }
    assert_eq!(
        rows(&api, "/directors?select=id,won:prizes!winner_id(id),gave:prizes!presenter_id(id)&id=eq.2")
            .await,
        json!([{"id": 2, "won": [], "gave": [{"id": 1}]}])
    );
}

#[actix_web::test]
async fn no_way_is_an_error_with_a_suggestion() {
    let api = Api::cinema().await;
    let refused = api.get("/films?select=director(*)").await;
    assert_eq!(refused.error(), (400, "PGRST200".to_owned()));
    assert_eq!(
        refused.json()["message"],
        "Could not find a relationship between 'films' and 'director' in the schema cache"
    );
    assert_eq!(refused.json()["hint"], "Perhaps you meant 'directors' instead of 'director'.");
    assert_eq!(api.get("/films?select=secrets(*)").await.error(), (400, "PGRST200".to_owned()));
}

#[actix_web::test]
async fn a_hidden_junction_opens_no_way() {
    let junction = "create table api.filming (id int primary key); create table api.cutting (id int primary key);
        create table hidden.steps (filming_id int references api.filming, cutting_id int references api.cutting,
          primary key (filming_id, cutting_id));";
    let api = Api::over(&format!("{}{junction}", include_str!("common/cinema.sql")), |_| ()).await;
    let refused = api.get("/filming?select=cutting(*)").await;
    assert_eq!(refused.error(), (400, "PGRST200".to_owned()));
    assert_eq!(refused.json()["hint"], Value::Null);
}

#[actix_web::test]
async fn inner_drops_rows_without_a_match_also_from_the_count() {
    let api = Api::cinema().await;
    let answer = api
        .get("/films?select=id,reviews!inner(id)&reviews.score=gte.4&order=id&limit=1")
        .prefer("count=exact")
        .await;
    assert_eq!(answer.outcome(), (206, json!([{"id": 1, "reviews": [{"id": 1}]}])));
    assert_eq!(answer.header("content-range"), "0-0/2");
    let to_one =
        api.get("/films?select=id,directors!inner(id)&directors.name=like.Jac*").prefer("count=exact").await;
    assert_eq!((to_one.status, to_one.header("content-range")), (200, "0-1/2"));
}

#[actix_web::test]
async fn embeds_are_filtered_ordered_and_cut_by_themselves() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,r:reviews(id)&id=eq.1&r.or=(score.eq.5,score.eq.3)&r.order=score&r.limit=1&r.offset=1").await,
        json!([{"id": 1, "r": [{"id": 1}]}])
    );
    assert_eq!(
        rows(&api, "/directors?select=id,films(id,reviews(id))&id=eq.1&films.reviews.score=eq.3").await,
        json!([{"id": 1, "films": [{"id": 1, "reviews": [{"id": 2}]}]}])
    );
    assert_eq!(api.get("/films?select=id&reviews.id=eq.1").await.error(), (400, "PGRST108".to_owned()));
}

#[actix_web::test]
async fn null_filters_on_embeds_join_and_antijoin() {
    let api = Api::cinema().await;
    assert_eq!(
        api.get("/films?select=id,reviews()&reviews=is.null&order=id").await.outcome(),
        (200, json!([{"id": 2}, {"id": 4}]))
    );
    let answer =
        api.get("/films?select=id,reviews()&reviews=not.is.null&order=id").prefer("count=exact").await;
    assert_eq!((answer.json(), answer.header("content-range")), (json!([{"id": 1}, {"id": 3}]), "0-1/2"));
    assert_eq!(
        api.get("/films?select=id,directors(),facts()&or=(directors.is.null,facts.not.is.null)&order=id")
            .await
            .ids(),
        [1, 3, 4]
    );
}

#[actix_web::test]
async fn an_alias_is_an_embeds_name_and_its_relations_name_goes_with_a_warning() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,maker:director_id(name)&director_id=is.null").await,
        json!([{"id": 4, "maker": null}])
    );
    let named = api.get("/films?select=id,opinions:reviews(id)&id=eq.1&opinions.score=eq.5").await;
    let misnamed =
        "/films?select=id,opinions:reviews(id)&id=eq.1&reviews.score=eq.5&reviews.order=id&reviews.limit=1";
    let legacy = api.get(misnamed).await;
    let expected = (200, json!([{"id": 1, "opinions": [{"id": 1}]}]));
    assert_eq!((named.outcome(), legacy.outcome()), (expected.clone(), expected));
    assert_eq!(named.header("warning"), "");
    assert_eq!(
        legacy.header("warning"),
        "299 PostgRESTv16 \"Embedded resource was referenced by relation name even though it has an alias. This is \
         deprecated and will stop working in a future release. Update `reviews` to `opinions` in query string \
         filters, orders or limits.\""
    );
    let strict = Api::with(|config| config.url_use_legacy_target_names = false).await;
    let refused = strict.get(misnamed).await;
    assert_eq!(refused.error(), (400, "PGRST108".to_owned()));
    assert_eq!(refused.json()["hint"], "Change 'reviews' to 'opinions' in filters, orders or limits.");
}

#[actix_web::test]
async fn a_to_one_embed_can_order_its_parent() {
    let api = Api::cinema().await;
    assert_eq!(
        api.get("/films?select=id,directors(name)&order=directors(name).desc.nullslast,id.desc").await.ids(),
        [3, 2, 1, 4]
    );
    assert_eq!(
        api.get("/directors?select=id,films(id)&order=films(id)").await.error(),
        (400, "PGRST118".to_owned())
    );
    assert_eq!(api.get("/films?select=id&order=directors(name)").await.error(), (400, "PGRST108".to_owned()));
}

#[actix_web::test]
async fn spreads_lift_columns_and_make_arrays_of_many() {
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
async fn a_spread_gives_each_column_once_however_deep_it_comes_from() {
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
async fn max_rows_caps_embeds_as_well() {
    let api = Api::with(|config| config.db_max_rows = Some(1)).await;
    assert_eq!(
        rows(&api, "/directors?select=id,films(id)&id=eq.2&films.order=id").await,
        json!([{"id": 2, "films": [{"id": 2}]}])
    );
}

#[actix_web::test]
async fn writes_give_back_what_they_embed() {
    let api = Api::cinema().await;
    let answer = api
        .post("/films?select=title,directors(name),reviews(id)", json!({"title": "New", "director_id": 1}))
        .prefer("return=representation")
        .await;
    assert_eq!(
        answer.outcome(),
        (201, json!([{"title": "New", "directors": {"name": "Agnès Varda"}, "reviews": []}]))
    );
}

#[actix_web::test]
async fn the_rows_of_a_function_are_filtered_by_what_they_embed() {
    let api = Api::cinema().await;
    let path = "/rpc/films_of?director=2&select=title,reviews(id)&order=year";
    assert_eq!(
        rows(&api, &format!("{path}&reviews=not.is.null")).await,
        json!([{"title": "Playtime", "reviews": [{"id": 3}]}])
    );
    assert_eq!(
        rows(&api, &format!("{path}&or=(reviews.is.null,year.gt.1990)")).await,
        json!([{"title": "Mon oncle", "reviews": []}])
    );
}

#[actix_web::test]
async fn aggregates_are_off_unless_configured() {
    let api = Api::cinema().await;
    assert_eq!(api.get("/films?select=count()").await.error(), (400, "PGRST123".to_owned()));
}

#[actix_web::test]
async fn aggregates_group_by_the_other_columns() {
    let api = Api::with(|config| config.db_aggregates_enabled = true).await;
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
async fn aggregates_in_a_spread_count_in_the_parent() {
    let api = Api::with(|config| config.db_aggregates_enabled = true).await;
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
async fn aggregates_group_by_what_spreads_bring_along() {
    let api = Api::with(|config| config.db_aggregates_enabled = true).await;
    assert_eq!(
        rows(&api, "/reviews?select=score.sum(),...films(directors(name))&film_id=eq.1").await,
        json!([{"sum": 8, "directors": {"name": "Agnès Varda"}}])
    );
    assert_eq!(
        rows(&api, "/directors?select=count(),...films(year)&id=eq.2&films.order=year").await,
        json!([{"count": 1, "year": [1958, 1967]}])
    );
    // Names in the answer that are columns' names as well.
    assert_eq!(
        rows(&api, "/films?select=year:director_id,director_id(name),count()&id=gt.1&order=director_id")
            .await,
        json!([
            {"year": 2, "director_id": {"name": "Jacques Tati"}, "count": 2},
            {"year": null, "director_id": null, "count": 1}
        ])
    );
}
