//! `gen types`.

use super::error::CommandError;
use super::workspace::enter;
use crate::config::{Config, PostgresUrl};
use crate::gen_types::{self, Schemas};
use crate::stack::{DEFAULT_FOLDER, DataFolder};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const DEFAULT_SCHEMA: &str = "public";

/// The arguments. Those of Supabase's command line that have only one meaning here are accepted.
#[derive(Args)]
pub(in crate::cli) struct GenTypesArguments {
    /// The language.
    #[arg(value_enum, default_value_t = Language::Typescript)]
    language: Language,
    /// The language, as a flag.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// The database of the stack that runs on the data folder. This is the default.
    #[arg(long, conflicts_with = "db_url")]
    local: bool,
    /// Any database.
    #[arg(long, value_name = "URL", value_parser = PostgresUrl::parse)]
    db_url: Option<PostgresUrl>,
    /// The schemas, separated by commas. By default `public` and those of [api] schemas.
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',')]
    schema: Vec<String>,
    /// Folder that holds all state of the stack.
    #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
    data: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    Typescript,
}

/// Generates the module.
///
/// # Errors
/// When no stack runs, or the database cannot be read.
pub(super) fn run(arguments: GenTypesArguments) -> Result<String, CommandError> {
    let GenTypesArguments { language, lang, db_url, schema, data, local: _ } = arguments;
    let (source, data) = enter(None, data)?;
    let url = match db_url {
        Some(url) => url.0,
        None => DataFolder::running(&data)?.db_url,
    };
    let schemas = match schema.is_empty() {
        true => Schemas::Exposed(exposed(&Config::load_source(&source)?)),
        false => Schemas::Named(schema),
    };
    let Language::Typescript = lang.unwrap_or(language);
    Ok(tokio::runtime::Runtime::new()?.block_on(gen_types::typescript(&url, &schemas))?)
}

/// The schemas of the API, and `public`.
fn exposed(config: &Config) -> Vec<String> {
    [DEFAULT_SCHEMA.to_owned()].into_iter().chain(config.api.schemas.clone()).collect()
}
