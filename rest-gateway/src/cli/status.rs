//! `status`: the ways to tell a running stack's addresses and keys.

use crate::stack::Addresses;
use clap::ValueEnum;

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
    pub fn render(self, addresses: &Addresses) -> String {
        match self {
            Format::Pretty => addresses.pairs().iter().map(|(name, value)| pretty(name, value)).collect(),
            Format::Env => addresses.as_env(),
            Format::Json => serde_json::to_string_pretty(addresses).unwrap_or_default() + "\n",
        }
    }
}

/// `Service role key  eyJ…`, but nothing for what there is not.
fn pretty(name: &str, value: &str) -> String {
    if value.is_empty() {
        return String::new();
    }
    let words: Vec<String> =
        name.split('_').enumerate().map(|(place, word)| as_written(word, place == 0)).collect();
    format!("{:>18}  {value}\n", words.join(" "))
}

fn as_written(word: &str, first: bool) -> String {
    match word {
        "URL" | "API" | "REST" | "S3" | "DB" | "JWT" => word.to_owned(),
        _ if first => word[..1].to_owned() + &word[1..].to_lowercase(),
        _ => word.to_lowercase(),
    }
}
