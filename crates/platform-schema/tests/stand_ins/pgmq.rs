//! `pgmq`: queues, and their functions for the API.

use crate::{error, rows, with};
use platform_schema::stand_ins::expose_queues;

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
