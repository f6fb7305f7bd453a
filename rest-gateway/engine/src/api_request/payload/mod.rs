//! The body of a write or a call. JSON is passed to Postgres unchanged, after its keys were read; CSV and forms are
//! converted to JSON. Rejects malformed bodies, rows with different keys, and JSON that nests too deeply.

mod row_keys;

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::media_type::MediaType;
use super::percent;
use crate::error::Error;
use row_keys::common_keys;

/// Maximum nesting of JSON.
const MAX_DEPTH: usize = 100;
/// Maximum number of fields of a form, which is one row or the arguments of one call.
const MAX_FIELDS: usize = 1000;
/// Maximum length in bytes of the JSON that a CSV body is converted to. JSON repeats the column names in each row.
const MAX_CSV_JSON_LENGTH: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Payload {
    Json(JsonPayload),
    /// The arguments of a function, from a form.
    Arguments(Vec<(String, String)>),
    /// The unparsed body, for a function with one unnamed parameter.
    Raw(Bytes),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonPayload {
    pub text: Bytes,
    pub is_object: bool,
    /// The keys of the rows, or the names in the `columns` parameter.
    pub keys: Vec<String>,
    /// The JSON of each key's value, if the body is one object and `columns` is not given.
    pub values: Option<Vec<Bytes>>,
}

impl JsonPayload {
    fn rows(text: Bytes, keys: Vec<String>) -> JsonPayload {
        JsonPayload { text, is_object: false, keys, values: None }
    }
}

/// `for_function`: the body contains arguments instead of rows.
pub(crate) fn read(
    body: Bytes,
    content_type: &MediaType,
    columns: Option<&[String]>,
    for_function: bool,
) -> Result<Payload, Error> {
    match content_type {
        MediaType::Json => read_json(body, columns, for_function).map(Payload::Json),
        MediaType::Csv => csv_to_json(&body).map(Payload::Json),
        MediaType::Form => {
            let pairs = read_form(&body)?;
            if for_function { Ok(Payload::Arguments(pairs)) } else { form_to_json(pairs).map(Payload::Json) }
        }
        MediaType::Text | MediaType::Xml | MediaType::OctetStream if for_function => Ok(Payload::Raw(body)),
        other => Err(Error::InvalidBody(format!("Content-Type not acceptable: {other}"))),
    }
}

fn read_json(body: Bytes, columns: Option<&[String]>, for_function: bool) -> Result<JsonPayload, Error> {
    let body = if body.is_empty() && for_function { Bytes::from_static(b"{}") } else { body };
    let text = std::str::from_utf8(&body).map_err(|_| Error::invalid_json())?;
    if is_too_deep(text) {
        return Err(Error::InvalidBody(format!("The json is nested more than {MAX_DEPTH} levels deep")));
    }
    let is_object = text.trim_start().starts_with('{');
    if let Some(columns) = columns {
        return Ok(JsonPayload { is_object, keys: columns.to_vec(), values: None, text: body });
    }
    if is_object {
        let object: Row<'_> = serde_json::from_str(text).map_err(|_| Error::invalid_json())?;
        let values = object.values().map(|value| body.slice_ref(value.get().as_bytes())).collect();
        let keys = object.into_keys().collect();
        return Ok(JsonPayload { is_object, keys, values: Some(values), text: body });
    }
    if text.trim_start().starts_with('[') {
        let keys = common_keys(text)?;
        return Ok(JsonPayload::rows(body, keys));
    }
    // A scalar contains no rows.
    serde_json::from_str::<IgnoredAny>(text).map_err(|_| Error::invalid_json())?;
    Ok(JsonPayload::rows(Bytes::from_static(b"[]"), Vec::new()))
}

/// A repeated key keeps its last value, as in Postgres.
type Row<'a> = BTreeMap<String, &'a RawValue>;

/// Postgres parses JSON recursively, so deep nesting could exhaust its stack.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return true;
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

fn csv_to_json(body: &[u8]) -> Result<JsonPayload, Error> {
    let unequal = || Error::InvalidBody("All lines must have same number of fields".to_owned());
    if body.is_empty() {
        return Err(Error::InvalidBody("parse error (not enough input) at \"\"".to_owned()));
    }
    let mut reader = csv::Reader::from_reader(body);
    let keys: Vec<String> = reader.headers().map_err(|_| unequal())?.iter().map(str::to_owned).collect();
    let names: Vec<String> = keys.iter().map(|key| Value::from(key.as_str()).to_string()).collect();
    let mut text = String::from("[");
    for record in reader.records() {
        let record = record.map_err(|_| unequal())?;
        let fields = names.iter().zip(&record).map(|(name, field)| format!("{name}:{}", csv_value(field)));
        text.push_str(if text.len() > 1 { ",{" } else { "{" });
        text.push_str(&fields.collect::<Vec<_>>().join(","));
        text.push('}');
        if text.len() > MAX_CSV_JSON_LENGTH {
            return Err(Error::TooLarge("The rows are larger than this server takes"));
        }
    }
    let keys = if text.len() > 1 { keys } else { Vec::new() };
    text.push(']');
    Ok(JsonPayload::rows(text.into(), keys))
}

fn csv_value(field: &str) -> Value {
    if field == "NULL" { Value::Null } else { Value::String(field.to_owned()) }
}

fn read_form(body: &[u8]) -> Result<Vec<(String, String)>, Error> {
    let text = std::str::from_utf8(body)
        .map_err(|_| Error::InvalidBody("The form is not valid UTF-8".to_owned()))?;
    let parts = text.split('&').filter(|part| !part.is_empty());
    if parts.clone().count() > MAX_FIELDS {
        return Err(Error::InvalidBody(format!("The form has more than {MAX_FIELDS} fields")));
    }
    parts
        .map(|part| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            Ok((percent::decode(key)?, percent::decode(value)?))
        })
        .collect()
}

