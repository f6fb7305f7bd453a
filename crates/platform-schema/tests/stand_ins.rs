//! The stand-ins for extensions over SQL: names, arguments, rights and results. The workers of the gateway have their tests
//! in `rest-gateway/tests/extension_workers`.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

use platform_schema::stand_ins::{STAND_INS, expose_queues};
use test_db::Database;
use tokio_postgres::{Client, SimpleQueryMessage};

async fn with(stand_in: &str) -> (Database, Client) {
    let database = Database::platform().await;
    let client = database.client().await;
    let stand_in = STAND_INS.into_iter().find(|it| it.name == stand_in).unwrap();
    if let Some(schema) = stand_in.schema {
        client.batch_execute(&format!("create schema if not exists {schema}")).await.unwrap();
    }
    client.batch_execute(&stand_in.script.replace("@extschema@", "extensions")).await.unwrap();
    let installed = format!("select {}", stand_in.is_installed);
    assert!(client.query_one(&installed, &[]).await.unwrap().get::<_, bool>(0));
    (database, client)
}

/// The rows of the last statement, with the columns joined by a bar.
async fn rows(client: &Client, sql: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for message in client.simple_query(sql).await.unwrap() {
        match message {
            SimpleQueryMessage::RowDescription(_) => rows.clear(),
            SimpleQueryMessage::Row(row) => {
                let columns = (0..row.len()).map(|column| row.get(column).unwrap_or("null"));
                rows.push(columns.collect::<Vec<_>>().join("|"));
            }
            _ => {}
        }
    }
    rows
}

async fn error(client: &Client, sql: &str) -> String {
    let error = client.batch_execute(sql).await.unwrap_err();
    error.as_db_error().unwrap().message().to_owned()
}

#[tokio::test]
async fn requests_are_queued_as_pg_net_writes_them() {
    let database = Database::platform().await;
    let client = database.client().await;
    let queued = rows(
        &client,
        r#"set role authenticated;
           select net.http_get('http://h/a?b=1#top', params => '{"q": "a b&é"}');
           select net.http_post(url := 'http://h/p', body := '{"x": 1}', headers := '{"X-Key": "k"}');
           select net.http_delete('http://h/d', timeout_milliseconds => 10);
           reset role;
           select method, url, headers, convert_from(body, 'UTF8'), timeout_milliseconds
           from net.http_request_queue order by id"#,
    )
    .await;
    assert_eq!(
        queued,
        [
            "GET|http://h/a?b=1&q=a%20b%26%C3%A9#top|{}|null|5000",
            r#"POST|http://h/p|{"X-Key": "k", "Content-Type": "application/json"}|{"x": 1}|5000"#,
            "DELETE|http://h/d|{}|null|10"
        ]
    );
    let other = r#"select net.http_post('http://h', headers => '{"content-type": "text/plain"}')"#;
    assert_eq!(error(&client, other).await, "Content-Type header must be \"application/json\"");
    let unknown = "select (net.http_collect_response(77)).status";
    assert_eq!(rows(&client, unknown).await, ["ERROR"]);
}

#[tokio::test]
async fn only_administrators_read_the_queue_and_the_responses() {
    let database = Database::platform().await;
    let client = database.client().await;
    client.batch_execute("set role anon").await.unwrap();
    for table in ["net.http_request_queue", "net._http_response"] {
        let denied = error(&client, &format!("select * from {table}")).await;
        assert!(denied.starts_with("permission denied"), "{denied}");
    }
    let collected = error(&client, "select net._http_collect_response(1)").await;
    assert!(collected.starts_with("permission denied"), "{collected}");
    client.batch_execute("set role service_role; select * from net._http_response").await.unwrap();
    client.batch_execute("select net._http_collect_response(1)").await.unwrap();
}

