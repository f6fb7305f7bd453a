//! The row encoder writes the same bytes as Postgres would: for every type that it encodes, next to types that Postgres
//! converts, with random values and edge cases.

use crate::common::Api;

/// One column per type, with edge cases and with random values from a fixed seed.
const TYPES: &str = r#"
    create schema api;
    grant usage on schema api to anon;
    create domain api.percent as int check (value between 0 and 100);
    create domain api.note as text;
    create type api.mood as enum ('calm', 'ex"cited');
    create type api.point as (x int, y text);
    create table api.every_type (
        id int primary key, flag boolean, small int2, big int8, amount numeric, price numeric(12, 3), text text,
        short varchar(40), padded char(5), label name, "a ""quoted"" \ name" text, day date, moment timestamp,
        instant timestamptz, clock time, span interval, uuid uuid, document json, binary_document jsonb,
        texts text[], shorts varchar[], numbers int4[], bigs int8[], uuids uuid[], grid text[][], percent api.percent,
        note api.note, mood api.mood, pair api.point, ratio float8, small_ratio float4, raw bytea, range int4range,
        days date[]
    );
    insert into api.every_type (id) values (0);
    insert into api.every_type values
        (1, true, -32768, -9223372036854775808, 'NaN', 0, '', '', '', '', '', '-infinity', '-infinity', '-infinity',
         '00:00', '0', '00000000-0000-0000-0000-000000000000', '[]', '{}', '{}', '{}', '{}', '{}', '{}', '{}', 0, '',
         'calm', '(,)', 'NaN', '-0', '', 'empty', '{}'),
        (2, false, 32767, 9223372036854775807, 'Infinity', -0.001, E'tab\t line\n return\r \b\f\x01\x1f\x7f "quote" \\ /',
         'é 日本 🏝', 'é', 'é', E'\'', 'infinity', 'infinity', 'infinity', '23:59:59.999999', '-1 year 2 days',
         'ffffffff-ffff-ffff-ffff-ffffffffffff', ' { "a" :  1 } ', '{"b": [1, null], "a": "é\n"}',
         array['a', null, 'NULL', '', 'c,"d"', E'\n'], array['x'], array[1, null, -2147483648, 2147483647],
         array[9223372036854775807, null], array[null]::uuid[], array[['a', 'b'], ['c', null]], 100, E'\t', 'ex"cited',
         '(1,"a,b")', 1e300, 1e-30, '\x00ff', '[1,5)', '{2024-02-29,infinity}'),
        (3, null, 0, 0, '-Infinity', 1e8, null, null, null, null, null, '4713-01-01 BC', '4713-01-01 BC', null, null, null,
         null, 'null', 'null', null, null, '[2:3]={5,6}', null, null, array[[['x']]], null, null, null, null, 0.1, 0.1,
         null, null, null),
        (4, null, null, null, 1e-20, null, null, null, null, null, null, '0001-12-31 BC', '294276-12-31 23:59:59.999999',
         '0044-03-15 12:00:00 BC', null, null, null, '"text"', '"text"', null, null, null, null, null, null, null, null,
         null, null, null, null, null, null, null),
        (5, null, null, null, 123456789012345678901234567890.00000000000012345678900, null, null, null, null, null, null,
         '5874897-12-31', '0001-01-01', null, null, null, null, '1', '1.50', null, null, null, null, null, null, null,
         null, null, null, null, null, null, null, null);
    select setseed(0.5);
    insert into api.every_type (id, small, big, amount, price, text, day, moment, instant, uuid, binary_document, texts,
                                numbers, ratio)
    select id, (random() * 65535 - 32768)::int2, ((random() - 0.5) * 1.8e19)::numeric::int8,
        ((random() - 0.5)::numeric * power(10::numeric, (random() * 40 - 20)::int))::numeric,
        round(((random() - 0.5) * 1e9)::numeric, 3),
        (select string_agg(chr((1 + random() * 400)::int), '') from generate_series(1, 20) where id > 0),
        date '4000-01-01 BC' + (random() * 3000000)::int,
        timestamp '4000-01-01 BC' + random() * interval '7000 years' * (1 + id % 2),
        timestamptz '1900-01-01' + random() * interval '300 years',
        md5(id::text || random()::text)::uuid, jsonb_build_object('n', random(), 't', chr((32 + random() * 200)::int)),
        array[md5(random()::text), null, chr((32 + random() * 200)::int)],
        array[(random() * 1e9)::int, -(random() * 1e9)::int], random() * 1e6
    from generate_series(100, 1099) id;
    create table api.plain as select 1 as id;
    grant select on api.every_type, api.plain to anon;
