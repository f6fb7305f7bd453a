//! What a subscription to changes of tables selects: filters, columns, several entries, and what it rejects.

use crate::changes::{ROOMS, TOPIC, all, change, person, sql, started, subscribed};
use crate::client::in_time;
use serde_json::{Value, json};
use service_test::{sign, sign_with};

#[tokio::test]
async fn filters_select_rows_with_every_operator() {
    let realtime = started(ROOMS).await;
    for (filter, matching) in [
        ("id=eq.2", vec![2]),
        ("id=neq.2", vec![1, 3, 4]),
        ("id=not.eq.2", vec![1, 3, 4]),
        ("id=lt.2", vec![1]),
        ("id=lte.2", vec![1, 2]),
        ("id=gt.3", vec![4]),
        ("id=gte.3", vec![3, 4]),
        ("id=in.(1,4)", vec![1, 4]),
        ("id=not.in.(1,4)", vec![2, 3]),
        ("name=like.B%", vec![1]),
        ("name=ilike.b%", vec![1, 2]),
        ("name=match.^[a-z]", vec![2, 3]),
        ("name=imatch.^BLEUE?$", vec![1]),
        ("name=is.null", vec![4]),
        ("name=not.is.null", vec![1, 2, 3]),
        ("name=isdistinct.Bleue", vec![2, 3, 4]),
        ("name=not.isdistinct.Bleue", vec![1]),
        ("name=not.eq.Bleue", vec![2, 3]),
        ("id=gt.1,seats=lt.40", vec![2, 3]),
        ("name=eq.\"x,y\"", vec![3]),
    ] {
        let mut socket = realtime.connect().await;
        subscribed(&mut socket, json!([{ "schema": "public", "table": "rooms", "filter": filter }]), None)
            .await;
        sql(
            &realtime,
            "insert into rooms values (1, 'Bleue', 10), (2, 'blanche', 20), (3, 'x,y', 30), (4, null, 40)",
        )
        .await;
        for id in matching {
            assert_eq!(change(&mut socket).await["data"]["record"]["id"], id, "{filter}");
        }
        // The last change that the filter lets through is a delete, whose filter sees only the key.
        let mut marker = realtime.connect().await;
        subscribed(&mut marker, json!([{ "event": "DELETE", "schema": "public", "table": "rooms" }]), None)
            .await;
        sql(&realtime, "delete from rooms").await;
        for _ in 0..4 {
            change(&mut marker).await;
        }
        let rest = socket.until_heartbeat().await;
        assert!(rest.iter().all(|message| message.payload["data"]["type"] == "DELETE"), "{filter}: {rest:?}");
    }
}

#[tokio::test]
async fn selected_columns_come_with_the_key() {
    let realtime = started(ROOMS).await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, json!([{ "schema": "public", "table": "rooms", "select": ["name"] }]), None)
        .await;
    sql(&realtime, "insert into rooms values (1, 'a', 2, 3)").await;
    let data = change(&mut socket).await["data"].clone();
    assert_eq!(data["record"], json!({ "id": 1, "name": "a" }));
}

#[tokio::test]
async fn a_change_has_the_ids_of_the_entries_that_match_it() {
    let realtime = started(&format!(
        "{ROOMS} create table public.other (id int primary key); grant select on other to anon;
         alter publication supabase_realtime add table public.other;"
    ))
    .await;
    let mut socket = realtime.connect().await;
    let entries = json!([{ "event": "INSERT", "schema": "public" }, { "event": "DELETE", "schema": "public", "table": "rooms" },
        { "event": "insert", "schema": "*", "table": "rooms" }]);
    let ids = subscribed(&mut socket, entries, None).await;
    sql(&realtime, "insert into other values (1); insert into rooms (id) values (1); delete from rooms; delete from other").await;
    assert_eq!(change(&mut socket).await["ids"], json!([ids[0]]));
    let mut both = change(&mut socket).await["ids"].as_array().unwrap().clone();
    both.sort_by_key(Value::as_u64);
    let mut expected = vec![json!(ids[0]), json!(ids[2])];
    expected.sort_by_key(Value::as_u64);
    assert_eq!(both, expected);
    assert_eq!(change(&mut socket).await["ids"], json!([ids[1]]));
}

