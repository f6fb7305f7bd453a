//! Jobs of `cron`.

use crate::receiver::Receiver;
use crate::{create_extension, eventually, workers};
use test_db::Database;
use tokio_postgres::Client;

const NOWHERE: &str = "http://127.0.0.1:1";

async fn with_cron() -> (Database, Client) {
    let database = Database::platform().await;
    let client = database.client().await;
    create_extension(&client, "pg_cron").await;
    (database, client)
}

/// The outcome of the first finished run of a job, as `status|message|user`.
async fn outcome(client: &Client, job: &str) -> String {
    let query = format!(
        "select concat_ws('|', status, return_message, details.username) from cron.job_run_details as details
         join cron.job using (jobid) where jobname = '{job}' and end_time is not null order by runid limit 1"
    );
    eventually(client, &query).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_runs_again_and_again_and_its_runs_are_recorded() {
    let (database, client) = with_cron().await;
    let _workers = workers(&database, NOWHERE);
    client
        .batch_execute(
            "create table public.ticks (at timestamptz default clock_timestamp(), who text default current_user);
             select cron.schedule('tick', '1 second', 'insert into ticks default values')",
        )
        .await
        .unwrap();
    let twice = "select 'twice' from public.ticks where who = 'postgres' having count(*) >= 2";
    assert_eq!(eventually(&client, twice).await, "twice");
    assert_eq!(outcome(&client, "tick").await, "succeeded|INSERT 0 1|postgres");
    let details = "select command || ' ' || (job_pid > 0) || ' ' || (database = current_database()) || ' ' || (start_time <= end_time)
                   from cron.job_run_details where end_time is not null order by runid limit 1";
    assert_eq!(eventually(&client, details).await, "insert into ticks default values true true true");

    client.batch_execute("select cron.unschedule('tick')").await.unwrap();
    // Once the worker has run a later job, it has processed the change.
    client.batch_execute("select cron.schedule('last', '1 second', 'select 1')").await.unwrap();
    assert_eq!(outcome(&client, "last").await, "succeeded|1 row|postgres");
    let running = "select coalesce((select 'running' from cron.job_run_details where command like 'insert%' and end_time is null), 'none')";
    assert_eq!(eventually(&client, running).await, "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_job_is_recorded_with_its_error() {
    let (database, client) = with_cron().await;
    let _workers = workers(&database, NOWHERE);
    client
        .batch_execute(
            "select cron.schedule('bad', '1 second', 'select 1/0');
             select cron.schedule('vacuum', '1 second', 'vacuum public.nothing_here');
             select cron.schedule('several', '1 second', 'create table if not exists public.made (); select 1 union select 2');
             select cron.schedule_in_database('elsewhere', '1 second', 'select current_database()', 'template1')",
        )
        .await
        .unwrap();
    assert_eq!(outcome(&client, "bad").await, "failed|ERROR:  division by zero|postgres");
    let vacuum = outcome(&client, "vacuum").await;
    assert_eq!(vacuum, "failed|ERROR:  relation \"public.nothing_here\" does not exist|postgres");
    assert_eq!(outcome(&client, "several").await, "succeeded|2 rows|postgres");
    assert_eq!(outcome(&client, "elsewhere").await, "succeeded|1 row|postgres");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_has_the_rights_of_its_user_and_cannot_take_others() {
    let (database, client) = with_cron().await;
    client
        .batch_execute(
            "create table public.secrets (); create table public.log (line text);
             grant insert on public.log to authenticated; grant usage on schema cron to authenticated;
             set role authenticated;
             select cron.schedule('mine', '1 second', 'insert into log values (current_user)');
             select cron.schedule('theirs', '1 second', 'select * from public.secrets');
             select cron.schedule('escape', '1 second', 'reset role; drop table public.secrets');
             select cron.schedule('escape_too', '1 second', 'do $$ begin set session authorization postgres; drop table public.secrets; end $$');
             reset role",
        )
        .await
        .unwrap();
    let _workers = workers(&database, NOWHERE);
    assert_eq!(outcome(&client, "mine").await, "succeeded|DO|authenticated");
    assert_eq!(eventually(&client, "select distinct line from public.log").await, "authenticated");
    let denied = "failed|ERROR:  permission denied for table secrets|authenticated";
    assert_eq!(outcome(&client, "theirs").await, denied);
    for escape in ["escape", "escape_too"] {
        let failed = outcome(&client, escape).await;
        assert!(failed.starts_with("failed|ERROR:  cannot set parameter"), "{failed}");
    }
    assert_eq!(eventually(&client, "select to_regclass('public.secrets')::text").await, "secrets");
}

/// Postgres runs deferred triggers and held cursors at the commit, as the role of the session.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_of_another_user_leaves_nothing_that_runs_at_the_commit() {
    let (database, client) = with_cron().await;
    client
        .batch_execute(
            "create table public.secrets (); grant usage on schema cron to authenticated;
             create schema theirs authorization authenticated;
             set role authenticated;
             create table theirs.events (); create table theirs.log ();
             create function theirs.at_commit() returns trigger language plpgsql as
               'begin drop table public.secrets; return null; end';
             create constraint trigger at_commit after insert on theirs.events deferrable initially deferred
               for each row execute function theirs.at_commit();
             create function theirs.by_cursor() returns int language plpgsql as
               'begin drop table public.secrets; return 1; end';
             select cron.schedule('deferred', '1 second', 'insert into theirs.events default values');
             select cron.schedule('held', '1 second', 'declare held cursor with hold for select theirs.by_cursor()');
             select cron.schedule('plain', '1 second', 'insert into theirs.log default values');
             reset role",
        )
        .await
        .unwrap();
    let _workers = workers(&database, NOWHERE);
    let refused = "failed|ERROR:  a job of this user cannot change tables with deferrable constraints or hold cursors|\
                   authenticated";
    for job in ["deferred", "held"] {
        assert_eq!(outcome(&client, job).await, refused, "{job}");
    }
    assert_eq!(outcome(&client, "plain").await, "succeeded|DO|authenticated");
    assert_eq!(eventually(&client, "select to_regclass('public.secrets')::text").await, "secrets");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_gateways_runs_the_jobs_and_another_takes_over() {
    let (database, client) = with_cron().await;
    client
        .batch_execute(
            "create table public.starts (id int generated always as identity);
             select cron.schedule('start', '@reboot', 'insert into starts default values');
             select cron.schedule('alive', '1 second', 'select 1')",
        )
        .await
        .unwrap();
    let first = workers(&database, NOWHERE);
    assert_eq!(outcome(&client, "start").await, "succeeded|INSERT 0 1|postgres");
    let _second = workers(&database, NOWHERE);
    let both = "select 'both' from pg_stat_activity
                where datname = current_database() and application_name = 'worker of pg_cron' having count(*) = 2";
    assert_eq!(eventually(&client, both).await, "both");
    assert_eq!(outcome(&client, "alive").await, "succeeded|1 row|postgres");
    assert_eq!(eventually(&client, "select count(*)::text from public.starts").await, "1");
    drop(first);
    let taken_over = "select 'started' from public.starts having count(*) = 2";
    assert_eq!(eventually(&client, taken_over).await, "started");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_of_a_gateway_that_has_ended_counts_as_failed() {
    let (database, client) = with_cron().await;
    client
        .batch_execute(
            "insert into cron.job_run_details (jobid, command, status) values (7, 'select 1', 'running');
             select cron.schedule('@daily', 'select 1')",
        )
        .await
        .unwrap();
    let _workers = workers(&database, NOWHERE);
    let run = "select return_message from cron.job_run_details where jobid = 7 and status = 'failed'";
    assert_eq!(eventually(&client, run).await, "server restarted");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extension_that_is_created_later_is_noticed() {
    let database = Database::platform().await;
    let client = database.client().await;
    let _workers = workers(&database, NOWHERE);
    let is_up = "select 'up' from pg_stat_activity
                 where datname = current_database() and application_name = 'worker of pg_cron' and state = 'idle'";
    assert_eq!(eventually(&client, is_up).await, "up");
    create_extension(&client, "pg_cron").await;
    client.batch_execute("select cron.schedule('job', '1 second', 'select 1')").await.unwrap();
    assert_eq!(outcome(&client, "job").await, "succeeded|1 row|postgres");
}

/// The setting of a database applies to connections that are made after it.
async fn set(database: &Database, client: &Client, setting: &str) {
    client.batch_execute(&format!("alter database {} set {setting}", database.name())).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_time_zone_stops_the_jobs_alone_until_it_is_valid() {
    let ((database, client), mut receiver) = (with_cron().await, Receiver::start().await);
    set(&database, &client, "cron.timezone = 'Corsica/Nowhere'").await;
    client.batch_execute("select cron.schedule('job', '1 second', 'select 1')").await.unwrap();
    let _workers = workers(&database, NOWHERE);
    // The worker has connected again after an error.
    let failed =
        "select 'failed' from pg_stat_database where datname = current_database() and xact_rollback > 2";
    assert_eq!(eventually(&client, failed).await, "failed");
    client.batch_execute(&format!("select net.http_get('{}/sent')", receiver.url)).await.unwrap();
    assert_eq!(receiver.next().await.path, "/sent");
    let runs = "select count(*)::text from cron.job_run_details";
    assert_eq!(eventually(&client, runs).await, "0");
    set(&database, &client, "cron.timezone = 'Europe/Paris'").await;
    assert_eq!(outcome(&client, "job").await, "succeeded|1 row|postgres");
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_of_a_schema_that_another_role_owns_do_not_run() {
    for owned in ["schema cron", "table cron.job"] {
        let (database, client) = with_cron().await;
        let job = format!(
            "create table public.runs (owner text);
             alter {owned} owner to authenticated;
             select cron.schedule('job', '@reboot', 'insert into public.runs select concat(nspowner::regrole, relowner::regrole)
               from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relname = ''job''')"
        );
        client.batch_execute(&job).await.unwrap();
        let _workers = workers(&database, NOWHERE);
        // The worker has looked at the owners, and waits for the next change.
        let waits = "select 'waits' from pg_stat_activity where datname = current_database()
                     and application_name = 'worker of pg_cron' and state = 'idle' and query not like 'listen%'";
        assert_eq!(eventually(&client, waits).await, "waits", "{owned}");
        let returned = format!("alter {owned} owner to postgres; notify extension_workers, 'cron'");
        client.batch_execute(&returned).await.unwrap();
        let owners = "select string_agg(owner, ',') from public.runs";
        assert_eq!(eventually(&client, owners).await, "postgrespostgres", "{owned}");
    }
}
