//! Writes: inserts, updates, deletes, and the rows that they return.

use crate::common::{Api, eventually, user};
use serde_json::json;

#[actix_web::test]
async fn an_insert_returns_201_without_a_body() {
    let api = Api::cinema().await;
    let answer = api.post("/directors", json!({"id": 9, "name": "New"})).await;
    assert_eq!((answer.status, answer.body.as_str(), answer.header("content-range")), (201, "", "*/*"));
    assert_eq!(api.sql("select name from api.directors where id = 9").await, json!([{"name": "New"}]));
}

#[actix_web::test]
async fn prefer_return_decides_what_an_insert_returns() {
    let api = Api::cinema().await;
    let headers = api.post("/directors", json!({"id": 9, "name": "N"})).prefer("return=headers-only").await;
    assert_eq!((headers.status, headers.header("location")), (201, "/directors?id=eq.9"));
    assert_eq!(headers.header("preference-applied"), "return=headers-only");
    let full = api
        .post("/directors?select=name", json!({"id": 10, "name": "M"}))
        .prefer("return=representation, count=exact")
        .await;
    assert_eq!((full.status, full.body.as_str()), (201, r#"[{"name":"M"}]"#));
    assert_eq!((full.header("content-range"), full.header("location")), ("*/1", ""));
    let many = api
        .post("/directors", json!([{"id": 11, "name": "a"}, {"id": 12, "name": "b"}]))
        .prefer("return=headers-only")
        .await;
    assert_eq!((many.status, many.header("location")), (201, ""));
    // `Location` lists a composite key in column order, whatever the order of the key.
    let client = api.database.client().await;
    client
        .batch_execute(
            "create table api.seats (line int, number int, primary key (number, line));
             grant select, insert on api.seats to anon;",
        )
        .await
        .unwrap();
    eventually(async || api.get("/seats").await.status == 200).await;
    let seat = api.post("/seats", json!({"number": 2, "line": 1})).prefer("return=headers-only").await;
    assert_eq!(seat.header("location"), "/seats?line=eq.1&number=eq.2");
}

#[actix_web::test]
async fn rows_need_the_same_keys_unless_columns_is_given() {
    let api = Api::cinema().await;
    let uneven = json!([{"id": 9, "name": "a"}, {"id": 10}]);
    assert_eq!(api.post("/directors", uneven.clone()).await.error(), (400, "PGRST102".to_owned()));
    let named = json!([{"id": 9, "name": "a", "nope": 1}, {"id": 10, "name": "b"}]);
    assert_eq!(api.post("/directors?columns=\"id\",\"name\"", named).await.status, 201);
    assert_eq!(api.post("/directors?columns=id,nope", json!([])).await.error(), (400, "PGRST204".to_owned()));
    let empty = api.post("/directors", json!([])).prefer("return=representation").await;
    assert_eq!(empty.outcome(), (201, json!([])));
}

#[actix_web::test]
async fn missing_keys_become_null_or_the_default() {
    let api = Api::cinema().await;
    let films = json!([{"title": "a"}, {"title": "b", "minutes": 5}]);
    assert_eq!(
        api.post("/films?columns=title,minutes", films.clone()).await.error(),
        (400, "23502".to_owned())
    );
    let answer = api
        .post("/films?columns=title,minutes&select=title,minutes", films)
        .prefer("missing=default, return=representation")
        .await;
    assert_eq!(answer.outcome(), (201, json!([{"title": "a", "minutes": 90}, {"title": "b", "minutes": 5}])));
    assert_eq!(answer.header("preference-applied"), "missing=default, return=representation");
}

#[actix_web::test]
async fn an_empty_object_inserts_a_row_of_defaults() {
    let api = Api::cinema().await;
    let answer = api.post("/unkeyed", json!({})).prefer("return=representation").await;
    assert_eq!(answer.outcome(), (201, json!([{"a": null, "b": null}])));
}

#[actix_web::test]
async fn accepts_csv_and_forms() {
    let api = Api::cinema().await;
    let csv = api
        .request("POST", "/directors")
        .header("Content-Type", "text/csv")
        .body("id,name,born\n9,\"a,b\",NULL\n10,c,1950-01-01")
        .await;
    assert_eq!(csv.status, 201);
    let form = api
        .request("POST", "/directors")
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body("id=11&name=d+e")
        .await;
    assert_eq!(form.status, 201);
    let added = api.sql("select name, born from api.directors where id > 8 order by id").await;
    assert_eq!(
        added,
        json!([{"name": "a,b", "born": null}, {"name": "c", "born": "1950-01-01"}, {"name": "d e", "born": null}])
    );
    let other = api.request("POST", "/directors").header("Content-Type", "text/html").body("x").await;
    assert_eq!(other.error(), (400, "PGRST102".to_owned()));
    assert_eq!(other.json()["message"], "Content-Type not acceptable: text/html");
}

#[actix_web::test]
async fn rejects_malformed_and_too_large_bodies() {
    let api = Api::with_config(|config| config.max_body = 100).await;
    for body in ["", "{", "nope", "[1]"] {
        let answer =
            api.request("POST", "/directors").header("Content-Type", "application/json").body(body).await;
        assert_eq!(answer.error(), (400, "PGRST102".to_owned()), "{body}");
    }
    assert_eq!(api.post("/directors", json!({"name": "x".repeat(200)})).await.status, 413);
    assert_eq!(
        api.post("/directors", json!({"id": 9, "nope": 1})).await.error(),
        (400, "PGRST204".to_owned())
    );
}

#[actix_web::test]
async fn an_update_changes_the_filtered_rows() {
    let api = Api::cinema().await;
    let answer = api.patch("/directors?id=eq.1", json!({"name": "V"})).await;
    assert_eq!((answer.status, answer.body.as_str(), answer.header("content-range")), (204, "", "0-0/*"));
    assert_eq!(answer.header("content-type"), "");
    let full = api
        .patch("/directors?id=lte.2&select=id", json!({"born": null}))
        .prefer("return=representation, count=exact")
        .await;
    assert_eq!((full.status, full.header("content-range")), (200, "0-1/2"));
    let none = api.patch("/directors?id=eq.99", json!({"name": "V"})).prefer("return=representation").await;
    assert_eq!((none.status, none.body.as_str(), none.header("content-range")), (200, "[]", "*/*"));
    let nothing = api.patch("/directors?id=eq.1", json!({})).prefer("return=representation").await;
    assert_eq!(nothing.outcome(), (200, json!([])));
    assert_eq!(
        api.patch("/directors?id=eq.1", json!({"nope": 1})).await.error(),
        (400, "PGRST204".to_owned())
    );
}

#[actix_web::test]
async fn updates_filter_by_logic_trees_and_return_embeds() {
    let api = Api::cinema().await;
    let answer = api
        .patch("/films?or=(id.eq.1,id.eq.2)&select=id,directors(name)&order=id", json!({"minutes": 1}))
        .prefer("return=representation")
        .await;
    assert_eq!(
        answer.outcome(),
        (
            200,
            json!([{"id": 1, "directors": {"name": "Agnès Varda"}}, {"id": 2, "directors": {"name": "Jacques Tati"}}])
        )
    );
}

#[actix_web::test]
async fn returned_rows_can_be_ordered_by_columns_that_are_not_selected() {
    let api = Api::cinema().await;
    let ask = |path: &str| api.patch(path, json!({"minutes": 5})).prefer("return=representation");
    for (path, expected) in [
        ("/films?id=lt.4&select=id&order=id.desc", vec![3, 2, 1]),
        ("/films?id=lt.4&select=id&order=year", vec![2, 1, 3]),
        ("/films?id=lt.4&select=id,directors(name)&order=directors(name).desc,id", vec![2, 3, 1]),
    ] {
        assert_eq!(ask(path).await.ids(), expected, "{path}");
    }
    let reviews = ask("/films?id=eq.1&select=id,reviews(id)&reviews.order=score").await;
    assert_eq!(reviews.json()[0]["reviews"], json!([{"id": 2}, {"id": 1}]));
    assert_eq!(ask("/films?order=nope").await.error(), (400, "42703".to_owned()));
}

#[actix_web::test]
async fn a_delete_removes_the_filtered_rows() {
    let api = Api::cinema().await;
    let answer =
        api.delete("/reviews?author=eq.x&select=id").prefer("return=representation, count=exact").await;
    assert_eq!(
        (answer.status, answer.json().as_array().unwrap().len(), answer.header("content-range")),
        (200, 2, "*/2")
    );
    assert_eq!(api.delete("/reviews").await.status, 204);
    assert_eq!(api.sql("select from api.reviews").await, json!([]));
    assert_eq!(api.delete("/directors?id=eq.1").await.error(), (409, "23503".to_owned()));
}

#[actix_web::test]
async fn policies_apply_to_written_and_returned_rows() {
    let api = Api::cinema().await;
    let own = api
        .post("/notes", json!({"id": 3, "owner": "marie"}))
        .token(user("marie"))
        .prefer("return=representation")
        .await;
    assert_eq!(own.outcome(), (201, json!([{"id": 3, "owner": "marie"}])));
    let foreign = api.post("/notes", json!({"id": 4, "owner": "paul"})).token(user("marie")).await;
    assert_eq!(foreign.error(), (403, "42501".to_owned()));
    let unseen = api
        .patch("/notes?id=eq.2", json!({"owner": "marie"}))
        .token(user("marie"))
        .prefer("return=representation")
        .await;
    assert_eq!(unseen.outcome(), (200, json!([])));
}

#[actix_web::test]
async fn a_write_rewritten_by_a_rule_is_counted_and_bounded() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client
        .batch_execute(
            "create table api.kept (id int primary key, gone boolean not null default false);
             insert into api.kept values (1), (2), (3);
             create view api.seen as select id from api.kept where not gone;
             create rule leaves as on delete to api.seen do instead
               update api.kept set gone = true where id = old.id returning kept.id;
             grant select, delete on api.seen to anon;
             notify pgrst, 'reload schema'",
        )
        .await
        .unwrap();
    eventually(async || api.get("/seen?limit=0").await.status == 200).await;
    let bounded = api.delete("/seen").prefer("handling=strict, max-affected=1").await;
    assert_eq!(bounded.error(), (400, "PGRST124".to_owned()));
    assert_eq!(api.get("/seen?order=id").await.ids(), [1, 2, 3]);
    let counted = api.delete("/seen?id=lt.3").prefer("count=exact").await;
    assert_eq!((counted.status, counted.header("content-range")), (204, "*/2"));
    assert_eq!(api.get("/seen").await.ids(), [3]);
}

#[actix_web::test]
async fn an_after_trigger_cannot_override_the_response() {
    let api = Api::cinema().await;
    let client = api.database.client().await;
    client
        .batch_execute(
            "create function api.speaks() returns trigger language plpgsql as $$ begin
               perform set_config('response.status', '202', true); return null; end $$;
             create trigger follows after insert on api.directors for each row execute function api.speaks()",
        )
        .await
        .unwrap();
    api.engine.reload().await.unwrap();
    for (id, shown) in [(80, "minimal"), (81, "representation")] {
        let written =
            api.post("/directors", json!({"id": id, "name": "N"})).prefer(&format!("return={shown}")).await;
        assert_eq!(written.status, 201, "{shown}");
    }
}
