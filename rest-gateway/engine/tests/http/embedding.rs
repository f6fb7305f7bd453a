//! Embedding: every kind of relationship, hints and their errors, joins, and filters inside embeds.

use crate::common::{Api, rows};
use serde_json::{Value, json};

#[actix_web::test]
async fn a_foreign_key_is_many_to_one_and_one_to_many() {
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
async fn a_unique_foreign_key_is_one_to_one() {
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
async fn a_junction_is_many_to_many() {
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
async fn functions_of_a_row_are_computed_relationships() {
    let api = Api::cinema().await;
    assert_eq!(
        rows(&api, "/films?select=id,sequels(id),maker(name)&id=eq.2").await,
        json!([{"id": 2, "sequels": [{"id": 3}], "maker": {"name": "Jacques Tati"}}])
    );
}

#[actix_web::test]
async fn views_have_the_relationships_of_their_tables() {
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
async fn a_hint_chooses_among_several_relationships() {
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
async fn a_missing_relationship_is_an_error_with_a_suggestion() {
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
async fn a_hidden_junction_gives_no_relationship() {
    let junction = "create table api.filming (id int primary key); create table api.cutting (id int primary key);
        create table hidden.steps (filming_id int references api.filming, cutting_id int references api.cutting,
          primary key (filming_id, cutting_id));";
    let api = Api::with_fixture(&format!("{}{junction}", include_str!("common/cinema.sql")), |_| ()).await;
    let refused = api.get("/filming?select=cutting(*)").await;
    assert_eq!(refused.error(), (400, "PGRST200".to_owned()));
    assert_eq!(refused.json()["hint"], Value::Null);
}

#[actix_web::test]
async fn inner_removes_rows_without_a_match_from_the_count_as_well() {
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
async fn filters_order_and_limit_apply_to_each_embed() {
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
async fn null_filters_on_embeds_are_joins_and_antijoins() {
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
async fn an_alias_names_an_embed_and_its_relation_name_gives_a_warning() {
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
    let strict = Api::with_config(|config| config.url_use_legacy_target_names = false).await;
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
async fn max_rows_limits_embeds_as_well() {
    let api = Api::with_config(|config| config.db_max_rows = Some(1)).await;
    assert_eq!(
        rows(&api, "/directors?select=id,films(id)&id=eq.2&films.order=id").await,
        json!([{"id": 2, "films": [{"id": 2}]}])
    );
}

#[actix_web::test]
async fn writes_return_embeds() {
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
async fn rows_of_a_function_can_be_filtered_by_embeds() {
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
