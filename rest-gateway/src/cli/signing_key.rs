//! `gen signing-key`: a new private key for users' tokens, in the form of Supabase's command line.

use super::error::CommandError;
use super::rsa_key::generate_rsa_jwk;
use super::target::confirm;
use super::workspace::enter;
use crate::config::Config;
use crate::stack::DEFAULT_FOLDER;
use crate::terminal::print;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway gen signing-key                       # printed, or written to [auth] signing_keys_path
  rest-gateway gen signing-key --algorithm RS256
  rest-gateway gen signing-key --append              # beside the keys of the file; the first one signs";

#[derive(Args)]
pub(super) struct SigningKeyArgs {
    /// The algorithm. RS256 needs the program `openssl`.
    #[arg(long, value_enum, ignore_case = true, default_value_t = KeyAlgorithm::Es256)]
    algorithm: KeyAlgorithm,
    /// Add the key to the file of [auth] signing_keys_path instead of replacing its keys.
    #[arg(long)]
    append: bool,
    /// Do not ask before a file with keys is replaced.
    #[arg(long, short)]
    yes: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum KeyAlgorithm {
    #[value(name = "ES256")]
    Es256,
    #[value(name = "RS256")]
    Rs256,
}

/// Prints the key, or writes it to the file that the configuration names.
///
/// # Errors
/// When a key cannot be made, or the file cannot be read or written.
pub(super) fn run(arguments: &SigningKeyArgs) -> Result<(), CommandError> {
    let (source, _) = enter(None, PathBuf::from(DEFAULT_FOLDER))?;
    let mut key = match arguments.algorithm {
        KeyAlgorithm::Es256 => jwt::generate_ec_jwk()?,
        KeyAlgorithm::Rs256 => generate_rsa_jwk()?,
    };
    key["kid"] = json!(uuid::Uuid::new_v4());
    key["key_ops"] = json!(["sign", "verify"]);
    key["ext"] = json!(true);
    let Some(path) = Config::load_source(&source)?.auth.signing_keys_path else {
        print(&(serde_json::to_string_pretty(&key).unwrap_or_default() + "\n"));
        return Ok(());
    };
    let present = read(&path)?;
    let keys = match present {
        Some(mut keys) if arguments.append => {
            keys.push(key);
            keys
        }
        Some(keys) if !keys.is_empty() && !arguments.yes => {
            let question = format!("Replace the {} keys of {}?", keys.len(), path.display());
            if !confirm(&question, false)? {
                return Err(CommandError::Declined);
            }
            vec![key]
        }
        _ => vec![key],
    };
    write(&path, &keys)?;
    print(&format!("Wrote {} ({} keys). It must not be committed.\n", path.display(), keys.len()));
    Ok(())
}

/// The keys of the file; `None` if there is no file.
fn read(path: &Path) -> Result<Option<Vec<Value>>, CommandError> {
    let unusable = |cause| CommandError::Read { path: path.to_owned(), cause };
    match std::fs::read(path) {
        Ok(json) => Ok(Some(serde_json::from_slice(&json).map_err(|error| unusable(error.into()))?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(unusable(cause)),
    }
}

/// Replaces the file at once. Only its owner can read it.
fn write(path: &Path, keys: &[Value]) -> Result<(), CommandError> {
    let write = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, keys)?;
        file.write_all(b"\n")?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|cause| CommandError::Write { path: path.to_owned(), cause })
}