#[tokio::test]
async fn a_webhook_queues_a_request_about_the_row() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute(
            r#"create table public.orders (id int, note text);
               grant insert on public.orders to anon;
               create trigger placed after insert or update or delete on public.orders for each row
                 execute function supabase_functions.http_request('http://h/hook', 'POST', '{"X-Key":"k"}', '{"a":"1"}', '2000');
               set role anon;
               insert into public.orders values (1, 'brocciu');
               reset role;
               update public.orders set note = 'fiadone';
               delete from public.orders"#,
        )
        .await
        .unwrap();
    let queued = "select url, timeout_milliseconds, convert_from(body, 'UTF8')::jsonb
                  from net.http_request_queue order by id";
    let payload = |kind: &str, old: &str, new: &str| {
        format!(
            r#"http://h/hook?a=1|2000|{{"type": "{kind}", "table": "orders", "record": {new}, "schema": "public", "old_record": {old}}}"#
        )
    };
    let (first, second) = (r#"{"id": 1, "note": "brocciu"}"#, r#"{"id": 1, "note": "fiadone"}"#);
    assert_eq!(
        rows(&client, queued).await,
        [
            payload("INSERT", "null", first),
            payload("UPDATE", first, second),
            payload("DELETE", second, "null")
        ]
    );
    let hooks = "select hook_name, hook_table_id = 'orders'::regclass::oid::int, request_id is not null
                 from supabase_functions.hooks";
    assert_eq!(rows(&client, hooks).await, ["placed|t|t"; 3]);
    let without_url = "create trigger t after insert on public.orders
                         for each row execute function supabase_functions.http_request();
                       insert into public.orders values (2)";
    assert_eq!(error(&client, without_url).await, "url argument is missing");
}

#[tokio::test]
async fn secrets_are_encrypted_and_read_through_the_view() {
    let database = Database::platform().await;
    let client = database.client().await;
    let made = "select vault.create_secret('s3cret-é', 'key', 'for tests') is not null; \
                select vault.create_secret('') is not null";
    assert_eq!(rows(&client, made).await, ["t"]);
    let read = "select name, description, decrypted_secret from vault.decrypted_secrets order by name";
    assert_eq!(rows(&client, read).await, ["key|for tests|s3cret-é", "null||"]);
    let plain = "select count(*) from vault.secrets where secret like '%s3cret%'
                   or encode(decode(secret, 'base64'), 'escape') like '%s3cret%'";
    assert_eq!(rows(&client, plain).await, ["0"]);
    client
        .batch_execute("select vault.update_secret(id, 'other', new_description => '') from vault.secrets where name = 'key'")
        .await
        .unwrap();
    assert_eq!(rows(&client, read).await[0], "key||other");
    assert!(error(&client, "select vault.create_secret('x', 'key')").await.contains("duplicate key"));
}

#[tokio::test]
async fn a_changed_or_moved_secret_is_not_read() {
    let database = Database::platform().await;
    let client = database.client().await;
    client
        .batch_execute("select vault.create_secret('a', 'a'), vault.create_secret('b', 'b')")
        .await
        .unwrap();
    let read = "select decrypted_secret from vault.decrypted_secrets where name = 'a'";
    let moved = "update vault.secrets set secret = (select secret from vault.secrets where name = 'b'),
                   nonce = (select nonce from vault.secrets where name = 'b') where name = 'a'";
    client.batch_execute(moved).await.unwrap();
    let expected = "the secret was changed, or sealed with the key of another server";
    assert_eq!(error(&client, read).await, expected);
    let flipped = "update vault.secrets set secret =
                     encode(set_byte(decode(secret, 'base64'), 20, 255 - get_byte(decode(secret, 'base64'), 20)), 'base64')";
    client.batch_execute(flipped).await.unwrap();
    let of_b = "select decrypted_secret from vault.decrypted_secrets where name = 'b'";
    assert_eq!(error(&client, of_b).await, expected);
}

#[tokio::test]
async fn the_vault_is_closed_to_the_roles_of_the_api() {
    let database = Database::platform().await;
    let client = database.client().await;
    client.batch_execute("select vault.create_secret('a', 'a')").await.unwrap();
    for role in ["anon", "authenticated"] {
        client.batch_execute(&format!("set role {role}")).await.unwrap();
        for call in [
            "select vault.create_secret('x')",
            "select * from vault.secrets",
            "select vault._keep_root_key()",
        ] {
            let denied = error(&client, call).await;
            assert!(denied.starts_with("permission denied"), "{role}: {denied}");
        }
    }
    client.batch_execute("set role service_role").await.unwrap();
    assert_eq!(rows(&client, "select decrypted_secret from vault.decrypted_secrets").await, ["a"]);
    assert!(error(&client, "select vault._keep_root_key()").await.starts_with("permission denied"));
}

