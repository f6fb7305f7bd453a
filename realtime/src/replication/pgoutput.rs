//! The messages of Postgres' output plugin `pgoutput`, version 1, with values as text.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::{Buf, Bytes};

/// The error of a message that cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a message of the write-ahead log is malformed")]
pub(crate) struct Malformed;

/// A table as the log describes it. It is described again after every change of its definition.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    pub(crate) oid: u32,
    pub(crate) schema: String,
    pub(crate) table: String,
    pub(crate) columns: Vec<Column>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) type_oid: u32,
    /// Whether the column belongs to the replica identity.
    pub(crate) is_identity: bool,
}

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    /// A large value that the statement has not changed, and that the log leaves out.
    Unchanged,
    Text(String),
}

/// The values of a row, in the order of the columns.
pub(crate) type Row = Vec<Value>;

/// What happened to a row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Insert {
        new: Row,
    },
    /// `old` has the identity's columns, if the log has them: if they changed, or with REPLICA IDENTITY FULL.
    Update {
        old: Option<Row>,
        new: Row,
    },
    Delete {
        old: Row,
    },
}

/// A change of one row.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) relation: Arc<Relation>,
    pub(crate) action: Action,
    /// Microseconds from the beginning of 2000 to the commit.
    pub(crate) committed_at: i64,
    pub(crate) transaction_id: u32,
}

/// The content of a message of the log.
#[derive(Debug)]
pub(super) enum Event {
    Begin,
    Change(Change),
    /// The transaction has ended at this position.
    Commit {
        end: u64,
    },
    Other,
}

/// The tables that the log has described so far, and the transaction that it is in.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    known: HashMap<u32, Arc<Relation>>,
    committed_at: i64,
    transaction_id: u32,
}

impl Relations {
    /// Reads a message.
    pub(super) fn read(&mut self, message: &Bytes) -> Result<Event, Malformed> {
        let mut reader = Reader(message.clone());
        let action = match reader.byte()? {
            b'R' => {
                let relation = reader.relation()?;
                self.known.insert(relation.oid, Arc::new(relation));
                return Ok(Event::Other);
            }
            b'B' => {
                reader.skip(8)?;
                self.committed_at = reader.i64()?;
                self.transaction_id = reader.u32()?;
                return Ok(Event::Begin);
            }
            b'C' => {
                // Flags and the position of the commit itself.
                reader.skip(9)?;
                return Ok(Event::Commit { end: reader.u64()? });
            }
            kind @ (b'I' | b'U' | b'D') => kind,
            // Truncations, types, origins and messages.
            _ => return Ok(Event::Other),
        };
        let oid = reader.u32()?;
        let relation = Arc::clone(self.known.get(&oid).ok_or(Malformed)?);
        let action = match action {
            b'I' => Action::Insert { new: reader.marked_row(b"N")?.1 },
            b'D' => Action::Delete { old: reader.marked_row(b"KO")?.1 },
            _ => match reader.marked_row(b"KON")? {
                (b'N', new) => Action::Update { old: None, new },
                (_, old) => Action::Update { old: Some(old), new: reader.marked_row(b"N")?.1 },
            },
        };
        let Relations { committed_at, transaction_id, .. } = *self;
        Ok(Event::Change(Change { relation, action, committed_at, transaction_id }))
    }
}

struct Reader(Bytes);

impl Reader {
    fn byte(&mut self) -> Result<u8, Malformed> {
        self.0.try_get_u8().map_err(|_| Malformed)
    }

    fn u16(&mut self) -> Result<u16, Malformed> {
        self.0.try_get_u16().map_err(|_| Malformed)
    }

    fn u32(&mut self) -> Result<u32, Malformed> {
        self.0.try_get_u32().map_err(|_| Malformed)
    }

    fn i64(&mut self) -> Result<i64, Malformed> {
        self.0.try_get_i64().map_err(|_| Malformed)
    }

    fn u64(&mut self) -> Result<u64, Malformed> {
        self.0.try_get_u64().map_err(|_| Malformed)
    }

    fn skip(&mut self, bytes: usize) -> Result<(), Malformed> {
        self.bytes(bytes).map(drop)
    }

    fn bytes(&mut self, length: usize) -> Result<Bytes, Malformed> {
        if self.0.len() < length { Err(Malformed) } else { Ok(self.0.split_to(length)) }
    }

