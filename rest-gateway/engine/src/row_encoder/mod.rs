//! Encodes rows from Postgres' binary format as JSON, byte for byte as `json_agg` does. In Postgres, the conversion
//! costs twice as much as finding the rows; here it is mostly a copy.
//!
//! Only types whose JSON depends on nothing but the value are encoded. The query returns other types as `to_json(value)`,
//! which is copied. Rejects a value that is not in the binary format of its type.
//!
//! A leaf: depends on no other module of the engine.

mod binary;
mod datetime;
mod flat_object;
mod json_text;
mod jsonb;
mod numeric;
mod text;

use postgres_types::Type;
use postgres_wire::{Column, Row};

use binary::{fixed, number, take, take_i32};
use jsonb::JsonbWriter;

pub(crate) use binary::Malformed;

/// Written between the rows of an array, as `json_agg` does.
const BETWEEN_ROWS: &[u8] = b", \n ";
/// Bytes around a row: brackets and separator.
const ROW_PUNCTUATION: usize = 8;

/// How a value is converted to JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Bool,
    Int2,
    Int4,
    Int8,
    Numeric,
    Text,
    Uuid,
    Date,
    Timestamp,
    Json,
    Jsonb,
    /// An array with elements of this encoding.
    Array(&'static Encoding),
}

impl Encoding {
    fn of(column: &Column) -> Option<Encoding> {
        Some(match Type::from_oid(column.type_oid)? {
            Type::BOOL => Encoding::Bool,
            Type::INT2 => Encoding::Int2,
            Type::INT4 => Encoding::Int4,
            Type::INT8 => Encoding::Int8,
            Type::NUMERIC => Encoding::Numeric,
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME => Encoding::Text,
            Type::UUID => Encoding::Uuid,
            Type::DATE => Encoding::Date,
            Type::TIMESTAMP => Encoding::Timestamp,
            Type::JSON => Encoding::Json,
            Type::JSONB => Encoding::Jsonb,
            Type::TEXT_ARRAY | Type::VARCHAR_ARRAY => Encoding::Array(&Encoding::Text),
            Type::INT4_ARRAY => Encoding::Array(&Encoding::Int4),
            Type::INT8_ARRAY => Encoding::Array(&Encoding::Int8),
            Type::UUID_ARRAY => Encoding::Array(&Encoding::Uuid),
            _ => return None,
        })
    }

    fn write(self, value: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        match self {
            Encoding::Bool => {
                out.extend_from_slice(if fixed::<1>(value)? == [0] { b"false" } else { b"true" })
            }
            Encoding::Int2 => number(out, i16::from_be_bytes(fixed(value)?)),
            Encoding::Int4 => number(out, i32::from_be_bytes(fixed(value)?)),
            Encoding::Int8 => number(out, i64::from_be_bytes(fixed(value)?)),
            Encoding::Numeric => numeric::write(value, out)?,
            Encoding::Text => text::write(value, out),
            Encoding::Uuid => text::write_uuid(fixed(value)?, out),
            Encoding::Date => datetime::write_date(i32::from_be_bytes(fixed(value)?), out),
            Encoding::Timestamp => datetime::write_timestamp(i64::from_be_bytes(fixed(value)?), out),
            Encoding::Json => out.extend_from_slice(value),
            Encoding::Jsonb => match value {
                [1, text @ ..] => out.extend_from_slice(text),
                _ => return Err(Malformed),
            },
            Encoding::Array(element) => write_array(*element, value, out)?,
        }
        Ok(())
    }
}

/// True when the encoder can write values of every one of these columns.
pub(crate) fn can_encode_all(columns: &[Column]) -> bool {
    columns.iter().all(can_encode)
}

pub(crate) fn can_encode(column: &Column) -> bool {
    Encoding::of(column).is_some()
}

/// How the rows of one statement become JSON. It is derived from the columns once and kept with the prepared statement.
#[derive(Debug)]
pub(crate) struct RowFormat {
    columns: Vec<ColumnFormat>,
    /// Bytes of all keys of one row.
    keys_length: usize,
}

#[derive(Debug)]
struct ColumnFormat {
    /// The bytes before the value: `{"name":` or `,"name":`.
    key: Vec<u8>,
    encoding: Encoding,
}