#[tokio::test]
async fn schedules_are_valid_by_pg_crons_rules() {
    let (_database, client) = with("pg_cron").await;
    let valid = [
        "* * * * *",
        "*/15 0-6,22-23/1 1,15 * 1-5",
        "0 0 * JAN-mar Mon,fri",
        "0 0 1 1 7",
        "0 11 $ * *",
        "@daily",
        "@reboot",
        "1 second",
        " 30 sEcOnDs ",
        "59 seconds",
    ];
    let invalid = [
        "",
        "* * * *",
        "* * * * * *",
        "5 secondc",
        "50 seconds c",
        "*/0 10 * * *",
        "-1 * * * *",
        "*/-1 10 * * *",
        "*/60 10 * * *",
        "1/20 * * * *",
        "5-64/30 * * * *",
        "* * * 13 *",
        "* * * 0 *",
        "* 24 * * *",
        "*/5000000000 10 * * *",
        "0 seconds",
        "60 seconds",
        "@restar",
        "0 11 $foo * *",
    ];
    for (schedules, expected) in [(valid.as_slice(), true), (invalid.as_slice(), false)] {
        for schedule in schedules {
            let row = client.query_one("select cron._is_valid($1)", &[schedule]).await.unwrap();
            assert_eq!(row.get::<_, bool>(0), expected, "{schedule:?}");
        }
    }
    let refused = error(&client, "select cron.schedule('60 seconds', 'select 1')").await;
    assert_eq!(refused, "invalid schedule: 60 seconds");
}

#[tokio::test]
async fn jobs_are_due_at_the_minutes_of_their_schedule() {
    let (_database, client) = with("pg_cron").await;
    // 2026-11-13 is a Friday.
    for (schedule, time, expected) in [
        ("*/15 * * * *", "2026-11-13 10:30", true),
        ("*/15 * * * *", "2026-11-13 10:31", false),
        ("0 9 * * 1-5", "2026-11-13 09:00", true),
        ("0 9 * * 1-5", "2026-11-14 09:00", false),
        // Two lists of days: one suffices.
        ("0 0 13 * 1", "2026-11-13 00:00", true),
        ("0 0 1 * 5", "2026-11-13 00:00", true),
        ("0 0 1 * 1", "2026-11-13 00:00", false),
        // An asterisk, with a step too: both must hold.
        ("0 0 */2 * 5", "2026-11-13 00:00", true),
        ("0 0 */2 * 1", "2026-11-13 00:00", false),
        ("0 0 * * 7", "2026-11-15 00:00", true),
        ("0 0 $ * *", "2028-02-29 00:00", true),
        ("0 0 $ * *", "2028-02-28 00:00", false),
        ("@weekly", "2026-11-15 00:00", true),
        ("@hourly", "2026-11-15 07:00", true),
        ("5 seconds", "2026-11-15 07:00", false),
        ("@reboot", "2026-11-15 07:00", false),
    ] {
        let query = "select cron._is_due($1, ($2::text || ' UTC')::timestamptz)";
        let due: bool = client.query_one(query, &[&schedule, &time]).await.unwrap().get(0);
        assert_eq!(due, expected, "{schedule} at {time}");
    }
    let in_corsica = "set cron.timezone = 'Europe/Paris';
                      select cron._is_due('0 9 * * *', '2026-11-13 08:00+00'), cron._is_due('0 9 * * *', '2026-11-13 09:00+00')";
    assert_eq!(rows(&client, in_corsica).await, ["t|f"]);
}

#[tokio::test]
async fn jobs_are_scheduled_altered_and_removed() {
    let (_database, client) = with("pg_cron").await;
    let schedule = "select cron.schedule('nightly', '0 3 * * *', 'vacuum'), cron.schedule('nightly', '0 4 * * *', 'analyze'),
                      cron.schedule('30 seconds', 'select 1')";
    assert_eq!(rows(&client, schedule).await, ["1|1|3"]);
    let jobs = "select jobid, jobname, schedule, command, username, active, database = current_database() from cron.job order by 1";
    assert_eq!(
        rows(&client, jobs).await,
        ["1|nightly|0 4 * * *|analyze|postgres|t|t", "3|null|30 seconds|select 1|postgres|t|t"]
    );
    client.batch_execute("select cron.alter_job(3, command => 'select 2', active => false)").await.unwrap();
    assert!(rows(&client, jobs).await[1].contains("select 2|postgres|f"));
    for (call, expected) in [
        ("select cron.alter_job(3)", "no updates specified"),
        ("select cron.alter_job(9, active => true)", "Job 9 does not exist or you don't own it"),
        ("select cron.alter_job(3, database => 'nowhere')", "database \"nowhere\" does not exist"),
        ("select cron.unschedule('other')", "could not find valid entry for job 'other'"),
        ("select cron.unschedule(9)", "could not find valid entry for job 9"),
        ("select cron.schedule(null, '* * * * *', 'select 1')", "job_name can not be NULL"),
    ] {
        assert_eq!(error(&client, call).await, expected, "{call}");
    }
    assert_eq!(rows(&client, "select cron.unschedule('nightly'), cron.unschedule(3)").await, ["t|t"]);
    assert!(rows(&client, jobs).await.is_empty());
}