    /// A text that ends with a NUL.
    fn text(&mut self) -> Result<String, Malformed> {
        let length = self.0.iter().position(|byte| *byte == 0).ok_or(Malformed)?;
        let text = self.bytes(length)?;
        self.skip(1)?;
        String::from_utf8(text.into()).map_err(|_| Malformed)
    }

    fn relation(&mut self) -> Result<Relation, Malformed> {
        let oid = self.u32()?;
        let schema = self.text()?;
        let table = self.text()?;
        // The setting of the replica identity.
        self.skip(1)?;
        let columns = (0..self.u16()?).map(|_| self.column()).collect::<Result<_, _>>()?;
        // An empty name stands for the system's schema.
        let schema = if schema.is_empty() { "pg_catalog".to_owned() } else { schema };
        Ok(Relation { oid, schema, table, columns })
    }

    fn column(&mut self) -> Result<Column, Malformed> {
        let is_identity = self.byte()? & 1 == 1;
        let name = self.text()?;
        let type_oid = self.u32()?;
        // The type's modifier.
        self.skip(4)?;
        Ok(Column { name, type_oid, is_identity })
    }

    /// A row after one of these marks.
    fn marked_row(&mut self, marks: &[u8]) -> Result<(u8, Row), Malformed> {
        let mark = self.byte()?;
        if !marks.contains(&mark) {
            return Err(Malformed);
        }
        let values = (0..self.u16()?).map(|_| self.value()).collect::<Result<_, _>>()?;
        Ok((mark, values))
    }

    fn value(&mut self) -> Result<Value, Malformed> {
        match self.byte()? {
            b'n' => Ok(Value::Null),
            b'u' => Ok(Value::Unchanged),
            b't' => {
                let length = usize::try_from(self.u32()?).map_err(|_| Malformed)?;
                let text = self.bytes(length)?;
                String::from_utf8(text.into()).map(Value::Text).map_err(|_| Malformed)
            }
            _ => Err(Malformed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELATION: &[u8] = b"R\0\0\x40\0public\0rooms\0d\0\x02\x01id\0\0\0\0\x17\xff\xff\xff\xff\0name\0\0\0\0\x19\xff\xff\xff\xff";

    const COMMIT: &[u8] = b"C\0\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0\x2a";

    fn described() -> Relations {
        let mut relations = Relations::default();
        assert!(matches!(relations.read(&Bytes::from_static(RELATION)).unwrap(), Event::Other));
        let begin = b"B\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x2a\0\0\0\x07";
        assert!(matches!(relations.read(&Bytes::from_static(begin)).unwrap(), Event::Begin));
        relations
    }

    fn change(relations: &mut Relations, message: &'static [u8]) -> Change {
        match relations.read(&Bytes::from_static(message)).unwrap() {
            Event::Change(change) => change,
            other => panic!("no change: {other:?}"),
        }
    }

    #[test]
    fn reads_changes_of_a_described_table() {
        let mut relations = described();
        let insert = b"I\0\0\x40\0N\0\x02t\0\0\0\x011n";
        let change = change(&mut relations, insert);
        assert_eq!((change.relation.table.as_str(), change.committed_at), ("rooms", 42));
        assert_eq!(change.transaction_id, 7);
        assert!(change.relation.columns[0].is_identity && !change.relation.columns[1].is_identity);
        assert_eq!(change.action, Action::Insert { new: vec![Value::Text("1".into()), Value::Null] });
        let update = b"U\0\0\x40\0K\0\x02t\0\0\0\x011nN\0\x02t\0\0\0\x012u";
        let change = self::change(&mut relations, update);
        let old = Some(vec![Value::Text("1".into()), Value::Null]);
        let new = vec![Value::Text("2".into()), Value::Unchanged];
        assert_eq!(change.action, Action::Update { old, new });
        assert!(matches!(relations.read(&Bytes::from_static(COMMIT)).unwrap(), Event::Commit { end: 6 }));
    }

    #[test]
    fn a_truncated_message_is_malformed() {
        let insert: &[u8] = b"I\0\0\x40\0N\0\x02t\0\0\0\x011n";
        // The end of a commit is its time, which is not read.
        for (message, needed) in [(RELATION, RELATION.len()), (insert, insert.len()), (COMMIT, 18)] {
            for end in 0..needed {
                let message = Bytes::copy_from_slice(&message[..end]);
                assert!(described().read(&message).is_err(), "{end}");
            }
        }
        assert!(Relations::default().read(&Bytes::from_static(insert)).is_err(), "an undescribed table");
    }
}