impl RowFormat {
    /// `None` if a column is of a type that must be encoded by Postgres.
    pub fn new(columns: &[Column]) -> Option<RowFormat> {
        let formats = columns.iter().enumerate().map(|(index, column)| {
            let mut key = vec![if index == 0 { b'{' } else { b',' }];
            text::write(column.name.as_bytes(), &mut key);
            key.push(b':');
            Some(ColumnFormat { key, encoding: Encoding::of(column)? })
        });
        let columns: Vec<ColumnFormat> = formats.collect::<Option<_>>()?;
        let keys_length = columns.iter().map(|column| column.key.len()).sum();
        Some(RowFormat { columns, keys_length })
    }
}

/// Writes the rows of one response.
pub(crate) struct RowEncoder<'a> {
    format: &'a RowFormat,
    /// For each of the last columns: `Some` if json in it is written as jsonb.
    embedded: Vec<Option<JsonbWriter>>,
    out: Vec<u8>,
    rows: i64,
    is_array: bool,
}

impl<'a> RowEncoder<'a> {
    /// Writes an array of all rows, or only the first row. `embedded`: for the last columns, whether each is written
    /// as jsonb.
    pub fn new(format: &'a RowFormat, embedded: &[bool], is_array: bool) -> RowEncoder<'a> {
        let embedded = embedded.iter().map(|as_jsonb| as_jsonb.then(JsonbWriter::default)).collect();
        RowEncoder { format, embedded, out: Vec::new(), rows: 0, is_array }
    }

    /// Adds a row. Without an array, only the first row is written, but all are counted.
    pub fn push(&mut self, row: &Row) -> Result<(), Malformed> {
        self.rows += 1;
        if self.rows > 1 && !self.is_array {
            return Ok(());
        }
        // Values are about as long in JSON as in the row.
        self.out.reserve(row.length() + self.format.keys_length + ROW_PUNCTUATION);
        match (self.rows, self.is_array) {
            (1, true) => self.out.push(b'['),
            (1, false) => {}
            _ => self.out.extend_from_slice(BETWEEN_ROWS),
        }
        if self.format.columns.is_empty() {
            self.out.push(b'{');
        }
        let first_embedded = self.format.columns.len().saturating_sub(self.embedded.len());
        let mut values = row.values();
        for (index, column) in self.format.columns.iter().enumerate() {
            let jsonb =
                index.checked_sub(first_embedded).and_then(|index| self.embedded.get_mut(index)?.as_mut());
            self.out.extend_from_slice(&column.key);
            match (values.next().ok_or(Malformed)?.map_err(|_| Malformed)?, column.encoding, jsonb) {
                (Some(value), Encoding::Json, Some(jsonb)) => jsonb.write(value, &mut self.out)?,
                (Some(value), encoding, _) => encoding.write(value, &mut self.out)?,
                (None, ..) => self.out.extend_from_slice(b"null"),
            }
        }
        self.out.push(b'}');
        Ok(())
    }

    /// The number of bytes in the buffer.
    pub fn written(&self) -> usize {
        self.out.len()
    }

    /// Empties the buffer. `finish` returns the rest.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// The number of rows, and the rest of the document.
    pub fn finish(mut self) -> (i64, Vec<u8>) {
        if self.is_array {
            if self.rows == 0 {
                self.out.push(b'[');
            }
            self.out.push(b']');
        }
        (self.rows, self.out)
    }
}

/// The binary format of an array: number of dimensions, a null flag, the element type, length and lower bound of each
/// dimension, then each element after its length.
fn write_array(element: Encoding, mut value: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    let dimensions = usize::try_from(take_i32(&mut value)?).map_err(|_| Malformed)?;
    take(&mut value, 8)?;
    if dimensions == 0 {
        out.extend_from_slice(b"[]");
        return Ok(());
    }
    // Postgres' maximum.
    if dimensions > 6 {
        return Err(Malformed);
    }
    let mut lengths = Vec::with_capacity(dimensions);
    for _ in 0..dimensions {
        lengths.push(take_i32(&mut value)?);
        take(&mut value, 4)?;
    }
    write_dimension(element, &lengths, &mut value, out)
}

fn write_dimension(
    element: Encoding,
    lengths: &[i32],
    value: &mut &[u8],
    out: &mut Vec<u8>,
) -> Result<(), Malformed> {
    let [length, inner @ ..] = lengths else { return Err(Malformed) };
    out.push(b'[');
    for index in 0..*length {
        if index > 0 {
            out.push(b',');
        }
        if !inner.is_empty() {
            write_dimension(element, inner, value, out)?;
            continue;
        }
        match usize::try_from(take_i32(value)?) {
            Ok(length) => element.write(take(value, length)?, out)?,
            // A length of -1 means NULL.
            Err(_) => out.extend_from_slice(b"null"),
        }
    }
    out.push(b']');
    Ok(())
}
