//! `options` of an address behind a pooler, which rejects them at the login: they become settings of each transaction.
//!
//! Rejects options that are no settings.

use crate::error::AddressError;

/// The settings as SQL.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionSettings {
    /// `set local …; …`, for after `begin`.
    commands: String,
    /// `select set_config(…, true), …`, for a statement without `begin`.
    query: String,
}

impl SessionSettings {
    /// Reads the server's command-line options, e.g. `-c lock_timeout=5s --jit=off`.
    pub fn parse(options: &str) -> Result<SessionSettings, AddressError> {
        let mut words = words(options).into_iter();
        let (mut commands, mut calls) = (Vec::new(), Vec::new());
        while let Some(word) = words.next() {
            let setting = match word.strip_prefix("-c") {
                Some("") => words.next().ok_or(AddressError::Options)?,
                Some(setting) => setting.to_owned(),
                None => word.strip_prefix("--").ok_or(AddressError::Options)?.to_owned(),
            };
            let (name, value) = setting.split_once('=').ok_or(AddressError::Options)?;
            let name = name.replace('-', "_");
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
            if name.is_empty() || !name.chars().all(is_name) {
                return Err(AddressError::Options);
            }
            let value = literal(value);
            commands.push(format!("set local {name} = {value}"));
            calls.push(format!("set_config('{name}', {value}, true)"));
        }
        if calls.is_empty() {
            return Ok(SessionSettings::default());
        }
        Ok(SessionSettings { commands: commands.join("; "), query: format!("select {}", calls.join(", ")) })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.query.is_empty()
    }

    pub(crate) fn commands(&self) -> &str {
        &self.commands
    }

    pub(crate) fn query(&self) -> &str {
        &self.query
    }
}

/// Words are separated by white space. A backslash escapes the next character.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => words.last_mut().into_iter().for_each(|word| word.extend(letters.next())),
            letter if letter.is_whitespace() => words.push(String::new()),
            letter => words.last_mut().into_iter().for_each(|word| word.push(letter)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A string that means the same with and without `standard_conforming_strings`.
fn literal(value: &str) -> String {
    format!("E'{}'", value.replace('\\', "\\\\").replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_settings_of_a_transaction() {
        let settings =
            SessionSettings::parse(r"-c lock_timeout=5s -cjit=off --search-path=a,\ b'\\").unwrap();
        assert_eq!(
            settings.commands(),
            r"set local lock_timeout = E'5s'; set local jit = E'off'; set local search_path = E'a, b''\\'"
        );
        assert!(
            settings.query().starts_with("select set_config('lock_timeout', E'5s', true), set_config('jit'")
        );
        assert!(SessionSettings::parse("  ").unwrap().is_empty());
    }

    #[test]
    fn other_options_are_rejected() {
        for options in ["-c", "-c jit", "-O", "jit=off", "-c a;b=c", "-c =1", "--"] {
            assert!(matches!(SessionSettings::parse(options), Err(AddressError::Options)), "{options}");
        }
    }
}
