//! One run of a job: its own connection to the job's database, as the job's user, with its outcome in
//! `cron.job_run_details`.
//!
//! A job of the worker's own login has a session like any other. A job of another user runs inside of a function of that
//! user with `security definer`, in which Postgres lets no statement change the role. Such a job cannot begin or end
//! transactions or run `VACUUM`, and it fails if it leaves anything that Postgres would run at the commit, outside of the
//! function.

use futures_util::{StreamExt, pin_mut};
use postgres_connect::{CancelOnDrop, Connector};
use sql_migrations::{first_words, split};
use std::sync::Arc;
use tokio_postgres::{Client, Error, SimpleQueryMessage};

/// The body of the function of a job of another user. Deferred triggers and held cursors run at the commit, with the
/// rights of the login. A table with a deferrable trigger stays locked once the job has changed it, and the trigger cannot
/// be dropped before the commit, so the locks show whether there can be deferred triggers.
const CONFINED_BODY: &str = "
    begin
      execute command;
      set local search_path = '';
      if exists (select from pg_catalog.pg_cursors where is_holdable) or exists (
        select from pg_catalog.pg_trigger join pg_catalog.pg_locks on relation = tgrelid
        where tgdeferrable and pid = pg_catalog.pg_backend_pid()
          and mode not in ('AccessShareLock', 'RowShareLock')
      ) then
        raise exception 'a job of this user cannot change tables with deferrable constraints or hold cursors';
      end if;
    end";

/// A run of a job.
pub struct JobRun<'a> {
    /// A connection to the database with the table of jobs.
    pub client: &'a Client,
    pub connector: &'a Arc<Connector>,
    pub job: i64,
}

/// The columns of a job that a run needs, and the run's id.
struct Command {
    run_id: i64,
    command: String,
    database: String,
    username: String,
}

/// Why a run failed, for `return_message`.
struct Failure(String);

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure(match error.as_db_error() {
            Some(error) => format!("{}:  {}", error.severity(), error.message()),
            None => error.to_string(),
        })
    }
}

/// Marks the runs that an earlier gateway left unfinished as failed.
///
/// # Errors
/// When the query fails.
pub async fn abandon_runs(client: &Client) -> Result<(), Error> {
    let query = "update cron.job_run_details set status = 'failed', return_message = 'server restarted'
                 where status in ('starting', 'connecting', 'sending', 'running')";
    client.execute(query, &[]).await.map(drop)
}

impl JobRun<'_> {
    /// Runs the job and records the outcome. A job that was removed after it became due does not run.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub async fn run(&self) -> Result<(), Error> {
        let Some(command) = self.begin().await? else { return Ok(()) };
        let (status, message) = match self.execute(&command).await {
            Ok(message) => ("succeeded", message),
            Err(Failure(message)) => ("failed", message),
        };
        let end =
            "update cron.job_run_details set status = $2, return_message = $3, end_time = clock_timestamp()
                   where runid = $1";
        self.client.execute(end, &[&command.run_id, &status, &message]).await.map(drop)
    }

    async fn begin(&self) -> Result<Option<Command>, Error> {
        let begin = "insert into cron.job_run_details (jobid, database, username, command, status)
                     select jobid, database, username, command, 'starting' from cron.job where jobid = $1
                     returning runid, command, database, username";
        let row = self.client.query_opt(begin, &[&self.job]).await?;
        let command = |row: tokio_postgres::Row| {
            Ok(Command {
                run_id: row.try_get(0)?,
                command: row.try_get(1)?,
                database: row.try_get(2)?,
                username: row.try_get(3)?,
            })
        };
        row.map(command).transpose()
    }

    async fn execute(&self, command: &Command) -> Result<String, Failure> {
        let mut connector = Connector::clone(self.connector);
        connector.config_mut().dbname(&command.database).application_name("pg_cron");
        let connector = Arc::new(connector);
        let (client, connection) = connector.connect().await.map_err(|error| {
            tracing::debug!(%error, job = self.job, "a job cannot connect");
            Failure("connection failed".to_owned())
        })?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "the connection of a job was lost");
            }
        });
        let cancel = CancelOnDrop::new(client.cancel_token(), connector);
        let outcome = self.execute_on(&client, command).await;
        cancel.disarm();
        outcome
    }

    async fn execute_on(&self, client: &Client, command: &Command) -> Result<String, Failure> {
        // Every name is qualified, because the owner of the job's database chooses its search path.
        let session = "select pg_catalog.pg_backend_pid(), session_user::pg_catalog.text";
        let session = client.query_one(session, &[]).await?;
        let (pid, login): (i32, String) = (session.try_get(0)?, session.try_get(1)?);
        let running =
            "update cron.job_run_details set status = 'running', job_pid = $2, start_time = clock_timestamp()
                       where runid = $1";
        self.client.execute(running, &[&command.run_id, &pid]).await?;
        if login != command.username {
            return confined(client, command).await;
        }
        let messages = client.simple_query_raw(&command.command).await?;
        pin_mut!(messages);
        let mut statements = split(&command.command).into_iter();
        let (mut rows, mut message) = (None, String::new());
        while let Some(part) = messages.next().await {
            match part? {
                SimpleQueryMessage::RowDescription(_) => rows = Some(0_u64),
                SimpleQueryMessage::Row(_) => rows = rows.map(|count| count + 1),
                SimpleQueryMessage::CommandComplete(count) => {
                    let statement = statements.next().map(|statement| statement.text);
                    message = summary(statement.unwrap_or_default(), rows.take(), count);
                }
                _ => {}
            }
        }
        Ok(message)
    }
}

/// Runs the command with only the rights of its user.
async fn confined(client: &Client, command: &Command) -> Result<String, Failure> {
    let prepare = "select pg_catalog.format(
        'create function pg_temp.job(command pg_catalog.text) returns pg_catalog.void
           language plpgsql security definer set search_path = \"$user\", public, extensions as %L;
         alter function pg_temp.job owner to %I',
        $1::pg_catalog.text, $2::pg_catalog.text)";
    let prepare: String =
        client.query_one(prepare, &[&CONFINED_BODY, &command.username]).await?.try_get(0)?;
    client.batch_execute(&prepare).await?;
    client.execute("select pg_temp.job($1)", &[&command.command]).await?;
    Ok("DO".to_owned())
}

/// The message of pg_cron for a statement: the number of rows that it returned, or its command tag.
fn summary(statement: &str, rows: Option<u64>, affected: u64) -> String {
    match rows {
        Some(1) => return "1 row".to_owned(),
        Some(count) => return format!("{count} rows"),
        None => {}
    }
    let word = first_words(statement, 1).concat().to_ascii_uppercase();
    match word.as_str() {
        "INSERT" => format!("INSERT 0 {affected}"),
        "UPDATE" | "DELETE" | "MERGE" => format!("{word} {affected}"),
        _ => word,
    }
}
