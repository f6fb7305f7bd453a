//! Replaces `env(NAME)` in any string by the value of that environment variable, as in Supabase's `config.toml`. A
//! variable that is not set is an error, where Supabase keeps the text unchanged.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A variable that is not set, and where the file refers to it.
pub struct MissingVariable {
    pub name: String,
    pub span: Range<usize>,
}

/// Replaces the references in a whole document. `variable` looks up a variable.
pub fn replace(
    table: &mut DeTable<'_>,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), MissingVariable> {
    table.iter_mut().try_for_each(|(_, value)| replace_in(value, variable))
}

fn replace_in(
    value: &mut Spanned<DeValue<'_>>,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), MissingVariable> {
    let span = value.span();
    match value.get_mut() {
        DeValue::String(text) => {
            if let Some(name) = text.strip_prefix("env(").and_then(|rest| rest.strip_suffix(')')) {
                let found = variable(name).ok_or_else(|| MissingVariable { name: name.to_owned(), span })?;
                *text = found.into();
            }
            Ok(())
        }
        DeValue::Array(items) => items.iter_mut().try_for_each(|item| replace_in(item, variable)),
        DeValue::Table(table) => replace(table, variable),
        _ => Ok(()),
    }
}