fn form_to_json(pairs: Vec<(String, String)>) -> Result<JsonPayload, Error> {
    let object: Map<String, Value> =
        pairs.into_iter().map(|(key, value)| (key, Value::String(value))).collect();
    let keys = object.keys().cloned().collect();
    Ok(JsonPayload { text: Value::Object(object).to_string().into(), is_object: true, keys, values: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Result<JsonPayload, Error> {
        read_json(Bytes::copy_from_slice(text.as_bytes()), None, false)
    }

    fn message(text: &str) -> String {
        json(text).unwrap_err().to_string()
    }

    #[test]
    fn rejects_rows_with_different_keys() {
        assert_eq!(json(r#"[{"b":1,"a":2},{"a":[3],"b":null}]"#).unwrap().keys, ["a", "b"]);
        assert_eq!(message(r#"[{"a":1},{"b":1}]"#), "All object keys must match");
        assert_eq!(message("[1]"), "All object keys must match");
        assert_eq!(json(r#"[{"b":1,"a":2},{"b":1,"a":2},{"\u0061":3,"b":4}]"#).unwrap().keys, ["a", "b"]);
        assert_eq!(json(r#"[{"a":1,"b":2,"a":3},{"b":1,"a":2,"b":3}]"#).unwrap().keys, ["a", "b"]);
        for rows in
            [r#"[{"a":1,"b":1},{"a":1}]"#, r#"[{"a":1},{"a":1,"b":1}]"#, r#"[{},{"a":1}]"#, r#"[{"a":1},{}]"#]
        {
            assert_eq!(message(rows), "All object keys must match", "{rows}");
        }
        assert!(json("[{},{}]").unwrap().keys.is_empty());
        assert_eq!(message(r#"[{"a":1},{"a":2}] x"#), "Empty or invalid json");
        assert_eq!(message(r#"[{"a":1},{"b":1},"#), "Empty or invalid json");
        assert!(json("[]").unwrap().keys.is_empty());
    }

    #[test]
    fn rejects_malformed_json_and_takes_a_scalar_as_no_rows() {
        assert_eq!(message("{"), "Empty or invalid json");
        assert_eq!(message(""), "Empty or invalid json");
        assert_eq!(
            message(&format!("{}{}", "[".repeat(200), "]".repeat(200))),
            "The json is nested more than 100 levels deep"
        );
        assert_eq!(json("1").unwrap().text, "[]");
    }

    #[test]
    fn csv_has_a_header_and_spells_null_in_capitals() {
        let payload = csv_to_json(b"a,b\n1,NULL\n\"x,y\",\n").unwrap();
        assert_eq!(payload.text, r#"[{"a":"1","b":null},{"a":"x,y","b":""}]"#);
        assert!(csv_to_json(b"a,b\n1\n").is_err());
        assert!(csv_to_json(b"").is_err());
        let empty = csv_to_json(b"a,\"b\"\"\"\n").unwrap();
        assert_eq!((empty.text, empty.keys), ("[]".into(), Vec::<String>::new()));
        assert_eq!(csv_to_json(b"\"b\"\"\"\n1\n").unwrap().text, r#"[{"b\"":"1"}]"#);
    }

    #[test]
    fn rejects_csv_that_becomes_too_large_as_json() {
        let rows = "1\n".repeat(70_000);
        let csv = format!("{}\n{rows}", "n".repeat(1000));
        assert!(matches!(csv_to_json(csv.as_bytes()), Err(Error::TooLarge(_))));
    }

    #[test]
    fn converts_a_form_to_one_row() {
        let pairs = read_form(b"a=x+y&b=%26").unwrap();
        assert_eq!(form_to_json(pairs).unwrap().text, r#"{"a":"x y","b":"&"}"#);
        assert!(read_form("a=1&".repeat(1001).as_bytes()).is_err());
    }
}