#[tokio::test]
async fn a_role_sees_and_writes_its_own_jobs_alone() {
    let (_database, client) = with("pg_cron").await;
    client
        .batch_execute("select cron.schedule('* * * * *', 'select 1'); set role authenticated")
        .await
        .unwrap();
    assert!(error(&client, "select cron.schedule('* * * * *', 'x')").await.contains("schema cron"));
    client
        .batch_execute("reset role; grant usage on schema cron to authenticated; set role authenticated; select cron.schedule('mine', '* * * * *', 'select 2')")
        .await
        .unwrap();
    assert_eq!(rows(&client, "select username, command from cron.job").await, ["authenticated|select 2"]);
    let foreign = "insert into cron.job (schedule, command, username) values ('* * * * *', 'x', 'postgres')";
    let refused = "only a superuser or the owner of cron.job can write a job of another role";
    assert_eq!(error(&client, foreign).await, refused);
    assert_eq!(error(&client, "select cron.unschedule(1)").await, "could not find valid entry for job 1");
    let elsewhere = "select cron.schedule_in_database('j', '* * * * *', 'x', current_database(), 'postgres')";
    assert!(error(&client, elsewhere).await.starts_with("permission denied"));

    // A role that bypasses row-level security.
    client
        .batch_execute("reset role; grant usage on schema cron to service_role; set role service_role")
        .await
        .unwrap();
    for write in [foreign, "update cron.job set command = 'x' where username = 'postgres'"] {
        assert_eq!(error(&client, write).await, refused, "{write}");
    }
}