#[tokio::test]
async fn a_wrong_subscription_gets_an_error_and_leaves_the_channel_open() {
    let realtime = started(ROOMS).await;
    let mut socket = realtime.connect().await;
    let unable = "Unable to subscribe to changes with given parameters.";
    for (entry, message) in [
        (
            json!({ "schema": "public", "table": "rooms", "filter": "id=foo.1" }),
            "Error parsing `filter` params: [\"foo\", \"1\"]".to_owned(),
        ),
        (
            json!({ "event": "INSERT", "schema": "public", "table": "absent" }),
            format!(
                "{unable} Please check Realtime is enabled for the given connect parameters: [event: INSERT, schema: public, table: absent, filters: [], select: nil]"
            ),
        ),
        (
            json!({ "schema": "public", "table": "rooms", "filter": "notacolumn=eq.123" }),
            format!(
                "{unable} An exception happened so please check your connect parameters: [event: *, schema: public, table: rooms, filters: [{{\"notacolumn\", \"eq\", \"123\", false}}], select: nil]. Exception: ERROR P0001 (raise_exception) invalid column for filter notacolumn"
            ),
        ),
        (
            json!({ "schema": "public", "table": "rooms", "filter": "id=eq.x" }),
            format!(
                "{unable} An exception happened so please check your connect parameters: [event: *, schema: public, table: rooms, filters: [{{\"id\", \"eq\", \"x\", false}}], select: nil]. Exception: ERROR 22P02 (invalid_text_representation) invalid input syntax for type integer: \"x\""
            ),
        ),
        (
            json!({ "schema": "public", "table": "rooms", "filter": "id=like.1%" }),
            format!(
                "{unable} An exception happened so please check your connect parameters: [event: *, schema: public, table: rooms, filters: [{{\"id\", \"like\", \"1%\", false}}], select: nil]. Exception: ERROR P0001 (raise_exception) operator like requires a text-compatible column type, got integer"
            ),
        ),
    ] {
        socket.join(TOPIC, json!({ "postgres_changes": [entry] })).await;
        let system = socket.event("system").await.payload;
        assert_eq!((&system["status"], &system["extension"]), (&json!("error"), &json!("postgres_changes")));
        assert_eq!(system["message"], message);
        assert_eq!(socket.call(TOPIC, "phx_leave", json!({})).await["status"], "ok");
    }
}

#[tokio::test]
async fn a_new_token_changes_what_is_seen() {
    let realtime = started(&format!(
        "{ROOMS} alter table rooms enable row level security;
         create policy seen on rooms for select to authenticated using (name = current_setting('request.jwt.claims')::json ->> 'sub');"
    ))
    .await;
    let mut socket = realtime.connect().await;
    subscribed(&mut socket, all(), Some(&person("a"))).await;
    socket.send(TOPIC, "access_token", json!({ "access_token": person("b") })).await;
    assert_eq!(socket.event("system").await.payload["message"], "Subscribed to PostgreSQL");
    sql(&realtime, "insert into rooms values (1, 'a'), (2, 'b')").await;
    assert_eq!(change(&mut socket).await["data"]["record"]["id"], 2);
}

#[tokio::test]
async fn a_new_token_that_may_not_subscribe_gets_nothing_more() {
    let realtime = started(&format!("{ROOMS} revoke select on rooms from authenticated;")).await;
    let mut socket = realtime.connect().await;
    let entries = json!([{ "schema": "public", "table": "rooms", "filter": "id=gt.0" }]);
    subscribed(&mut socket, entries, None).await;
    socket.send(TOPIC, "access_token", json!({ "access_token": person("a") })).await;
    let system = socket.event("system").await.payload;
    let message = system["message"].as_str().unwrap();
    assert!(message.ends_with("invalid column for filter id"), "{message}");
    let mut other = realtime.connect().await;
    subscribed(&mut other, all(), None).await;
    sql(&realtime, "insert into rooms values (1, 'a')").await;
    assert_eq!(change(&mut other).await["data"]["record"]["id"], 1);
    assert_eq!(socket.until_heartbeat().await, []);
}

