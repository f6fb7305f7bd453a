//! `pg_cron`: schedules and jobs.

use crate::{error, rows, with};

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
