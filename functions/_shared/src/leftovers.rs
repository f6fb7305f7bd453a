//! Files that nothing in the database names, which a crash between storing a file and noting it leaves behind. They are
//! looked for at the start of a process and then every hour.

use crate::database::{Database, Role};
use crate::error::Error;
use crate::storage::Storage;
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(60 * 60);
/// When a look has failed.
const SOON: Duration = Duration::from_secs(60);

/// Which files of a bucket are left over.
#[derive(Clone, Copy)]
pub struct Leftovers {
    /// The bucket.
    pub bucket: &'static str,
    /// A condition in SQL on a row of `storage.objects`.
    pub condition: &'static str,
}

#[derive(QueryableByName)]
struct File {
    #[diesel(sql_type = Text)]
    name: String,
}

impl Leftovers {
    /// Removes them now and later, for as long as the process runs.
    pub async fn remove_forever(self, database: Database, storage: Storage) {
        loop {
            let pause = match self.remove(&database, &storage).await {
                Ok(removed) => {
                    tracing::info!(bucket = self.bucket, removed, "looked for files that nothing names");
                    EVERY
                }
                Err(error) => {
                    error.log();
                    SOON
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    async fn remove(self, database: &Database, storage: &Storage) -> Result<usize, Error> {
        // A younger file may be about to be noted.
        let old = diesel::sql_query(format!(
            "select name from storage.objects
             where bucket_id = $1 and created_at < now() - interval '1 hour' and ({})
             limit 1000",
            self.condition
        ));
        let old = old.bind::<Text, _>(self.bucket);
        // service_role, because nobody calls: the process looks by itself.
        let files: Vec<File> =
            database.as_role(Role::ServiceRole, async |connection| Ok(old.load(connection).await?)).await?;
        let names: Vec<String> = files.into_iter().map(|file| file.name).collect();
        storage.remove(self.bucket, &names).await?;
        Ok(names.len())
    }
}