#[tokio::test]
async fn a_rejected_new_token_ends_the_subscription() {
    let realtime = started(ROOMS).await;
    let in_seconds = |seconds: i64| chrono::Utc::now().timestamp() + seconds;
    let claims = |exp: i64| json!({ "role": "authenticated", "sub": "a", "exp": exp });
    let mut ended = Vec::new();
    for (token, message) in [
        (sign(&claims(in_seconds(-5))), "Token has expired "),
        (sign(&json!({ "role": "authenticated" })), "Fields `role` and `exp` are required in JWT"),
        (
            sign_with("another-secret-of-at-least-32-characters", &claims(in_seconds(3600))),
            "Failed to validate JWT signature",
        ),
    ] {
        let mut socket = realtime.connect().await;
        subscribed(&mut socket, all(), Some(&person("a"))).await;
        socket.send(TOPIC, "access_token", json!({ "access_token": token })).await;
        let system = socket.event("system").await.payload;
        assert_eq!((&system["extension"], &system["status"]), (&json!("system"), &json!("error")));
        assert!(system["message"].as_str().unwrap().starts_with(message), "{system}");
        assert_eq!(socket.event("phx_close").await.topic, TOPIC);
        ended.push(socket);
    }
    let mut other = realtime.connect().await;
    subscribed(&mut other, all(), None).await;
    sql(&realtime, "insert into rooms values (1, 'a')").await;
    assert_eq!(change(&mut other).await["data"]["record"]["id"], 1);
    for socket in &mut ended {
        assert_eq!(socket.until_heartbeat().await, []);
    }
    // The rows with the claims of the earlier tokens are deleted.
    let client = realtime.database().client().await;
    let count = "select count(*) from realtime.subscription";
    in_time(async { while client.query_one(count, &[]).await.unwrap().get::<_, i64>(0) != 1 {} }).await;
}

#[tokio::test]
async fn changes_stop_while_the_subscription_of_a_new_token_cannot_be_written() {
    let realtime = started(&format!(
        "{ROOMS} alter table rooms enable row level security;
         create policy seen on rooms for select to authenticated using (name = current_setting('request.jwt.claims')::json ->> 'sub');
         create function refuse() returns trigger language plpgsql as
           $$ begin raise 'no memory' using errcode = 'out_of_memory'; end $$;
         create trigger refuse before insert or update on realtime.subscription for each row
           when (new.claims ->> 'sub' = 'b') execute function refuse();"
    ))
    .await;
    let (mut socket, mut marker) = (realtime.connect().await, realtime.connect().await);
    subscribed(&mut socket, all(), Some(&person("a"))).await;
    subscribed(&mut marker, all(), Some(&person("a"))).await;
    socket.send(TOPIC, "access_token", json!({ "access_token": person("b") })).await;
    assert_eq!(socket.event("system").await.payload["message"], "no memory");
    sql(&realtime, "insert into rooms values (1, 'a')").await;
    assert_eq!(change(&mut marker).await["data"]["record"]["id"], 1);
    let seen = socket.until_heartbeat().await;
    assert!(seen.iter().all(|message| message.event != "postgres_changes"), "{seen:?}");

    sql(&realtime, "drop trigger refuse on realtime.subscription").await;
    while socket.event("system").await.payload["message"] != "Subscribed to PostgreSQL" {}
    sql(&realtime, "insert into rooms values (2, 'a'), (3, 'b')").await;
    assert_eq!(change(&mut socket).await["data"]["record"]["id"], 3);
}

#[tokio::test]
async fn a_topic_of_the_first_interface_names_its_table() {
    let realtime = started(ROOMS).await;
    let mut socket = realtime.connect_version("1.0.0").await;
    socket.join_with("realtime:public:rooms:id=gt.1", json!({})).await;
    socket.event("system").await;
    sql(&realtime, "insert into rooms (id) values (1), (2)").await;
    let received = socket.event("INSERT").await;
    assert_eq!(
        (received.topic.as_str(), &received.payload["record"]["id"]),
        ("realtime:public:rooms:id=gt.1", &json!(2))
    );
}
