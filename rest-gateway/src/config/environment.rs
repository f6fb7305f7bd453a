//! `env(NAME)` in any string is the value of that environment variable, as in Supabase's `config.toml`; but a variable
//! that is not set is refused rather than left as it stands.

use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub struct Missing {
    pub name: String,
    pub span: Range<usize>,
}

pub fn replace(table: &mut DeTable<'_>, variable: &impl Fn(&str) -> Option<String>) -> Result<(), Missing> {
    table.iter_mut().try_for_each(|(_, value)| replace_in(value, variable))
}

fn replace_in(
    value: &mut Spanned<DeValue<'_>>,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), Missing> {
    let span = value.span();
    match value.get_mut() {
        DeValue::String(text) => {
            if let Some(name) = text.strip_prefix("env(").and_then(|rest| rest.strip_suffix(')')) {
                let found = variable(name).ok_or_else(|| Missing { name: name.to_owned(), span })?;
                *text = found.into();
            }
            Ok(())
        }
        DeValue::Array(items) => items.iter_mut().try_for_each(|item| replace_in(item, variable)),
        DeValue::Table(table) => replace(table, variable),
        _ => Ok(()),
    }
}
