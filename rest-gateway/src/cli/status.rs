//! `status`: output formats of a running stack's addresses and keys.

use crate::stack::Addresses;
use clap::ValueEnum;

/// The value of `--output`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Pretty,
    /// Lines of NAME="value" for a shell.
    Env,
    /// One JSON object.
    Json,
}

impl Format {
    /// The addresses as text.
    pub fn render(self, addresses: &Addresses) -> String {
        match self {
            Format::Pretty => addresses.pairs().iter().map(|(name, value)| pretty(name, value)).collect(),
            Format::Env => addresses.as_env(),
            Format::Json => serde_json::to_string_pretty(addresses).unwrap_or_default() + "\n",
        }
    }
}

/// `Service role key  eyJ…`; nothing for an empty value.
fn pretty(name: &str, value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    let words: Vec<String> =
        name.split('_').enumerate().map(|(place, word)| in_sentence_case(word, place == 0)).collect();
    format!("{:>18}  {value}\n", words.join(" "))
}

/// Keeps acronyms in capitals, and the first letter of the first word.
fn in_sentence_case(word: &str, first: bool) -> String {
    match word {
        "URL" | "API" | "REST" | "S3" | "DB" | "JWT" => word.to_owned(),
        _ if first => word[..1].to_owned() + &word[1..].to_lowercase(),
        _ => word.to_lowercase(),
    }
}