"#;

async fn as_postgres(api: &Api, query: &str) -> String {
    let sql = format!("select coalesce(json_agg(t), '[]')::text from ({query}) t");
    api.database.client().await.query_one(&sql, &[]).await.unwrap().get(0)
}

#[actix_web::test]
async fn every_type_is_encoded_as_in_postgres() {
    let api = Api::with_fixture(TYPES, |_| ()).await;
    // Twice: the first request prepares the statement, the second one takes a single round trip.
    for _ in 0..2 {
        let body = api.get("/every_type?order=id").await.body;
        assert_eq!(body, as_postgres(&api, "select * from api.every_type order by id").await);
    }
    let columns = "small,big,amount,price,text,day,moment,uuid,binary_document,texts,numbers";
    let body = api.get(&format!("/every_type?select={columns}&order=id")).await.body;
    let expected = as_postgres(&api, &format!("select {columns} from api.every_type order by id")).await;
    assert_eq!(body, expected, "without a column that Postgres converts");
}

#[actix_web::test]
async fn encodes_no_rows_one_row_and_columns_with_the_same_name() {
    let api = Api::with_fixture(TYPES, |_| ()).await;
    let body = api.get("/every_type?id=eq.-1").await.body;
    assert_eq!(body, "[]");
    let one = api.get("/every_type?id=eq.2&select=id,text").accept("application/vnd.pgrst.object+json");
    let expected = as_postgres(&api, "select id, text from api.every_type where id = 2").await;
    assert_eq!(format!("[{}]", one.await.body), expected);
    let body = api.get("/every_type?id=eq.0&select=a:id,a:instant,a:id").await.body;
    assert_eq!(body, r#"[{"a":0,"a":null,"a":0}]"#);
}

/// Paths with PostgREST's queries, in which embeds are jsonb.
const EMBEDS: [(&str, &str); 5] = [
    (
        "/owners?select=id,things(*)&order=id",
        "select o.id, coalesce(t.t, '[]')::jsonb as things from api.owners o left join lateral
         (select json_agg(t) as t from (select * from api.things t where t.owner = o.id) t) t on true order by o.id",
    ),
    (
        "/things?select=id,of:owners(name,id,id)&order=id",
        "select t.id, row_to_json(o)::jsonb as of from api.things t left join lateral
         (select name, id, id from api.owners o where o.id = t.owner) o on true order by t.id",
    ),
    (
        "/owners?select=id,...things(amount,texts,owners(name,id))&order=id",
        "select o.id, t.* from api.owners o left join lateral
         (select coalesce(json_agg(x.amount), '[]')::jsonb as amount, coalesce(json_agg(x.texts), '[]')::jsonb as texts,
             coalesce(json_agg(x.owners), '[]')::jsonb as owners
          from (select t.amount, t.texts, row_to_json(w) as owners from api.things t left join lateral
                (select name, id from api.owners w where w.id = t.owner) w on true
                where t.owner = o.id) x) t on true order by o.id",
    ),
    (
        "/owners?select=id,mixed(*)&order=id",
        "select o.id, coalesce(t.t, '[]')::jsonb as mixed from api.owners o left join lateral
         (select json_agg(t) as t from (select * from api.mixed t where t.owner = o.id) t) t on true order by o.id",
    ),
    (
        "/mixed?select=document,...owners(document)&order=document->>a.asc.nullsfirst,ratio",
        "select m.document, o.document from api.mixed m left join api.owners o on o.id = m.owner
         order by m.document->>'a' nulls first, m.ratio",
    ),
];

#[actix_web::test]
async fn embeds_are_written_as_jsonb_and_other_values_as_json() {
    let api = Api::with_fixture(TYPES, |_| ()).await;
    api.database
        .client()
        .await
        .batch_execute(
            r#"
            create table api.owners (id int primary key, name text, document json default '{"b":1, "a" :1e2,"b":3}');
            insert into api.owners select id, 'owner "' || id || '"' from generate_series(0, 19) id;
            create table api.things as select id, flag, small, big, amount, price, text, short, padded, label,
                "a ""quoted"" \ name", day, moment, instant, clock, span, uuid, binary_document, texts, numbers, uuids,
                grid, percent, note, mood, raw from api.every_type;
            alter table api.things add primary key (id), add owner int references api.owners;
            update api.things set owner = id % 19;
            -- Values that jsonb spells differently.
            create table api.mixed (owner int references api.owners, document json, ratio float8, pair api.point);
            insert into api.mixed select id % 3, json_build_object('b', id, 'a', id / 2.0), id * 1e30, row(id, 'x')::api.point from generate_series(0, 9) id;
            insert into api.mixed values (4, '{"x":{"k":1,"k":2},"a":"é\/","n":1.50E3}', '-0', null);
            grant select on api.owners, api.things, api.mixed to anon;
            "#,
        )
        .await
        .unwrap();
    api.engine.reload().await.unwrap();
    for (path, sql) in EMBEDS {
        let expected = as_postgres(&api, sql).await;
        // Built by the row encoder, and by Postgres, which a count requires.
        assert_eq!(api.get(path).await.body, expected, "{path}");
        assert_eq!(api.get(path).prefer("count=exact").await.body, expected, "{path} counted");
    }
}

#[actix_web::test]
async fn follows_columns_that_were_added_or_changed_since_the_last_request() {
    let api = Api::with_fixture(TYPES, |config| {
        config.db_channel_enabled = false;
        config.db_pool = 1;
    })
    .await;
    let row = async || api.get("/plain").await.body;
    assert_eq!((row().await, row().await.as_str()), (r#"[{"id":1}]"#.to_owned(), r#"[{"id":1}]"#));
    let client = api.database.client().await;
    client.batch_execute("alter table api.plain add added text default 'new'").await.unwrap();
    assert_eq!(row().await, r#"[{"id":1,"added":"new"}]"#);
    assert_eq!(row().await, r#"[{"id":1,"added":"new"}]"#);
    client.batch_execute("alter table api.plain alter id type text").await.unwrap();
    assert_eq!(row().await, r#"[{"id":"1","added":"new"}]"#);
    client
        .batch_execute(
            "alter table api.plain alter added drop default, alter added type timestamptz using 'infinity'",
        )
        .await
        .unwrap();
    assert_eq!(row().await, r#"[{"id":"1","added":"infinity"}]"#);
    // The statement names the columns that Postgres converts; the next reload prepares it again.
    client.batch_execute("alter table api.plain add last int").await.unwrap();
    api.engine.reload().await.unwrap();
    assert_eq!(row().await, r#"[{"id":"1","added":"infinity","last":null}]"#);
}

#[actix_web::test]
async fn response_overrides_apply_to_a_plain_read() {
    let api = Api::with_fixture(TYPES, |config| config.db_pre_request = Some("api.say".to_owned())).await;
    let function = "create function api.say() returns void language plpgsql as $$ begin
            perform set_config('response.headers', '[{\"X-Said\": \"yes\"}]', true);
            perform set_config('response.status', '203', true);
        end $$;
        grant execute on function api.say() to anon;";
    api.database.client().await.batch_execute(function).await.unwrap();
    for _ in 0..2 {
        let answer = api.get("/every_type?id=eq.0&select=id").await;
        assert_eq!((answer.status, answer.header("x-said")), (203, "yes"));
        assert_eq!(answer.body, r#"[{"id":0}]"#);
    }
}
