//! The worker of `cron`: starts jobs at their times. One gateway per database does so: the one that holds the advisory
//! lock. Runs that are due while no gateway holds it are skipped, as with pg_cron.

use super::cron_clock::{CronClock, DueMinute};
use super::cron_run::{JobRun, abandon_runs};
use super::stand_in::is_stand_in;
use chrono::Utc;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use postgres_connect::Connector;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_postgres::{Client, Error};

/// Each run has a connection of its own.
const MAX_RUNNING: usize = 8;
/// The maximum of pending runs of a job whose runs take longer than the time between them.
const MAX_PENDING: usize = 60;
/// How often a gateway tries to take the lease while another one holds it.
const LEASE_INTERVAL: Duration = Duration::from_secs(5);

const LEASE: &str = "hashtext('cron.job'), 0";

/// A row of `cron.job`.
struct Job {
    id: i64,
    /// Between two runs; `None` if the clock decides.
    interval: Option<Duration>,
    starts_with_worker: bool,
}

/// The state of an active job.
struct Task {
    interval: Option<Duration>,
    pending: usize,
    is_running: bool,
    last_start: Instant,
}

/// Runs until the connection is lost.
///
/// # Errors
/// When a query fails.
pub async fn run(client: &Client, wake: &Notify, connector: &Arc<Connector>) -> Result<Infallible, Error> {
    loop {
        if jobs(client).await?.is_empty() {
            wake.notified().await;
        } else if take_lease(client).await? {
            lead(client, wake, connector).await?;
            client.query(&format!("select pg_advisory_unlock({LEASE})"), &[]).await?;
        } else {
            tokio::select! {
                () = wake.notified() => {}
                () = sleep(LEASE_INTERVAL) => {}
            }
        }
    }
}

async fn take_lease(client: &Client) -> Result<bool, Error> {
    client.query_one(&format!("select pg_try_advisory_lock({LEASE})"), &[]).await?.try_get(0)
}

/// The active jobs; none without the stand-in.
async fn jobs(client: &Client) -> Result<Vec<Job>, Error> {
    if !is_stand_in(client, "cron", "job").await? {
        return Ok(Vec::new());
    }
    let query = "select jobid, cron._interval(schedule), schedule ~ '^\\s*@re(boot|start)\\s*$'
                 from cron.job where active";
    let rows = client.query(query, &[]).await?;
    let job = |row: &tokio_postgres::Row| {
        let seconds: Option<i32> = row.try_get(1)?;
        let interval = seconds.and_then(|it| u64::try_from(it).ok()).map(Duration::from_secs);
        Ok(Job { id: row.try_get(0)?, interval, starts_with_worker: row.try_get(2)? })
    };
    rows.iter().map(job).collect()
}

/// Runs the jobs while there are any.
async fn lead(client: &Client, wake: &Notify, connector: &Arc<Connector>) -> Result<(), Error> {
    // Fails before the first run if `cron.timezone` is not valid, and not each minute in the middle of runs.
    client.execute("select cron._is_due('* * * * *', now())", &[]).await?;
    abandon_runs(client).await?;
    let mut clock = CronClock::new(Utc::now());
    let mut tasks = HashMap::new();
    let mut running = FuturesUnordered::new();
    let initial = jobs(client).await?;
    let at_start: Vec<i64> = initial.iter().filter(|job| job.starts_with_worker).map(|job| job.id).collect();
    update(&mut tasks, initial);
    add_runs(&mut tasks, at_start.into_iter().map(|id| (id, 1)));
    loop {
        let free = MAX_RUNNING - running.len();
        let waiting = tasks.iter_mut().filter(|(_, task)| task.pending > 0 && !task.is_running);
        let mut waiting: Vec<_> = waiting.collect();
        // Frequent jobs must not keep all connections from the others.
        waiting.sort_by_key(|(_, task)| task.last_start);
        for (id, task) in waiting.into_iter().take(free) {
            (task.pending, task.is_running, task.last_start) = (task.pending - 1, true, Instant::now());
            let run = JobRun { client, connector, job: *id };
            running.push(async move { (run.job, run.run().await) });
        }
        if tasks.is_empty() && running.is_empty() {
            return Ok(());
        }
        tokio::select! {
            () = wake.notified() => update(&mut tasks, jobs(client).await?),
            () = sleep_until(next_start(&tasks)) => {
                let due = due_by_clock(client, &clock.advance(Utc::now())).await?;
                add_runs(&mut tasks, due.into_iter());
                add_intervals(&mut tasks);
            }
            Some((id, outcome)) = running.next(), if !running.is_empty() => {
                outcome?;
                if let Some(task) = tasks.get_mut(&id) {
                    task.is_running = false;
                }
            }
        }
    }
}

/// Applies changes of the table. A job that was removed finishes its run.
fn update(tasks: &mut HashMap<i64, Task>, jobs: Vec<Job>) {
    tasks.retain(|id, _| jobs.iter().any(|job| job.id == *id));
    for job in jobs {
        let new = Task { interval: None, pending: 0, is_running: false, last_start: Instant::now() };
        tasks.entry(job.id).or_insert(new).interval = job.interval;
    }
}

fn add_runs(tasks: &mut HashMap<i64, Task>, runs: impl Iterator<Item = (i64, usize)>) {
    for (id, count) in runs {
        if let Some(task) = tasks.get_mut(&id) {
            task.pending = (task.pending + count).min(MAX_PENDING);
        }
    }
}

/// A late run starts once, however many intervals have passed.
fn add_intervals(tasks: &mut HashMap<i64, Task>) {
    for task in tasks.values_mut().filter(|task| task.pending == 0) {
        if task.interval.is_some_and(|interval| task.last_start.elapsed() >= interval) {
            task.pending = 1;
        }
    }
}

/// The start of the next minute, or of the next run by an interval if that is earlier.
fn next_start(tasks: &HashMap<i64, Task>) -> Instant {
    let minute = CronClock::until_next_minute(SystemTime::now().into()).to_std().unwrap_or_default();
    let intervals = tasks.values().filter(|task| !task.is_running && task.pending == 0);
    let intervals = intervals.filter_map(|task| Some(task.last_start + task.interval?));
    intervals.fold(Instant::now() + minute, Instant::min)
}

/// The number of runs that each job starts in these minutes.
async fn due_by_clock(client: &Client, minutes: &[DueMinute]) -> Result<Vec<(i64, usize)>, Error> {
    if minutes.is_empty() {
        return Ok(Vec::new());
    }
    let at: Vec<f64> = minutes.iter().map(|minute| minute.at.timestamp() as f64).collect();
    let wildcard: Vec<bool> = minutes.iter().map(|minute| minute.wildcard).collect();
    let fixed: Vec<bool> = minutes.iter().map(|minute| minute.fixed).collect();
    let query = "select jobid, count(*) from cron.job,
                   unnest($1::float8[], $2::bool[], $3::bool[]) as minutes (at, wildcard, fixed)
                 where active and cron._is_due(schedule, to_timestamp(at), wildcard, fixed) group by jobid";
    let rows = client.query(query, &[&at, &wildcard, &fixed]).await?;
    let run = |row: &tokio_postgres::Row| {
        Ok((row.try_get(0)?, usize::try_from(row.try_get::<_, i64>(1)?).unwrap_or(MAX_PENDING)))
    };
    rows.iter().map(run).collect()
}
