//! `status`: output formats of a running stack's addresses and keys, and its health for a person.

use super::error::CommandError;
use super::health;
use super::workspace::enter;
use crate::stack::{Addresses, DEFAULT_FOLDER, DataFolder};
use crate::terminal::print;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway status
  rest-gateway status -o env >> .env
  rest-gateway status -o env --override-name api.url=VITE_SUPABASE_URL,auth.anon_key=VITE_SUPABASE_ANON_KEY";

/// The names of Supabase's command line by which a variable can be renamed.
const IDS: [(&str, &str); 18] = [
    ("api.url", "API_URL"),
    ("api.rest_url", "REST_URL"),
    ("api.graphql_url", "GRAPHQL_URL"),
    ("api.functions_url", "FUNCTIONS_URL"),
    ("api.storage_url", "STORAGE_URL"),
    ("api.storage_s3_url", "STORAGE_S3_URL"),
    ("storage.s3_access_key_id", "S3_PROTOCOL_ACCESS_KEY_ID"),
    ("storage.s3_secret_access_key", "S3_PROTOCOL_ACCESS_KEY_SECRET"),
    ("storage.s3_region", "S3_PROTOCOL_REGION"),
    ("db.url", "DB_URL"),
    ("mailpit.url", "MAILPIT_URL"),
    ("inbucket.url", "INBUCKET_URL"),
    ("auth.url", "AUTH_URL"),
    ("auth.publishable_key", "PUBLISHABLE_KEY"),
    ("auth.secret_key", "SECRET_KEY"),
    ("auth.jwt_secret", "JWT_SECRET"),
    ("auth.anon_key", "ANON_KEY"),
    ("auth.service_role_key", "SERVICE_ROLE_KEY"),
];

#[derive(Args)]
pub(super) struct StatusArgs {
    /// Folder that holds all state of the stack.
    #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
    data: PathBuf,
    /// Output format.
    #[arg(short, long, value_enum, default_value_t = Format::Pretty)]
    output: Format,
    /// Print a variable under another name. ID is that of Supabase's command line, e.g. `api.url` or `auth.anon_key`.
    #[arg(long, value_name = "ID=NAME", value_delimiter = ',', value_parser = Renaming::parse)]
    override_name: Vec<Renaming>,
}

/// The value of `--output`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Pretty,
    /// Lines of NAME="value" for a shell.
    Env,
    /// One JSON object.
    Json,
    Yaml,
    Toml,
}

/// Another name for a variable.
#[derive(Clone)]
struct Renaming {
    variable: &'static str,
    name: String,
}

impl Renaming {
    fn parse(text: &str) -> Result<Renaming, String> {
        let (id, name) = text.split_once('=').ok_or("expected ID=NAME, as in api.url=VITE_SUPABASE_URL")?;
        let known = IDS.iter().find(|(known, _)| *known == id);
        let (_, variable) = known.ok_or_else(|| {
            let ids: Vec<&str> = IDS.iter().map(|(id, _)| *id).collect();
            format!("expected one of {}", ids.join(", "))
        })?;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        match name {
            "" => Err("a variable needs a name".to_owned()),
            name if !name.chars().all(is_name) => Err("a name has letters, digits and `_`".to_owned()),
            name => Ok(Renaming { variable, name: name.to_owned() }),
        }
    }
}

/// Prints the addresses and keys. What the stack does not have is left out.
///
/// # Errors
/// When no stack runs on the folder.
pub(super) fn run(arguments: StatusArgs) -> Result<(), CommandError> {
    let addresses = DataFolder::running(&enter(None, arguments.data)?.1)?;
    let format = arguments.output;
    let pairs: Vec<(&str, &str)> = present(&addresses, &arguments.override_name);
    let text = match format {
        Format::Pretty => {
            let health = health::ask(&addresses.metrics_url);
            let health = health.iter().map(|health| pretty("HEALTH", health));
            pairs.iter().map(|(name, value)| pretty(name, value)).chain(health).collect()
        }
        Format::Env => {
            pairs.iter().map(|(name, value)| format!("{name}=\"{}\"\n", shell_escape(value))).collect()
        }
        Format::Json => {
            let object: serde_json::Map<_, _> =
                pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
            serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
        }
        // A JSON string is also a YAML string.
        Format::Yaml => {
            pairs.iter().map(|(name, value)| format!("{name}: {}\n", serde_json::json!(value))).collect()
        }
        Format::Toml => pairs
            .iter()
            .map(|(name, value)| format!("{name} = {}\n", toml::Value::String((*value).to_owned())))
            .collect(),
    };
    print(&text);
    Ok(())
}

fn present<'a>(addresses: &'a Addresses, renamings: &'a [Renaming]) -> Vec<(&'a str, &'a str)> {
    let renamed = |variable: &'static str| {
        let other = renamings.iter().find(|renaming| renaming.variable == variable);
        other.map_or(variable, |renaming| renaming.name.as_str())
    };
    let pairs = addresses.pairs().into_iter().filter(|(_, value)| !value.is_empty());
    pairs.map(|(variable, value)| (renamed(variable), value)).collect()
}

/// `Service role key  eyJ…`.
fn pretty(name: &str, value: &str) -> String {
    let words: Vec<String> =
        name.split('_').enumerate().map(|(place, word)| in_sentence_case(word, place == 0)).collect();
    format!("{:>18}  {value}\n", words.join(" "))
}

/// Keeps acronyms in capitals, and the first letter of the first word.
fn in_sentence_case(word: &str, first: bool) -> String {
    match word {
        "URL" | "API" | "REST" | "S3" | "DB" | "JWT" => word.to_owned(),
        _ if first => word.chars().take(1).chain(word.to_lowercase().chars().skip(1)).collect(),
        _ => word.to_lowercase(),
    }
}

/// Escapes a value for double quotes.
fn shell_escape(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for letter in value.chars() {
        if matches!(letter, '"' | '\\' | '$' | '`') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_escaped_values_unchanged() {
        let value = "a \"b\" $HOME `id` \\ 'c' {d}";
        let script = format!("printf %s \"{}\"", shell_escape(value));
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), value);
    }

    #[test]
    fn a_variable_is_renamed_by_its_id() {
        let renaming = Renaming::parse("api.url=VITE_URL").unwrap();
        assert_eq!((renaming.variable, renaming.name.as_str()), ("API_URL", "VITE_URL"));
        for invalid in ["api.url", "api.uri=X", "api.url=", "api.url=A B"] {
            assert!(Renaming::parse(invalid).is_err(), "{invalid}");
        }
    }
}
