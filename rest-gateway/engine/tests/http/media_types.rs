//! Media type handlers: functions and aggregates that return domains named after media types.

use crate::common::Api;
use serde_json::json;

const PRESS: &str = r#"
create schema api;
grant usage on schema api to anon;

create domain api."text/plain" as text;
create domain api."text/html" as text;
create domain api."text/csv" as text;
create domain api."image/gif" as bytea;
create domain api."application/vnd.lines" as text;
create domain api."*/*" as bytea;

create table api.pages (id int primary key, title text);
create table api.notes (id int primary key, page_id int references api.pages);
create table api.stamps (id int primary key);
insert into api.pages values (1, 'Un'), (2, 'Deux');
insert into api.notes values (4, 2);
insert into api.stamps values (7);

create function api.home() returns api."text/html" language sql stable as $$ select '<h1>hi</h1>' $$;
create function api.pixel() returns api."image/gif" language sql stable as $$ select '\x00ff47'::bytea $$;
create function api.greetings() returns setof api."text/plain" language sql stable as $$ values ('a'), ('b') $$;
create function api.today() returns api."text/html" language sql volatile as $$ select '<h1>' || current_date || '</h1>' $$;
create function api.nothing() returns api."text/html" language sql stable as $$ select null::text $$;
create function api.echo(text) returns api."text/plain" language sql stable as $$ select $1 || '!' $$;
create function api.pages_from(first int) returns setof api.pages language sql stable as
  $$ select * from api.pages where id >= first order by id $$;
create function api.anything() returns api."*/*" language plpgsql as $$ begin
  if current_setting('request.headers')::json->>'accept' = 'app/special' then
    perform set_config('response.headers', '[{"Content-Type": "app/special"}]', true);
  end if;
  return 'bytes';
end $$;

create function api.add_page(state text, page api.pages) returns text language sql immutable as
  $$ select state || page.id || '=' || page.title || ';' $$;
create function api.end_pages(state text) returns api."application/vnd.lines" language plpgsql as $$ begin
  perform set_config('response.headers', '[{"X-Made-By": "aggregate"}]', true);
  return state;
end $$;
create aggregate api.lines_of_pages(api.pages) (sfunc = api.add_page, stype = text, initcond = '', finalfunc = api.end_pages);

create function api.add_any(state api."text/csv", item anyelement) returns api."text/csv" language sql immutable as
  $$ select state || item::text || '|' $$;
create aggregate api.bars(anyelement) (sfunc = api.add_any, stype = api."text/csv", initcond = '');

create function api.add_stamp(state api."*/*", item api.stamps) returns api."*/*" language sql immutable as
  $$ select state || convert_to(item.id::text, 'utf8') $$;
create aggregate api.stamped(api.stamps) (sfunc = api.add_stamp, stype = api."*/*", initcond = 'no ');

grant select, insert on all tables in schema api to anon;
grant execute on all functions in schema api to anon;
"#;

async fn media_type_api() -> Api {
    Api::with_fixture(PRESS, |config| config.db_plan_enabled = true).await
}

const LINES: &str = "application/vnd.lines";

/// Each case: path, `Accept`, expected `Content-Type` and expected body.
async fn assert_responses(api: &Api, cases: &[(&str, &str, &str, &str)]) {
    for (path, accept, content_type, body) in cases {
        let answer = api.get(path).accept(accept).await;
        let seen = (answer.status, answer.header("content-type"), answer.body.as_str());
        assert_eq!(seen, (200, *content_type, *body), "{path} {accept}");
    }
}

#[actix_web::test]
async fn a_function_that_returns_a_media_type_provides_the_body() {
    let api = media_type_api().await;
    let json = "application/json; charset=utf-8";
    assert_responses(
        &api,
        &[
            ("/rpc/home", "text/html", "text/html", "<h1>hi</h1>"),
            ("/rpc/home", "text/html;q=0.5, image/*", "text/html", "<h1>hi</h1>"),
            ("/rpc/home", "*/*", json, "\"<h1>hi</h1>\""),
            ("/rpc/home", "application/json, text/html;q=0.9", json, "\"<h1>hi</h1>\""),
            ("/rpc/nothing", "text/html", "text/html", ""),
        ],
    )
    .await;
    let pixel = api.get("/rpc/pixel").accept("image/webp, image/gif;q=0.8, */*;q=0.1").await;
    assert_eq!((pixel.header("content-type"), pixel.bytes.as_slice()), ("image/gif", &b"\x00\xffG"[..]));
    let echo =
        api.request("POST", "/rpc/echo").header("Content-Type", "text/plain").body("oh").accept("text/plain");
    let echo = echo.await;
    assert_eq!((echo.header("content-type"), echo.body.as_str()), ("text/plain; charset=utf-8", "oh!"));
    let asked = r#"application/vnd.pgrst.plan+json; for="text/html"; options=verbose"#;
    let plan = api.post("/rpc/today", json!({})).accept(asked).await.json();
    assert_eq!(plan[0]["Plan"]["Output"][2], "today.pgrst_scalar", "{plan}");
    let head = api.request("HEAD", "/rpc/home").accept("text/html").await;
    assert_eq!((head.status, head.header("content-type")), (200, "text/html"));
}

