//! The functions of templates, and how values are printed and compared.

use serde_json::Value;

use super::error::TemplateError;
use super::escape::{self, Escape};
use super::syntax::Function;

/// Calls a function. `and` and `or` are the caller's, which evaluates their arguments one by one.
pub(super) fn call(function: Function, arguments: &[Value]) -> Result<Value, TemplateError> {
    let failure = |problem| TemplateError::Call { function: function.name(), problem };
    let (Some(first), rest) = (arguments.first(), arguments.get(1..).unwrap_or_default()) else {
        return Err(failure("an argument is missing"));
    };
    let ordering = || match rest {
        [second] => compare(first, second).ok_or_else(|| failure("values that cannot be compared")),
        _ => Err(failure("two arguments are expected")),
    };
    Ok(match function {
        Function::Not => Value::Bool(!is_true(first)),
        Function::And | Function::Or => first.clone(),
        Function::Eq => Value::Bool(rest.iter().any(|other| equal(first, other))),
        Function::Ne => Value::Bool(!rest.iter().any(|other| equal(first, other))),
        Function::Lt => Value::Bool(ordering()?.is_lt()),
        Function::Le => Value::Bool(ordering()?.is_le()),
        Function::Gt => Value::Bool(ordering()?.is_gt()),
        Function::Ge => Value::Bool(ordering()?.is_ge()),
        Function::Len => Value::from(length(first).ok_or_else(|| failure("a value without a length"))?),
        Function::Index => {
            rest.iter().try_fold(first, |value, key| element(value, key)).cloned().unwrap_or_default()
        }
        Function::Print => Value::from(arguments.iter().map(printed).collect::<String>()),
        Function::Html => Value::from(Escape::Html.apply(&joined(arguments))),
        Function::UrlQuery => Value::from(escape::query(&joined(arguments), "+")),
    })
}

/// Whether `if` takes the value for true: it is neither false, zero, empty nor missing.
pub(super) fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// The value as Go prints it; empty for null.
pub(super) fn printed(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => format!("[{}]", joined(items)),
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}:{}", printed(value))).collect();
            format!("map[{}]", fields.join(" "))
        }
    }
}

fn joined(values: &[Value]) -> String {
    values.iter().map(printed).collect::<Vec<_>>().join(" ")
}

fn equal(left: &Value, right: &Value) -> bool {
    left == right || compare(left, right).is_some_and(std::cmp::Ordering::is_eq)
}

fn compare(left: &Value, right: &Value) -> Option<std::cmp::Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64()?.partial_cmp(&right.as_f64()?),
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn length(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.len()),
        Value::Array(items) => Some(items.len()),
        Value::Object(fields) => Some(fields.len()),
        _ => None,
    }
}

fn element<'v>(value: &'v Value, key: &Value) -> Option<&'v Value> {
    match key {
        Value::String(name) => value.get(name),
        Value::Number(place) => value.get(usize::try_from(place.as_u64()?).ok()?),
        _ => None,
    }
}
