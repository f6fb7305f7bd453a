//! Writes the queues of `pgmq` as a file of an export. Their tables belong to the extension, so that `pg_dump` leaves their
//! rows out.

use super::error::ExportError;
use futures_util::TryStreamExt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::pin::pin;
use tokio_postgres::Client;

const HAS_QUEUES: &str = "select to_regclass('pgmq.meta') is not null";
/// The call that creates each queue, and its two tables.
const QUEUES: &str = "
    select
      format('SELECT pgmq.%s(%L)', case when is_unlogged then 'create_unlogged' else 'create' end, queue_name),
      format('pgmq.%I', pgmq.format_table_name(queue_name, 'q')),
      format('pgmq.%I', pgmq.format_table_name(queue_name, 'a'))
    from pgmq.meta order by queue_name collate \"C\"";
const COLUMNS: &str = "
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = $1::text::regclass and attnum > 0 and not attisdropped";
/// The position of the messages' sequence, unless no message was ever sent.
const POSITION: &str = "
    select format('SELECT pg_catalog.setval(%L, %s, true)', sequence, pg_sequence_last_value(sequence::regclass))
    from pg_get_serial_sequence($1, 'msg_id') as sequence
    where pg_sequence_last_value(sequence::regclass) is not null";

/// Whether the database has `pgmq`.
///
/// # Errors
/// When the query fails.
pub async fn has_queues(client: &Client) -> Result<bool, ExportError> {
    Ok(client.query_one(HAS_QUEUES, &[]).await?.get(0))
}

/// Writes the queues that the transaction of `client` sees.
///
/// # Errors
/// When a query fails, or the file cannot be written.
pub async fn write_queues(client: &Client, path: &Path) -> Result<(), ExportError> {
    let failed = |cause| ExportError::Write { path: path.to_owned(), cause };
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    for queue in client.query(QUEUES, &[]).await? {
        let (create, messages, archive): (&str, &str, &str) = (queue.get(0), queue.get(1), queue.get(2));
        writeln!(file, "{create};").map_err(failed)?;
        for table in [messages, archive] {
            write_rows(client, table, path, &mut file).await?;
        }
        if let Some(position) = client.query_opt(POSITION, &[&messages]).await? {
            writeln!(file, "{};\n", position.get::<_, &str>(0)).map_err(failed)?;
        }
    }
    let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.sync_all().map_err(failed)
}

/// Writes the rows of a table as a `COPY` statement.
async fn write_rows(
    client: &Client,
    table: &str,
    path: &Path,
    file: &mut impl Write,
) -> Result<(), ExportError> {
    let failed = |cause| ExportError::Write { path: path.to_owned(), cause };
    let columns: String = client.query_one(COLUMNS, &[&table]).await?.get(0);
    let copy = format!("COPY (select {columns} from {table} order by msg_id) TO stdout");
    let mut rows = pin!(client.copy_out(&copy).await?);
    writeln!(file, "COPY {table} ({columns}) FROM stdin;").map_err(failed)?;
    while let Some(row) = rows.try_next().await? {
        file.write_all(&row).map_err(failed)?;
    }
    writeln!(file, "\\.\n").map_err(failed)
}