#[actix_web::test]
async fn a_media_type_without_a_handler_is_not_acceptable() {
    let api = media_type_api().await;
    for (path, accept) in [
        ("/rpc/home", "text/plain"),
        ("/rpc/greetings", "text/plain"),
        ("/pages", "text/html"),
        ("/pages?select=title", LINES),
        ("/pages?select=id,title", LINES),
        ("/pages", "undefined"),
    ] {
        let answer = api.get(path).accept(accept).await;
        assert_eq!(answer.error(), (406, "PGRST107".to_owned()), "{path}");
        assert_eq!(
            answer.json()["message"],
            json!(format!("None of these media types are available: {accept}"))
        );
    }
}

#[actix_web::test]
async fn an_aggregate_builds_a_document_from_rows() {
    let api = media_type_api().await;
    assert_responses(
        &api,
        &[
            ("/pages?order=id", LINES, LINES, "1=Un;2=Deux;"),
            ("/pages?id=eq.2", LINES, LINES, "2=Deux;"),
            ("/rpc/pages_from?first=2", LINES, LINES, "2=Deux;"),
            // A handler for any rows overrides the built-in one.
            ("/pages?order=id&select=id", "text/csv", "text/csv; charset=utf-8", "(1)|(2)|"),
            // Embeds are jsonb.
            ("/notes?select=id,pages(id)", "text/csv", "text/csv; charset=utf-8", "(4,\"{\"\"id\"\": 2}\")|"),
            ("/rpc/pages_from?first=2", "text/csv", "text/csv; charset=utf-8", "(2,Deux)|"),
        ],
    )
    .await;
    let made = api.get("/pages").accept(LINES).await;
    assert_eq!(made.header("x-made-by"), "aggregate");
    let written = api.post("/pages", json!({"id": 3, "title": "x"})).accept(LINES);
    assert_eq!(written.prefer("return=representation").await.body, "3=x;");
    let object = api.get("/pages?id=eq.1").accept("application/vnd.pgrst.object").await;
    assert_eq!(object.json(), json!({"id": 1, "title": "Un"}));
}

#[actix_web::test]
async fn geojson_uses_the_function_of_postgis() {
    // A stand-in for PostGIS' C function, with the same signature.
    let postgis = "create function public.st_asgeojson(r record, maxdecimaldigits int default 9) returns text
      language plpgsql stable as $$ begin
        return json_build_object('type', 'Feature', 'properties', row_to_json(r)); end $$;
      grant execute on function public.st_asgeojson to anon;";
    let api = Api::with_fixture(&format!("{PRESS}{postgis}"), |_| ()).await;
    let answer = api.get("/pages?id=eq.1&select=id").accept("application/geo+json").await;
    assert_eq!(answer.header("content-type"), "application/geo+json; charset=utf-8");
    let feature = json!({"type": "Feature", "properties": {"id": 1}});
    assert_eq!(answer.json(), json!({"type": "FeatureCollection", "features": [feature]}));
    let none = api.get("/rpc/pages_from?first=9").accept("application/geo+json").await;
    assert_eq!(none.json(), json!({"type": "FeatureCollection", "features": []}));
    let without = media_type_api().await.get("/pages").accept("application/geo+json").await;
    assert_eq!(without.status, 406);
}

#[actix_web::test]
async fn a_catch_all_handler_serves_every_media_type() {
    let api = media_type_api().await;
    let bytes = "application/octet-stream";
    assert_responses(
        &api,
        &[
            ("/rpc/anything", "*/*", bytes, "bytes"),
            ("/rpc/anything", "image/png", bytes, "bytes"),
            ("/rpc/anything", "app/special", "app/special", "bytes"),
            ("/stamps", "application/json", bytes, "no 7"),
            ("/stamps?select=id", "application/json", "application/json; charset=utf-8", "[{\"id\":7}]"),
        ],
    )
    .await;
}
