//! The partitions of `realtime.messages`, one for each day of UTC: from yesterday to three days ahead. Those of more than
//! three days ago are dropped.

use std::time::Duration;

use chrono::{Days, NaiveDate, Utc};

use super::{Database, DatabaseError};

/// Partitions exist this many days ahead, and as many days back.
const DAYS: u64 = 3;
const INTERVAL: Duration = Duration::from_secs(4 * 60 * 60);
const RETRY_AFTER: Duration = Duration::from_secs(10);
const PREFIX: &str = "messages_";
const DATE: &str = "%Y_%m_%d";

/// Creates and drops partitions for as long as the process runs.
pub(crate) async fn maintain_partitions(database: Database) {
    loop {
        let pause = match database.renew_partitions().await {
            Ok(()) => INTERVAL,
            Err(error) => {
                tracing::warn!("the partitions of realtime.messages cannot be renewed: {error}");
                RETRY_AFTER
            }
        };
        tokio::time::sleep(pause).await;
    }
}

impl Database {
    async fn renew_partitions(&self) -> Result<(), DatabaseError> {
        self.create_partitions().await?;
        self.drop_partitions(Utc::now().date_naive() - Days::new(DAYS)).await
    }

    /// Creates the partitions that are missing.
    pub(super) async fn create_partitions(&self) -> Result<(), DatabaseError> {
        let today = Utc::now().date_naive();
        let mut statements = String::from(LOCK);
        for day in (today - Days::new(1)).iter_days().take(2 + DAYS as usize) {
            let next = day + Days::new(1);
            // Only dates, which need no quoting.
            statements += &format!(
                "create table if not exists realtime.{PREFIX}{} partition of realtime.messages
                 for values from ('{day}') to ('{next}');\n",
                day.format(DATE)
            );
        }
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await?;
        transaction.batch_execute(&statements).await?;
        Ok(transaction.commit().await?)
    }

    /// Drops the partitions of days before `first`.
    async fn drop_partitions(&self, first: NaiveDate) -> Result<(), DatabaseError> {
        let query = "select relname::text from pg_class
             where relnamespace = 'realtime'::regnamespace and relkind = 'r' and relispartition";
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await?;
        transaction.batch_execute(LOCK).await?;
        for row in transaction.query(query, &[]).await? {
            let name: String = row.get(0);
            let day = name.strip_prefix(PREFIX).and_then(|day| NaiveDate::parse_from_str(day, DATE).ok());
            if let Some(day) = day.filter(|day| *day < first) {
                let statement = format!("drop table realtime.{PREFIX}{}", day.format(DATE));
                transaction.batch_execute(&statement).await?;
            }
        }
        Ok(transaction.commit().await?)
    }
}

/// Several nodes may do the same at once.
const LOCK: &str = "select pg_advisory_xact_lock(hashtext('realtime_partitions'));\n";
