//! A single row of common types is bound value by value, while Postgres parses several rows from JSON. Both must write
//! the same values, fail with the same errors, and apply the same response overrides.

use crate::common::{Api, Response};
use serde_json::json;

const TYPES: &str = r#"
    create schema api;
    grant usage on schema api to anon;
    create type api.mood as enum ('calm', 'ex"cited');
    create type api."od(d" as enum ('calm');
    create domain api.percent as int check (value between 0 and 100);
    create table api.common (
        text text, short varchar(5), uuid uuid, flag boolean, small smallint, number integer, big bigint, amount numeric,
        price numeric(6, 2), ratio double precision, small_ratio real, day date, clock time, zoned_clock timetz,
        moment timestamp, exact timestamp(0), instant timestamptz, mood api.mood, odd api."od(d"
    );
    create table api.special (
        padded char(5), document json, binary_document jsonb, texts text[], percent api.percent, range int4range
    );
    grant select, insert on api.common, api.special to anon;
"#;

/// JSON values, each tried for every column; most are valid for some types only.
const VALUES: [&str; 34] = [
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1.5",
    "1e2",
    "12345678901234567890",
    "1e400",
    r#""""#,
    r#""a""#,
    r#""true""#,
    r#""  7 ""#,
    r#""long text""#,
    r#""é\n\"\\\/\u00e9""#,
    r#""\ud83c\udfdd""#,
    r#""\u0000""#,
    r#""\ud800""#,
    r#""NaN""#,
    r#""infinity""#,
    r#""2024-02-30""#,
    r#""2024-02-29""#,
    r#""2024-02-29T12:34:56.789+02:00""#,
    r#""12:34:56""#,
    r#""calm""#,
    r#""ex\"cited""#,
    r#""9f1b0c2e-0000-4000-8000-000000000001""#,
    r#"{"a" : [1]}"#,
    "[1, 2]",
    "{}",
    r#"["a","b"]"#,
    "[]",
    r#""{1,2}""#,
    r#""[1,5)""#,
];

async fn insert(api: &Api, table: &str, row: &str) -> (u16, String) {
    insert_with(api, table, row, "return=representation").await
}

async fn insert_with(api: &Api, table: &str, row: &str, prefer: &str) -> (u16, String) {
    let request = api.request("POST", &format!("/{table}")).header("Content-Type", "application/json");
    let answer: Response = request.prefer(prefer).body(row).await;
    (answer.status, answer.body)
}

#[actix_web::test]
async fn bound_values_are_parsed_as_in_json() {
    let api = Api::with_fixture(TYPES, |_| ()).await;
    let mut written = 0;
    for table in ["common", "special"] {
        let columns = api
            .sql(&format!("select attname as name from pg_attribute where attrelid = 'api.{table}'::regclass and attnum > 0"))
            .await;
        for column in columns.as_array().unwrap() {
            for value in VALUES {
                let row = format!("{{{}: {value}}}", column["name"]);
                let one = insert(&api, table, &row).await;
                written += u16::from(one.0 == 201);
                assert_eq!(one, insert(&api, table, &format!("[{row}]")).await, "{table} {row}");
                let prefer = "return=representation, missing=default";
                let one = insert_with(&api, table, &row, prefer).await;
                let many = insert_with(&api, table, &format!("[{row}]"), prefer).await;
                assert_eq!(one, many, "{table} {row} with defaults");
            }
        }
    }
    assert!(written > 200, "{written} values were written");
}

#[actix_web::test]
async fn a_repeated_key_keeps_its_last_value() {
    let api = Api::with_fixture(TYPES, |_| ()).await;
    let row = r#"{"number": 1, "text": "a", "number": 2}"#;
    let (status, body) = insert(&api, "common?select=number,text", row).await;
    assert_eq!((status, body.as_str()), (201, r#"[{"number":2,"text":"a"}]"#));
}

#[actix_web::test]
async fn response_overrides_apply_while_a_row_is_written() {
    let api = Api::with_fixture(TYPES, |_| ()).await;
    let client = api.database.client().await;
    client
        .batch_execute(
            "create function api.say(name text) returns text language plpgsql as $$ begin
                 perform set_config('response.headers', json_build_array(json_build_object('X-Said', name))::text, true);
                 perform set_config('response.status', '202', true);
                 return name;
             end $$;
             create function api.drop_it() returns trigger language plpgsql as $$ begin
                 perform api.say('the trigger'); return null;
             end $$;
             create table api.by_default (id int, name text default api.say('the default'));
             create table api.by_policy (id int);
             alter table api.by_policy enable row level security;
             create policy asked on api.by_policy for insert to anon with check (api.say('the policy') is not null);
             create table api.by_trigger (id int);
             create trigger dropped before insert on api.by_trigger for each row execute function api.drop_it();
             create table api.by_partition (id int) partition by list (id);
             create table api.the_partition partition of api.by_partition default;
             create trigger dropped before insert on api.the_partition for each row execute function api.drop_it();
             create view api.by_view as select id from api.by_trigger;
             grant execute on function api.say, api.drop_it to anon;
             grant insert on api.by_default, api.by_policy, api.by_trigger, api.by_partition, api.by_view to anon;",
        )
        .await
        .unwrap();
    api.engine.reload().await.unwrap();
    for (table, said) in [
        ("by_default", "the default"),
        ("by_policy", "the policy"),
        ("by_trigger", "the trigger"),
        ("by_partition", "the trigger"),
        ("by_view", "the trigger"),
    ] {
        // The first request prepares the statements, the second one takes a single round trip.
        for _ in 0..2 {
            let answer = api.post(&format!("/{table}"), json!({"id": 1})).await;
            assert_eq!((answer.status, answer.header("x-said")), (202, said), "{table}");
        }
    }
}