#[tokio::test]
async fn queues_send_read_archive_and_delete() {
    let (_database, client) = with("pgmq").await;
    client
        .batch_execute("select pgmq.create('jobs'), pgmq.create('jobs'), pgmq.create_unlogged('fast')")
        .await
        .unwrap();
    let sent = r#"select pgmq.send('jobs', '{"a": 1}'), pgmq.send('jobs', '{"a": 2}', '{"h": 1}'::jsonb),
                    pgmq.send('jobs', '{"a": 3}', 100), pgmq.send('jobs', '{"a": 4}', now() + interval '1 hour'),
                    pgmq.send('jobs', '{"a": 5}', '{"h": 5}', 0)"#;
    assert_eq!(rows(&client, sent).await, ["1|2|3|4|5"]);
    let batch = r#"select pgmq.send_batch('jobs', array['{"b": 1}', '{"b": 2}']::jsonb[], array['{"h": 6}']::jsonb[])"#;
    assert_eq!(rows(&client, batch).await, ["6", "7"]);

    let read =
        "select msg_id, read_ct, message, headers, vt > now() from pgmq.read('jobs', 30, 2) order by 1";
    assert_eq!(rows(&client, read).await, [r#"1|1|{"a": 1}|null|t"#, r#"2|1|{"a": 2}|{"h": 1}|t"#]);
    let matching = r#"select msg_id, headers from pgmq.read('jobs', 0, 5, '{"b": 1}')"#;
    assert_eq!(rows(&client, matching).await, [r#"6|{"h": 6}"#]);
    assert_eq!(rows(&client, "select msg_id, message from pgmq.pop('jobs')").await, [r#"5|{"a": 5}"#]);
    assert_eq!(rows(&client, "select msg_id from pgmq.set_vt('jobs', 1, 0)").await, ["1"]);
    assert_eq!(rows(&client, "select msg_id from pgmq.read_with_poll('jobs', 30, 1)").await, ["1"]);
    let ended = "select pgmq.archive('jobs', 1), pgmq.archive('jobs', 1), pgmq.delete('jobs', 2), pgmq.delete('jobs', 99)";
    assert_eq!(rows(&client, ended).await, ["t|f|t|f"]);
    assert_eq!(rows(&client, "select pgmq.archive('jobs', array[3, 99])").await, ["3"]);
    assert_eq!(
        rows(&client, "select msg_id, message from pgmq.a_jobs order by 1").await,
        [r#"1|{"a": 1}"#, r#"3|{"a": 3}"#]
    );

    let metrics = "select queue_name, queue_length, total_messages, queue_visible_length from pgmq.metrics_all() order by 1";
    assert_eq!(rows(&client, metrics).await, ["fast|0|0|0", "jobs|3|7|2"]);
    let queues = "select queue_name, is_partitioned, is_unlogged from pgmq.list_queues() order by 1";
    assert_eq!(rows(&client, queues).await, ["fast|f|t", "jobs|f|f"]);
    assert_eq!(rows(&client, "select pgmq.purge_queue('jobs')").await, ["3"]);
    let dropped = "select pgmq.drop_queue('jobs'), pgmq.drop_queue('jobs'), to_regclass('pgmq.a_jobs')";
    assert_eq!(rows(&client, dropped).await, ["t|f|null"]);
    for (call, expected) in [
        ("select pgmq.create(repeat('a', 48))", "queue name is too long, maximum length is 47 characters"),
        ("select pgmq.create('a;b')", "queue name contains invalid characters: $, ;, --, or '"),
        (
            "select pgmq.create_partitioned('a')",
            "this stand-in for pgmq has no partitioned queues; use pgmq.create",
        ),
    ] {
        assert_eq!(error(&client, call).await, expected);
    }
}

#[tokio::test]
async fn a_message_is_read_by_one_reader_at_a_time() {
    let (database, client) = with("pgmq").await;
    client
        .batch_execute("select pgmq.create('q'); select pgmq.send('q', '1'), pgmq.send('q', '2')")
        .await
        .unwrap();
    let other = database.client().await;
    client.batch_execute("begin").await.unwrap();
    assert_eq!(rows(&client, "select msg_id from pgmq.read('q', 30, 1)").await, ["1"]);
    assert_eq!(rows(&other, "select msg_id from pgmq.read('q', 30, 5)").await, ["2"]);
    client.batch_execute("rollback").await.unwrap();
    assert_eq!(rows(&other, "select msg_id, read_ct from pgmq.read('q', 30, 5)").await, ["1|1"]);
}

#[tokio::test]
async fn the_api_uses_queues_with_the_rights_of_the_caller() {
    let (_database, client) = with("pgmq").await;
    client.batch_execute("select pgmq.create('open'), pgmq.create('closed')").await.unwrap();
    expose_queues(&client).await.unwrap();
    expose_queues(&client).await.unwrap();
    client
        .batch_execute("grant all on pgmq.q_open, pgmq.a_open to authenticated; set role authenticated")
        .await
        .unwrap();
    let used = r#"select pgmq_public.send('open', '{"a": 1}'), pgmq_public.send_batch('open', array['2', '3']::jsonb[], 0)"#;
    assert_eq!(rows(&client, used).await, ["1|2", "null|3"]);
    assert_eq!(rows(&client, "select message from pgmq_public.read('open', 30, 1)").await, [r#"{"a": 1}"#]);
    assert_eq!(rows(&client, "select msg_id from pgmq_public.pop('open')").await, ["2"]);
    let ended = "select pgmq_public.archive('open', 1), pgmq_public.delete('open', 3)";
    assert_eq!(rows(&client, ended).await, ["t|t"]);
    assert!(error(&client, "select pgmq_public.send('closed', '1')").await.contains("permission denied"));
    client.batch_execute("set role service_role; select pgmq_public.send('closed', '1')").await.unwrap();
}

#[tokio::test]
async fn tokens_are_signed_and_verified() {
    let (_database, client) = with("pgjwt").await;
    // The example of jwt.io.
    let signed = r#"select extensions.sign('{"sub":"1234567890","name":"John Doe","admin":true}', 'secret')"#;
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWV9.\
                 TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ";
    assert_eq!(rows(&client, signed).await, [token]);
    let valid = async |payload: &str, secret: &str| {
        let query = "select valid from extensions.verify(extensions.sign($1::text::json, 'secret', 'HS512'), $2, 'HS512')";
        client.query_one(query, &[&payload, &secret]).await.unwrap().get::<_, bool>(0)
    };
    assert!(valid("{}", "secret").await);
    assert!(!valid("{}", "other").await);
    assert!(valid(r#"{"exp": 99999999999}"#, "secret").await);
    assert!(!valid(r#"{"exp": 1}"#, "secret").await);
    let drop = STAND_INS.into_iter().find(|it| it.name == "pgjwt").unwrap().drop;
    let own = "create function extensions.verify(code text) returns text language sql as 'select code'";
    client.batch_execute(own).await.unwrap();
    client.batch_execute(drop).await.unwrap();
    let left = "select string_agg(proname, ' ') from pg_proc where pronamespace = 'extensions'::regnamespace
                  and proname in ('url_encode', 'url_decode', 'algorithm_sign', 'sign', 'try_cast_double', 'verify')";
    assert_eq!(rows(&client, left).await, ["verify"], "a function of the project");
}
