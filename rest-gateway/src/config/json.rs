//! `config.json` and `config.jsonc`: JSON with comments and trailing commas, converted to the type of a TOML table with the
//! positions in the text. A key that is `null` counts as absent.

use jsonc_parser::ast::{Array, Object, ObjectPropName, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// JSON with comments and trailing commas, and nothing else of JSON5.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};
/// The key by which editors find the schema.
const SCHEMA: &str = "$schema";

/// A syntax error.
#[derive(Debug)]
pub struct JsonError {
    pub span: Range<usize>,
    pub message: String,
}

impl From<ParseError> for JsonError {
    fn from(error: ParseError) -> JsonError {
        let range = error.range();
        JsonError { span: range.start..range.end, message: error.kind().to_string() }
    }
}

/// The table of a text.
///
/// # Errors
/// When the text is not a JSON object, or a key occurs twice.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, JsonError> {
    let root = parse_to_ast(text, &CollectOptions::default(), &OPTIONS)?.value;
    let Some(Value::Object(object)) = root else {
        return Err(JsonError { span: 0..0, message: "Expected a JSON object".to_owned() });
    };
    let span = span(&object);
    let mut members = table(object)?;
    members.remove(SCHEMA);
    Ok(Spanned::new(span, members))
}

fn table(object: Object<'_>) -> Result<DeTable<'_>, JsonError> {
    let mut members = DeTable::new();
    for property in object.properties {
        let span = span(&property.name);
        let name = match property.name {
            ObjectPropName::String(name) => name.value,
            ObjectPropName::Word(name) => Cow::Borrowed(name.value),
        };
        if let Some(value) = value(property.value)?
            && members.insert(Spanned::new(span.clone(), name), value).is_some()
        {
            return Err(JsonError { span, message: "The key occurs twice".to_owned() });
        }
    }
    Ok(members)
}

fn array(array: Array<'_>) -> Result<DeArray<'_>, JsonError> {
    let mut items = DeArray::new();
    for element in array.elements {
        if let Some(item) = value(element)? {
            items.push(item);
        }
    }
    Ok(items)
}

/// `None` for `null`.
fn value(json: Value<'_>) -> Result<Option<Spanned<DeValue<'_>>>, JsonError> {
    let span = span(&json);
    let value = match json {
        Value::Object(json) => DeValue::Table(table(json)?),
        Value::Array(json) => DeValue::Array(array(json)?),
        Value::StringLit(text) => DeValue::String(text.value),
        Value::BooleanLit(boolean) => DeValue::Boolean(boolean.value),
        // Every number of JSON is a valid number of TOML.
        Value::NumberLit(number) => DeValue::parse(number.value)
            .map(Spanned::into_inner)
            .map_err(|_| JsonError { span: span.clone(), message: "Expected a number".to_owned() })?,
        Value::NullKeyword(_) => return Ok(None),
    };
    Ok(Some(Spanned::new(span, value)))
}

fn span(node: &impl Ranged) -> Range<usize> {
    node.start()..node.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let text = "// of the project\n{ \"$schema\": \"x\", \"api\": { \"port\": 1, /* two */ \"schemas\": [\"a\\u0062\",], }, \"off\": null }\n";
        let table = parse(text).unwrap().into_inner();
        let names: Vec<&str> = table.keys().map(|name| name.get_ref().as_ref()).collect();
        assert_eq!(names, ["api"]);
        let DeValue::Table(api) = table.get("api").unwrap().get_ref() else { panic!() };
        let schemas = api.get("schemas").unwrap();
        assert_eq!(&text[schemas.span()], "[\"a\\u0062\",]");
        let DeValue::Array(schemas) = schemas.get_ref() else { panic!() };
        assert_eq!(schemas[0].get_ref().as_str(), Some("ab"));
    }

    #[test]
    fn anything_else_is_an_error_with_its_place() {
        for (text, start) in [
            ("", 0),
            ("[1]", 0),
            ("{} 1", 3),
            ("{\"a\" 1}", 5),
            ("{\"a\": 1 \"b\": 2}", 7),
            ("{\"a\": 1, \"a\": 2}", 9),
            ("{a: 1}", 1),
        ] {
            assert_eq!(parse(text).unwrap_err().span.start, start, "{text}");
        }
        for text in [
            "{\"a\": tru}",
            "{\"a\": 0x10}",
            "{'a': 1}",
            "{\"a",
            "{/*",
            "{\"a\": 01}",
            &"{\"a\":".repeat(1000),
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
