//! Object listings of the S3 protocol: by name in byte order, with any delimiter. They run as the
//! caller.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::Connection;
use super::batch::Query;
use super::bucket_read::BucketRead;
use super::objects::Metadata;
use crate::error::Result;

/// Sorts after every name that begins with the text before it: no name has this character, the last of Unicode.
pub const LAST: char = '\u{10FFFF}';

/// The parameters of [`list`].
pub struct NameQuery<'a> {
    pub prefix: &'a str,
    /// Names that contain it after the prefix are collapsed into one entry up to and including it.
    pub delimiter: Option<&'a str>,
    /// The keyset cursor: only names after this text are listed.
    pub after: &'a str,
    pub limit: i64,
}

/// An object, or the common prefix of several.
pub struct ListedName {
    /// An object's name, or a common prefix.
    pub name: String,
    /// None for a common prefix.
    pub object: Option<ListedObject>,
}

/// The metadata of a listed object.
pub struct ListedObject {
    pub e_tag: String,
    /// In bytes.
    pub size: u64,
    pub last_modified: DateTime<Utc>,
}

impl ListedName {
    /// The cursor behind this entry.
    pub fn cursor(&self) -> String {
        match self.object {
            Some(_) => self.name.clone(),
            None => format!("{}{LAST}", self.name),
        }
    }
}

impl From<&Row> for ListedName {
    fn from(row: &Row) -> Self {
        let object = || {
            let metadata: Option<serde_json::Value> = row.get("metadata");
            let metadata = metadata.and_then(|metadata| Metadata::deserialize(metadata).ok());
            let updated_at: DateTime<Utc> = row.get("updated_at");
            match metadata {
                Some(metadata) => ListedObject {
                    e_tag: metadata.e_tag,
                    size: metadata.size,
                    last_modified: Some(metadata.last_modified)
                        .filter(|time| *time != DateTime::UNIX_EPOCH)
                        .unwrap_or(updated_at),
                },
                None => ListedObject { e_tag: String::new(), size: 0, last_modified: updated_at },
            }
        };
        let is_prefix: bool = row.get("is_prefix");
        Self { name: row.get("name"), object: (!is_prefix).then(object) }
    }
}

/// Lists names. With a delimiter, each entry is one step in the index, so that the size of what is collapsed does not
/// matter.
pub async fn list(
    connection: &Connection,
    read: &BucketRead<'_>,
    query: &NameQuery<'_>,
) -> Result<Vec<ListedName>> {
    let end = format!("{}{LAST}", query.prefix);
    let (bucket, prefix, after, limit) = (read.bucket.as_str(), query.prefix, query.after, query.limit);
    let rows = match query.delimiter.filter(|delimiter| !delimiter.is_empty()) {
        None => {
            let query = Query { sql: NAMES, binds: &[&bucket, &prefix, &end, &after, &limit] };
            read.run(connection, query).await?
        }
        Some(delimiter) => {
            let last = LAST.to_string();
            let binds: [&(dyn ToSql + Sync); 7] = [&bucket, &prefix, &end, &after, &limit, &delimiter, &last];
            read.run(connection, Query { sql: COLLAPSED, binds: &binds }).await?
        }
    };
    Ok(rows.iter().map(ListedName::from).collect())
}

const NAMES: &str = "
    select name, false as is_prefix, metadata, coalesce(updated_at, created_at, 'epoch') as updated_at
    from storage.objects
    where bucket_id = $1 and name collate \"C\" >= $2 and name collate \"C\" < $3 and name collate \"C\" > $4
    order by name collate \"C\" limit $5";

/// A skip scan: each step finds the first name after the previous entry, or after all names with its prefix.
const COLLAPSED: &str = "
    with recursive entry as (
      select 0::bigint as number, ''::text as name, false as is_prefix, null::jsonb as metadata,
             null::timestamptz as updated_at, $4::text as after
      union all
      select entry.number + 1, found.name, found.cut > 0, found.metadata, found.updated_at,
             case when found.cut > 0 then found.name || $7::text else found.name end
      from entry cross join lateral (
        select case when cut > 0 then left(object.name, cut) else object.name end as name,
               object.cut, object.metadata, object.updated_at
        from (
          select name, metadata, coalesce(updated_at, created_at, 'epoch') as updated_at,
                 case strpos(substr(name, length($2::text) + 1), $6::text)
                   when 0 then 0
                   else length($2::text) + strpos(substr(name, length($2::text) + 1), $6::text) - 1 + length($6::text)
                 end as cut
          from storage.objects
          where bucket_id = $1 and name collate \"C\" >= $2 and name collate \"C\" < $3
            and name collate \"C\" > entry.after
          order by name collate \"C\" limit 1
        ) as object
      ) as found
      where entry.number < $5
    )
    select name, is_prefix, metadata, updated_at from entry where number > 0 order by number";

#[cfg(test)]
mod tests {
    use super::*;
    use test_db::Database;

    #[tokio::test]
    async fn a_page_of_many_objects_scans_no_table() {
        let database = Database::platform().await;
        let client = database.client().await;
        let fill = "insert into storage.buckets (id, name) values ('files', 'files');
             insert into storage.objects (bucket_id, name)
             select 'files', 'folder' || (n % 100) || '/' || n from generate_series(1, 20000) as n;
             analyze storage.objects";
        client.batch_execute(fill).await.unwrap();
        let (end, last) = (LAST.to_string(), LAST.to_string());
        let names: [&(dyn ToSql + Sync); 5] = [&"files", &"", &end, &"folder2/1", &1001_i64];
        let collapsed: [&(dyn ToSql + Sync); 7] = [&"files", &"", &end, &"folder2/1", &1001_i64, &"/", &last];
        for (sql, parameters) in [(NAMES, &names[..]), (COLLAPSED, &collapsed[..])] {
            let plan = client.query(&format!("explain {sql}"), parameters).await.unwrap();
            let plan: Vec<String> = plan.iter().map(|row| row.get(0)).collect();
            let plan = plan.join("\n");
            assert!(plan.contains("idx_objects_bucket_id_name"), "{plan}");
            assert!(!plan.contains("Seq Scan"), "{plan}");
        }
    }
}
