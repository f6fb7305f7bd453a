//! A change in the form of wal2json, which the function `realtime.apply_rls` reads.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::DateTime;
use serde_json::{Value as Json, json};

use crate::replication::{Action, Change, Relation, Row, Value};

/// 2000-01-01, from which the log counts, in microseconds of Unix time.
const EPOCH: i64 = 946_684_800_000_000;
/// The type of bytes, whose text begins with `\x` here and does not in payloads.
const BYTEA: u32 = 17;

/// The columns of primary keys, as long as the definition of their table holds.
#[derive(Default)]
pub(crate) struct PrimaryKeys(HashMap<u32, (Arc<Relation>, Arc<[String]>)>);

impl PrimaryKeys {
    pub(crate) fn get(&self, relation: &Arc<Relation>) -> Option<Arc<[String]>> {
        let (known, columns) = self.0.get(&relation.oid)?;
        Arc::ptr_eq(known, relation).then(|| Arc::clone(columns))
    }

    pub(crate) fn insert(&mut self, relation: &Arc<Relation>, columns: Vec<String>) -> Arc<[String]> {
        let columns: Arc<[String]> = columns.into();
        self.0.insert(relation.oid, (Arc::clone(relation), Arc::clone(&columns)));
        columns
    }
}

/// The change as JSON text.
pub(crate) fn wal_record(change: &Change, primary_key: &[String]) -> String {
    let Change { relation, action, committed_at, .. } = change;
    let mut record = json!({
        "schema": relation.schema,
        "table": relation.table,
        "timestamp": timestamp(*committed_at),
        "pk": primary_key.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>(),
        "columns": [],
        "identity": [],
    });
    match action {
        Action::Insert { new } => {
            record["action"] = "I".into();
            record["columns"] = columns(relation, new, false);
        }
        Action::Update { old, new } => {
            record["action"] = "U".into();
            record["columns"] = columns(relation, new, false);
            // Without an old row the identity has not changed.
            record["identity"] = columns(relation, old.as_ref().unwrap_or(new), true);
        }
        Action::Delete { old } => {
            record["action"] = "D".into();
            record["identity"] = columns(relation, old, true);
        }
    }
    record.to_string()
}

fn columns(relation: &Relation, row: &Row, identity_only: bool) -> Json {
    let named = relation.columns.iter().zip(row);
    let wanted = named.filter(|(column, _)| column.is_identity || !identity_only);
    wanted
        .filter_map(|(column, value)| {
            let value = match value {
                Value::Unchanged => return None,
                Value::Null => None,
                Value::Text(text) if column.type_oid == BYTEA => {
                    Some(text.strip_prefix("\\x").unwrap_or(text))
                }
                Value::Text(text) => Some(text.as_str()),
            };
            Some(json!({ "name": column.name, "typeoid": column.type_oid, "value": value }))
        })
        .collect()
}

fn timestamp(committed_at: i64) -> Option<String> {
    DateTime::from_timestamp_micros(EPOCH.checked_add(committed_at)?).map(|time| time.to_rfc3339())
}
