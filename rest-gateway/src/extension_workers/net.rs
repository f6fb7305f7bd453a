//! The worker of `net`: sends the requests of the queue and stores the responses.
//!
//! A row stays in the queue until its response is stored, so a request that a crash interrupts is sent again: at least
//! once. An advisory lock on its id is the lease that keeps other gateways from sending it at the same time.

use super::http_sender::{HttpRequest, HttpSender, Outcome};
use super::stand_in::is_stand_in;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tokio_postgres::{Client, Error};

/// The maximum of requests in flight, whatever `pg_net.batch_size` allows.
const MAX_IN_FLIGHT: usize = 64;
/// If another gateway holds requests, the queue is read again after this time, because that gateway may have ended.
const RECHECK: Duration = Duration::from_secs(5);
/// How often responses are removed that are older than `pg_net.ttl`.
const CLEAN_INTERVAL: Duration = Duration::from_secs(600);
/// The maximum of responses that one statement removes.
const CLEAN_BATCH: i64 = 10_000;

/// The first key of the leases.
const LEASE: &str = "hashtext('net.http_request_queue')";

/// A row of the queue.
struct QueuedRequest {
    id: i64,
    request: HttpRequest,
}

/// The requests that were taken from the queue.
struct Batch {
    requests: Vec<QueuedRequest>,
    /// Whether other gateways hold some.
    has_foreign: bool,
    /// Whether there may be more.
    is_full: bool,
}

/// Runs until the connection is lost.
///
/// # Errors
/// When a query fails.
pub async fn run(client: &Client, wake: &Notify, sender: &HttpSender) -> Result<Infallible, Error> {
    while !is_stand_in(client, "net", "http_request_queue").await? {
        wake.notified().await;
    }
    let mut ids = HashSet::new();
    let mut in_flight = FuturesUnordered::new();
    let (mut may_have_more, mut recheck_at, mut clean_at) = (true, None, Some(Instant::now()));
    loop {
        if may_have_more && ids.len() < MAX_IN_FLIGHT {
            let batch = take(client, &ids, MAX_IN_FLIGHT - ids.len()).await?;
            may_have_more = batch.is_full;
            recheck_at = batch.has_foreign.then(|| Instant::now() + RECHECK);
            for QueuedRequest { id, request } in batch.requests {
                ids.insert(id);
                in_flight.push(async move { (id, sender.send(&request).await) });
            }
        }
        tokio::select! {
            () = wake.notified() => may_have_more = true,
            () = reached(recheck_at) => may_have_more = true,
            () = reached(clean_at) => {
                let left = clean(client).await.or_else(|error| match error.as_db_error() {
                    // Requests are sent, also if `pg_net.ttl` is not valid.
                    Some(cause) => {
                        tracing::warn!("expired responses of pg_net cannot be removed: {cause}");
                        Ok(true)
                    }
                    None => Err(error),
                })?;
                clean_at = left.then(|| Instant::now() + CLEAN_INTERVAL);
            }
            Some((id, outcome)) = in_flight.next(), if !in_flight.is_empty() => {
                store(client, id, &outcome).await?;
                ids.remove(&id);
                clean_at.get_or_insert_with(|| Instant::now() + CLEAN_INTERVAL);
            }
        }
    }
}

/// Waits until this moment, or for ever.
async fn reached(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Takes leases on the oldest requests that are not in flight.
async fn take(client: &Client, in_flight: &HashSet<i64>, free: usize) -> Result<Batch, Error> {
    let mut known: Vec<i64> = in_flight.iter().copied().collect();
    let lock = format!(
        "with candidates as materialized (
           select id from net.http_request_queue where id <> all ($1) order by id
           limit least($2, coalesce(nullif(current_setting('pg_net.batch_size', true), '')::bigint, $2))
         )
         select id, pg_try_advisory_lock({LEASE}, (id % 2147483648)::int) from candidates"
    );
    let (mut taken, mut has_foreign) = (Vec::new(), false);
    let limit = i64::try_from(free).unwrap_or(i64::MAX);
    let is_full = loop {
        let rows = client.query(&lock, &[&known, &limit]).await?;
        for row in &rows {
            let (id, is_ours) = (row.try_get::<_, i64>(0)?, row.try_get::<_, bool>(1)?);
            known.push(id);
            if is_ours { taken.push(id) } else { has_foreign = true }
        }
        // Those of other gateways may come first.
        if rows.is_empty() || !taken.is_empty() {
            break !rows.is_empty();
        }
    };
    let requests = read(client, &taken).await?;
    // Another gateway has finished them between the two statements.
    let found: HashSet<i64> = requests.iter().map(|request| request.id).collect();
    for id in taken.iter().filter(|id| !found.contains(id)) {
        release(client, *id).await?;
    }
    Ok(Batch { requests, has_foreign, is_full })
}

async fn read(client: &Client, ids: &[i64]) -> Result<Vec<QueuedRequest>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    // `jsonb_each_text` fails for anything but an object, and one such row would stop the queue.
    let query = "select id, method::text, url, timeout_milliseconds, body,
                   array(select key from jsonb_each_text(sent) order by key),
                   array(select coalesce(value, '') from jsonb_each_text(sent) order by key)
                 from net.http_request_queue,
                   lateral (select case jsonb_typeof(headers) when 'object' then headers end) as valid (sent)
                 where id = any ($1) order by id";
    let rows = client.query(query, &[&ids]).await?;
    let request = |row: &tokio_postgres::Row| {
        let (names, values): (Vec<String>, Vec<String>) = (row.try_get(5)?, row.try_get(6)?);
        let request = HttpRequest {
            method: row.try_get(1)?,
            url: row.try_get(2)?,
            timeout: Duration::from_millis(u64::try_from(row.try_get::<_, i32>(3)?).unwrap_or(0)),
            body: row.try_get(4)?,
            headers: names.into_iter().zip(values).collect(),
        };
        Ok(QueuedRequest { id: row.try_get(0)?, request })
    };
    rows.iter().map(request).collect()
}

/// Replaces a request by its response, and then ends the lease, so that no gateway takes the row before it is deleted.
async fn store(client: &Client, id: i64, outcome: &Outcome) -> Result<(), Error> {
    let replace = "with sent as (delete from net.http_request_queue where id = $1)
                   insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
                   values ($1, $2, $3, $4, $5, $6, $7)";
    let Outcome { status, content_type, headers, content, timed_out, error } = outcome;
    let headers = headers.as_ref().map(|headers| {
        let headers = headers.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
        Value::Object(headers.collect::<Map<String, Value>>())
    });
    client.execute(replace, &[&id, status, content_type, &headers, content, timed_out, error]).await?;
    release(client, id).await
}

async fn release(client: &Client, id: i64) -> Result<(), Error> {
    let unlock = format!("select pg_advisory_unlock({LEASE}, ($1::bigint % 2147483648)::int)");
    client.execute(&unlock, &[&id]).await.map(drop)
}

/// Removes expired responses. Returns whether there are others.
async fn clean(client: &Client) -> Result<bool, Error> {
    let expired = "delete from net._http_response where ctid = any (array(
                     select ctid from net._http_response
                     where created < now() - coalesce(nullif(current_setting('pg_net.ttl', true), ''), '6 hours')::interval
                     order by created limit $1
                   ))";
    while client.execute(expired, &[&CLEAN_BATCH]).await? >= CLEAN_BATCH.unsigned_abs() {}
    client.query_one("select exists (select from net._http_response)", &[]).await?.try_get(0)
}
